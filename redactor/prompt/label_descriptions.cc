// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/label_descriptions.h"

#include <yaml-cpp/yaml.h>

#include "redactor/prompt/builtin_prompts.h"

namespace redact {

// yaml-cpp throws; no exception leaves this function.
Result<LabelDescriptions> describe_labels(std::string_view language) try {
  const YAML::Node root = YAML::Load(kBuiltinLabelDescriptions);
  const YAML::Node labels = root[std::string(language)];
  if (!labels) {
    std::string known;
    for (const auto& entry : root) {
      known += (known.empty() ? "" : ", ") + entry.first.as<std::string>();
    }
    return Error{ErrorKind::kNotFound, "prompt language", "is none of " + known};
  }
  LabelDescriptions descriptions;
  for (size_t i = 0; i < descriptions.size(); ++i) {
    descriptions[i] = labels[std::string(kLabelNames[i])].as<std::string>();
  }
  return descriptions;
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kInternal, "labels.yaml line " + std::to_string(e.mark.line + 1),
               "lacks a label"};
}

}  // namespace redact
