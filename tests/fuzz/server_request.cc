// SPDX-License-Identifier: Apache-2.0
// A client's request to redact-server, from its bytes to the arguments of the C interface: the
// first byte chooses a parser. Nothing crashes, and accepted requests obey the rules of redact.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "server/fhir_body.h"
#include "server/guard.h"
#include "server/presidio/analyze_body.h"
#include "server/presidio/anonymize.h"
#include "server/redact_body.h"
#include "server/request_parser.h"
#include "tests/fuzz/require.h"

namespace {

using namespace redact::server;
using redact::fuzz::require;

void check(const AskedText& asked) {
  require(!asked.id.empty() && asked.id.find('\0') == asked.id.npos);
  require(asked.patient.find('\0') == asked.patient.npos);
  require(asked.known.empty() || asked.known.front() == '{');
  require(asked.format >= REDACT_FORMAT_AUTO && asked.format <= REDACT_FORMAT_MAIL);
}

size_t count(std::string_view text, std::string_view word) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) ++n;
  return n;
}

// Of Parameters that are JSON, without escapes and with each key once, the data are what nlohmann
// reads.
void check_fhir(std::string_view body) {
  const auto checked = parse_fhir_body(body);
  if (!checked.ok()) return;
  const FhirBody& parsed = *checked;
  require(parsed.data.empty() ||
          (parsed.data.data() >= body.data() && parsed.data.end() <= body.data() + body.size()));
  require(parsed.is_parameters || parsed.data.size() == body.size());
  using nlohmann::json;
  if (!parsed.is_parameters || body.find('\\') != body.npos || !json::accept(body)) return;
  if (count(body, "\"resourceType\"") != 1 || count(body, "\"parameter\"") != 1) return;
  if (count(body, "\"resource\"") != 1) return;
  const json data = json::parse(parsed.data), whole = json::parse(body);
  if (count(body, "\"name\"") != whole["parameter"].size()) return;  // others are in the data
  for (const json& each : whole["parameter"]) {
    if (each["name"] == "identifiableData") require(each["resource"] == data);
  }
}

// The requests that are taken from bytes that come in pieces of a size: the same for all sizes.
std::string requests_in(std::string_view bytes, size_t n_piece) {
  GuardRules rules;
  rules.hosts = {"localhost"};
  std::string seen, unread;
  size_t next = 0;
  while (true) {
    RequestParser parser;
    std::string body;
    while (!parser.is_done()) {
      const auto used = parser.take(unread);
      if (!used.ok()) return seen;
      require(*used <= unread.size());
      unread.erase(0, *used);
      body += parser.body();
      parser.body().clear();
      if (*used > 0 && (parser.is_done() || !unread.empty())) continue;
      if (next == bytes.size()) return seen;
      unread += bytes.substr(next, n_piece);
      next = std::min(bytes.size(), next + n_piece);
    }
    const RequestHead head = parser.head();
    if (check_head(head, rules, bytes.size() % 2 == 1)) return seen;
    (void)rules.proxies.client_of(head);
    seen += head.method + " " + head.path + " " + body + "\n";
  }
}

}  // namespace

// Labels, without the library behind them.
size_t redact_n_labels(void) { return 2; }
const char* redact_label(size_t index) { return index == 0 ? "PATIENT" : "SSN"; }
const char* redact_presidio_name(const char* label) { return label; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  WorkLimit work;
  switch (data[0] % 7) {
    case 0:
      if (auto body = parse_redact_body(bytes, work); body.ok()) {
        for (size_t i = 0; i < body->texts.size(); ++i) check(body->document(i));
        require(body->is_list || body->texts.size() == 1);
      }
      break;
    case 1:
      if (const auto line = parse_redact_line(bytes, 7, work); line.ok()) check(*line);
      break;
    case 2: (void)parse_analyze_body(bytes, {}, work); break;
    case 3: (void)anonymize(bytes, work); break;
    case 4: (void)deanonymize(bytes, work); break;
    case 5: check_fhir(bytes); break;
    default: require(requests_in(bytes, 1) == requests_in(bytes, size)); break;
  }
  return 0;
}
