// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/technical_ids.h"

#include "base/ascii.h"
#include "crypto/digest.h"
#include "documents/formats/fhir_values.h"

namespace redact {

namespace {

// 96 bits, written in 24 characters; an id of FHIR may have 64.
constexpr size_t kIdBytes = 12;

bool is_id(std::string_view text) { return text.size() <= 64 && has_id_characters(text); }

// Hexadecimal digits as a UUID of version 8 (RFC 9562: made by its user's own method).
std::string as_uuid(std::string_view digits) {
  std::string uuid(kUuidShape);
  size_t at = digits.size();
  for (size_t i = uuid.size(); i-- > 0;) {
    if (uuid[i] != '-' && at > 0) uuid[i] = digits[--at];
  }
  uuid[14] = '8';
  uuid[19] = '8';
  return uuid;
}

// Hexadecimal digits as an object identifier: the arc 2.25 is that of UUIDs, whose number follows.
std::string as_object_identifier(std::string_view digits) {
  constexpr size_t kDigits = 15;  // whose number 64 bits hold
  return "2.25." + std::to_string(std::stoull(std::string(digits.substr(0, kDigits)), nullptr, 16));
}

}  // namespace

Result<std::string> TechnicalIds::rename(std::string_view id) {
  // UUIDs are equal in either case.
  const std::string lower = is_uuid(id) ? to_lower(id) : std::string();
  if (!lower.empty()) id = lower;
  std::string& name = names_[std::string(id)];
  if (!name.empty()) return name;
  std::string made = std::to_string(names_.size());
  if (key_ != nullptr) {
    REDACT_ASSIGN(const Digest digest, key_->draw("technical-id", id));
    made = to_hex(bytes_of(digest).substr(0, kIdBytes));
  }
  constexpr std::string_view kOid = "urn:oid:";
  if (is_fhir_oid(id)) {
    REDACT_ASSIGN(const std::string number, rename(id.substr(kOid.size())));
    return names_[std::string(id)] = std::string(kOid) + number;
  }
  if (is_uuid(id)) return name = as_uuid(made);
  return name = is_object_identifier(id) ? as_object_identifier(made) : made;
}

Result<std::string> TechnicalIds::rename_reference(std::string_view reference) {
  if (reference == "#") return std::string(reference);  // the resource around
  if (reference.starts_with('#')) {
    REDACT_ASSIGN(const std::string name, rename(reference.substr(1)));
    return "#" + name;
  }
  constexpr std::string_view kUuid = "urn:uuid:";
  if (reference.starts_with(kUuid)) {
    REDACT_ASSIGN(const std::string name, rename(reference.substr(kUuid.size())));
    return std::string(kUuid) + name;
  }
  std::string_view rest = reference.substr(0, reference.find("/_history/"));
  const size_t slash = rest.rfind('/');
  if (slash != rest.npos && is_id(rest.substr(slash + 1))) {
    const std::string_view id = rest.substr(slash + 1), before = rest.substr(0, slash);
    const size_t start = before.rfind('/');
    const std::string_view type = start == before.npos ? before : before.substr(start + 1);
    if (is_resource_type(type)) {
      REDACT_ASSIGN(const std::string name, rename(id));
      const bool has_base = start != before.npos;
      return (has_base ? "https://hidden.invalid/" : "") + std::string(type) + "/" + name;
    }
  }
  if (is_resource_type(reference))
    return std::string(reference);  // of an entry that is to be created
  REDACT_ASSIGN(const std::string name, rename(reference));
  return "urn:x-id:" + name;
}

}  // namespace redact
