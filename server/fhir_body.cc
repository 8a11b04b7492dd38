// SPDX-License-Identifier: Apache-2.0
#include "server/fhir_body.h"

#include <algorithm>

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

// The value of a member of an object, whose name has no escapes; empty if it has none.
std::string_view member(std::string_view object, std::string_view name) {
  Values values(object);
  if (!values.take('{')) return {};
  do {
    const std::string_view key = values.next();
    if (!values.take(':')) return {};
    const std::string_view value = values.next();
    if (key.size() == name.size() + 2 && key.substr(1, name.size()) == name) return value;
  } while (values.take(','));
  return {};
}

// The text of a string without escapes; empty if the value is another.
std::string_view text_of(std::string_view value) {
  const bool is_plain = value.size() >= 2 && value.front() == '"' && value.back() == '"' &&
                        value.find('\\') == value.npos;
  return is_plain ? value.substr(1, value.size() - 2) : std::string_view();
}

}  // namespace

Checked<FhirBody> parse_fhir_body(std::string_view body) {
  Values values(body);
  const std::string_view object = values.next();
  FhirBody parsed{.data = body, .policy = {}, .is_parameters = false};
  if (text_of(member(object, "resourceType")) != "Parameters") return parsed;
  if (!values.is_at_end()) return bad_request("something follows the Parameters");
  parsed = {.data = {}, .policy = {}, .is_parameters = true};
  Values parameters(member(object, "parameter"));
  if (!parameters.take('[')) return bad_request("the Parameters have no list of parameters");
  do {
    const std::string_view parameter = parameters.next();
    const std::string_view name = text_of(member(parameter, "name"));
    if (name == "identifiableData" && parsed.data.empty()) {
      parsed.data = member(parameter, "resource");
    } else if (name == "policy" && parsed.policy.empty()) {
      parsed.policy = text_of(member(parameter, "valueString"));
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

}  // namespace redact::server
