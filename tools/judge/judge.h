// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace redact::judge {

struct Question {
  std::string prompt;
  std::vector<std::string> answers;  // at least two; none is a prefix of another
};

struct Answer {
  size_t best = 0;   // into Question::answers
  float margin = 0;  // log-odds over the next best
};

// Answers questions. One thread at a time.
class Judge {
 public:
  virtual ~Judge() = default;
  // The answers in the order of the questions. Errors: a prompt longer than max_prompt, or answers
  // that the first token behind their common beginning does not tell apart (kBadInput); those of
  // the engine.
  virtual Result<std::vector<Answer>> ask(const std::vector<Question>& questions) = 0;
};

struct JudgeOptions {
  std::string model_path;
  std::string device = "cpu";
  int n_threads = 0;         // 0: one per core
  size_t max_prompt = 2048;  // tokens; bounds the memory of the cache
  size_t max_sequences = 8;  // questions read at a time
};

// A local GGUF model as a judge. A prompt is the model's BOS and plain text, without a chat
// template.
Result<std::unique_ptr<Judge>> open_judge(const JudgeOptions& options);

}  // namespace redact::judge
