// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "base/result.h"
#include "redactor/label.h"

namespace redact {

// What becomes of each label: the placeholder that replaces it, or nothing where it stays. Read
// from a YAML file of the form
//   name: my-policy
//   placeholders:
//     PATIENT: "[NAME]"      # a label that is not listed stays in the text
// Immutable.
class Policy {
 public:
  // `name_or_path`: default, meddocan or italian-clinical, or the path of a YAML file (with a '/'
  // or ending in .yaml). Errors name the field at fault.
  static Result<Policy> open(const std::string& name_or_path);
  static Result<Policy> parse(const std::string& yaml);

  const std::string& name() const { return name_; }
  // nullptr where the label stays.
  const std::string* placeholder(Label label) const {
    const auto& found = placeholders_[static_cast<size_t>(label)];
    return found ? &*found : nullptr;
  }

 private:
  std::string name_;
  std::array<std::optional<std::string>, kLabelNames.size()> placeholders_;
};

}  // namespace redact
