// SPDX-License-Identifier: Apache-2.0
#include "server/fhir_body.h"

#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace redact::server {

namespace {

// The values of a JSON object or array, or of a text, one after another. In text that is malformed
// the values are any parts of it.
class Values {
 public:
  explicit Values(std::string_view json) : json_(json) {}

  // The byte before the next value, if it is `byte`.
  bool take(char byte) {
    skip_blanks();
    if (at_ == json_.size() || json_[at_] != byte) return false;
    ++at_;
    return true;
  }

  // Whether nothing follows the values that were read.
  bool is_at_end() {
    skip_blanks();
    return at_ == json_.size();
  }

  // The next value; empty if there is none.
  std::string_view next() {
    skip_blanks();
    const size_t begin = at_;
    for (size_t depth = 0; at_ < json_.size(); ++at_) {
      const char c = json_[at_];
      if (c == '"') {
        skip_string();
      } else if (c == '{' || c == '[') {
        ++depth;
        continue;
      } else if (c == '}' || c == ']') {
        if (depth == 0) break;
        --depth;
      } else if (depth > 0 || !ends_scalar(c)) {
        continue;
      } else {
        break;
      }
      if (depth == 0) {
        ++at_;
        break;
      }
    }
    at_ = std::min(at_, json_.size());  // a string may have no end
    return json_.substr(begin, at_ - begin);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  static bool ends_scalar(char c) { return c == ',' || c == ':' || is_blank(c); }
  void skip_blanks() {
    while (at_ < json_.size() && is_blank(json_[at_])) ++at_;
  }
  // From a quotation mark to the next one.
  void skip_string() {
    for (++at_; at_ < json_.size() && json_[at_] != '"'; ++at_) at_ += json_[at_] == '\\';
  }

  std::string_view json_;
  size_t at_ = 0;
};

// The text of a string; empty if the value is another. Another reader would decode escapes, so they
// are decoded here.
std::string text_of(std::string_view value) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return {};
  if (value.find('\\') == value.npos) return std::string(value.substr(1, value.size() - 2));
  const auto json = nlohmann::json::parse(value, nullptr, false);
  return json.is_string() ? json.get<std::string>() : std::string();
}

// The value of a member of an object; empty if it has none. Refuses a repeated member, of which
// another reader would take the other.
Checked<std::string_view> member(std::string_view object, std::string_view name) {
  Values values(object);
  std::string_view found;
  if (!values.take('{')) return found;
  do {
    const std::string_view key = values.next();
    if (!values.take(':')) return std::string_view();
    const std::string_view value = values.next();
    if (text_of(key) != name) continue;
    if (!found.empty()) return bad_request("the body repeats a key in one object");
    found = value;
  } while (values.take(','));
  return found;
}

// Whether the body is of one or more JSON values in UTF-8, with a byte order mark or without, as
// far as its characters tell: a text in UTF-16 has NULs.
bool is_utf8(std::string_view body) {
  static const re2::RE2 kCharacters("[\\t\\n\\r\\x{20}-\\x{10ffff}]*");
  return re2::RE2::FullMatch({body.data(), body.size()}, kCharacters);
}

Checked<FhirBody> parse_parameters(std::string_view object) {
  FhirBody parsed{.data = {}, .policy = {}, .is_parameters = true, .are_several = false};
  SERVER_ASSIGN(const std::string_view list, member(object, "parameter"));
  Values parameters(list);
  if (!parameters.take('[')) return bad_request("the Parameters have no list of parameters");
  do {
    const std::string_view parameter = parameters.next();
    SERVER_ASSIGN(const std::string_view quoted_name, member(parameter, "name"));
    const std::string name = text_of(quoted_name);
    if (name == "identifiableData" && parsed.data.empty()) {
      SERVER_ASSIGN(parsed.data, member(parameter, "resource"));
    } else if (name == "policy" && parsed.policy.empty()) {
      SERVER_ASSIGN(const std::string_view policy, member(parameter, "valueString"));
      parsed.policy = text_of(policy);
      if (parsed.policy.empty()) return bad_request("\"policy\" has no valueString with a name");
    } else if (name == "identifiableDataFileUrls") {
      return Refusal{422, "\"identifiableDataFileUrls\": this server opens no URL"};
    } else {
      return bad_request(
          "the Parameters have something other than one identifiableData and one policy");
    }
  } while (parameters.take(','));
  if (parsed.data.empty()) return bad_request("\"identifiableData\" has no resource");
  return parsed;
}

}  // namespace

Checked<FhirBody> parse_fhir_body(std::string_view body) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (!is_utf8(body)) return bad_request("the body is not JSON in UTF-8");
  const size_t begin = body.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  Values values(body.substr(begin));
  std::string_view parameters;
  size_t n_values = 0;
  while (!values.is_at_end()) {
    const std::string_view object = values.next();
    if (!object.starts_with('{')) return bad_request("the body is no resource in JSON");
    SERVER_ASSIGN(const std::string_view type, member(object, "resourceType"));
    ++n_values;
    if (text_of(type) == "Parameters") parameters = object;
  }
  if (parameters.empty()) {
    return FhirBody{
        .data = body, .policy = {}, .is_parameters = false, .are_several = n_values > 1};
  }
  if (n_values > 1) return bad_request("the Parameters are not alone in the body");
  return parse_parameters(parameters);
}

}  // namespace redact::server
