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
  std::string chat_template;  // empty: the one that the file carries
  std::string device = "cpu";
  int n_threads = 0;         // 0: one per core
  size_t context = 0;        // tokens; 0: 8,192, or what the model was trained for if that is less
  size_t max_sequences = 8;  // questions read at a time, fewer where memory is short
};

// A local GGUF model as a judge, spoken to through its chat template. What stands before the text
// of a question is read once for each of `instructions`; a question with another one is answered
// too, after reading it. A question that is longer than the context is not answered. Errors: of the
// model, the template and the device; instructions that do not fit the context (kBadInput).
Result<std::unique_ptr<Judge>> open_model_judge(const JudgeOptions& options,
                                                std::span<const std::string> instructions);

}  // namespace redact::judge
