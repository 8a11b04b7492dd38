// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/label.h"

namespace redact {

// The meaning of each label, in the order of Label, in one language (labels.yaml).
using LabelDescriptions = std::array<std::string, kLabelNames.size()>;

// kNotFound for a language without descriptions; the error names the languages that have them.
Result<LabelDescriptions> describe_labels(std::string_view language);

}  // namespace redact
