// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"
#include "documents/formats/field_table.h"
#include "documents/structured/segment_text.h"
#include "redactor/fields/technical_ids.h"
#include "redactor/policy/replacer.h"

namespace redact {

// The replacements of values outside the text that finders read, in one document.
class FieldValues {
 public:
  // `key` may be nullptr, unless rules use values drawn from it. `keeps_ids`: ids and references
  // stay. Arguments must outlive the object.
  FieldValues(const Secret* key, bool keeps_ids, Replacer& replacer)
      : key_(key), keeps_ids_(keeps_ids), replacer_(replacer), ids_(key) {}

  // The dates of a value that stays, as the policy writes them.
  Result<std::vector<Edit>> edit_dates(const Field& field, const std::string& value);
  bool moves_dates() const { return replacer_.moves_dates(); }
  std::string tag(Label label) const { return replacer_.tag(label); }
  // Returns a value that stays unchanged. Errors: kInternal if a draw fails.
  Result<std::string> write(const Field& field, const std::string& value);

 private:
  Result<std::string> hash(const std::string& value) const;
  Result<std::string> perturb(const FieldSetting& setting, const std::string& value) const;

  const Secret* key_;
  bool keeps_ids_;
  Replacer& replacer_;
  TechnicalIds ids_;
};

}  // namespace redact
