// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/models.h"

#include <algorithm>
#include <utility>

#include "redactor/span/support.h"

namespace redact {

Result<Models> Models::open(const ModelOptions& options) {
  REDACT_ASSIGN(Model first, open_redaction_model(options));
  Models all(std::move(first));
  if (options.more_paths.empty()) return all;
  if (options.more_paths.size() >= kMostFinders) {
    return Error{ErrorKind::kUnsupported, {},
                 "at most " + std::to_string(kMostFinders) + " models may look at a document"};
  }
  if (!options.lora_path.empty()) {
    return Error{ErrorKind::kUnsupported, "adapter", "adapts a model that works alone"};
  }
  ModelOptions more = options;
  for (const std::string& path : options.more_paths) {
    more.model_path = path;
    const std::string number = "number " + std::to_string(all.size() + 1);
    REDACT_ASSIGN(Model next, blame(number, open_redaction_model(more)));
    all.models_.push_back(std::move(next));
  }
  for (const Model& model : all.models_) {
    if (model->one_pass()) continue;
    return Error{ErrorKind::kUnsupported, {},
                 "an instruct model works alone: several models must be label models or encoders"};
  }
  return all;
}

void Models::name(const std::vector<std::string>& names, ModelOptions& options) {
  std::vector<std::string> paths = names;
  std::ranges::replace(paths, "bundled", "");
  if (!paths.empty()) options.model_path = paths.front();
  if (paths.size() > 1) options.more_paths.assign(paths.begin() + 1, paths.end());
}

std::vector<std::string> Models::names() const {
  std::vector<std::string> names;
  for (const Model& model : models_) names.emplace_back(model->name());
  return names;
}

std::string Models::name() const {
  std::string all;
  for (const std::string& name : names()) all += (all.empty() ? "" : "+") + name;
  return all;
}

}  // namespace redact
