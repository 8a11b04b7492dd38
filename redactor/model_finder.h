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
  bool draft_bundled = true;  // the bundled model guesses the spans for a model of a file

  // How the work is packed: it costs time and changes nothing else (P4).
  // Windows in flight: enough that their drafts fill a pass, though some are short.
  size_t max_sequences = 12;
  // Rows of a pass over all windows. More amortise the reading of weights and the waking of
  // threads; their activations leave a second-level cache at some 500 rows of the bundled model's
  // width. Never less than a source that reads in both directions has.
  size_t max_rows = 512;
  // Rows a window drafts per pass. Longer drafts waste what lies behind a wrong guess, shorter ones
  // take more passes; 1 is plain one-token decoding.
  size_t max_draft = 64;
};

// Opens a redaction model and returns a finder that owns it. Errors name the option, file field or
// tensor at fault.
Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options);

}  // namespace redact
