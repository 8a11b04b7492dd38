// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "redactor/finder/redaction_model.h"

namespace redact {

// The models that find identifiers in each document, one after another: at most kMostFinders. If
// there are several, they are label models on one device. Immutable and cheap to copy.
class Models {
 public:
  using Model = std::shared_ptr<const RedactionModel>;

  Models() = default;
  Models(Model one) : models_{std::move(one)} {}
  // The models at options.model_path and options.more_paths. kUnsupported if one of several is an
  // instruct model; other errors are those of open_redaction_model.
  static Result<Models> open(const ModelOptions& options);

  // Sets the paths of the options to what a user names: files, and "bundled" for the bundled model.
  static void name(const std::vector<std::string>& names, ModelOptions& options);

  bool empty() const { return models_.empty(); }
  size_t size() const { return models_.size(); }
  const Model& front() const { return models_.front(); }
  auto begin() const { return models_.begin(); }
  auto end() const { return models_.end(); }
  const Model& operator[](size_t index) const { return models_[index]; }
  bool operator==(const Models&) const = default;

  std::vector<std::string> names() const;
  // The names, joined by '+'.
  std::string name() const;

 private:
  std::vector<Model> models_;
};

}  // namespace redact
