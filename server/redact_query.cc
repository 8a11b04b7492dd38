// SPDX-License-Identifier: Apache-2.0
#include "server/redact_query.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "server/unknown_name.h"

namespace redact::server {

namespace {

std::string in_quotes(std::string_view name) { return std::string("\"").append(name).append("\""); }

constexpr std::array<std::string_view, 6> kParameters = {
    "policy", "recall", "explain", "include_text", "include_evidence", "patient"};

Checked<bool> flag_of(std::string_view name, std::string_view value) {
  if (value != "true" && value != "false")
    return bad_request(in_quotes(name) + " is not true or false");
  return value == "true";
}

}  // namespace

Checked<RedactQuery> parse_redact_query(const RequestHead& head, RedactBodyKind kind) {
  RedactQuery query;
  std::vector<std::string_view> seen;
  SERVER_ASSIGN(const auto parameters, head.parameters());
  for (const auto& [name, value] : parameters) {
    if (std::find(kParameters.begin(), kParameters.end(), name) == kParameters.end()) {
      return bad_request(unknown_name("the query has an unknown parameter", name, kParameters));
    }
    if (kind == RedactBodyKind::kJson) {
      return bad_request(in_quotes(name) +
                         " belongs in the body, which is application/json, not in the query");
    }
    if (kind == RedactBodyKind::kStream && name == "patient") {
      return bad_request("\"patient\" belongs in the lines of a stream, not in the query");
    }
    if (value.empty()) return bad_request(in_quotes(name) + " has no value");
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      return bad_request(in_quotes(name) + " occurs twice in the query");
    }
    seen.push_back(name);
    if (name == "policy") query.asked.config.policy = value;
    if (name == "recall") query.asked.config.recall = value;
    if (name == "patient") query.patient = value;
    if (name == "explain") {
      SERVER_ASSIGN(query.asked.config.explains, flag_of(name, value));
    }
    if (name == "include_text") {
      SERVER_ASSIGN(query.asked.include_text, flag_of(name, value));
    }
    if (name == "include_evidence") {
      SERVER_ASSIGN(query.asked.include_evidence, flag_of(name, value));
    }
  }
  return query;
}

}  // namespace redact::server
