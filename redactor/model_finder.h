// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "redactor/span_finder.h"

namespace redact {

struct ModelOptions {
  std::string model_path;  // empty: the bundled model
  std::string device = "cpu";
  int n_threads = 0;          // 0: one per core
  std::optional<float> bias;  // added to the tag side; absent: the model's own calibrated default
};

// Opens a redaction model and returns a finder that owns it. Errors name the option, file field or
// tensor at fault.
Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options);

}  // namespace redact
