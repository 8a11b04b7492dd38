// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "tools/judge/question.h"

namespace redact::judge {

struct JudgeOptions {
  std::string model_path;
  std::string chat_template;  // empty: the one in the file
  std::string device = "cpu";
  int n_threads = 0;         // 0: one per core
  size_t context = 0;        // tokens; 0: 8,192, or what the model was trained for if that is less
  size_t max_sequences = 8;  // questions read at a time, fewer if memory is short
};

// Opens a local GGUF model as a judge that is prompted through its chat template. The part of a
// prompt before the text of the question is read once for each of `instructions`; a question with
// another instruction is answered too, but its instruction is read each time. A question that is
// longer than the context is not answered. Errors: those of the model, the template and the device;
// instructions that do not fit the context (kBadInput).
Result<std::unique_ptr<Judge>> open_model_judge(const JudgeOptions& options,
                                                std::span<const std::string> instructions);

}  // namespace redact::judge
