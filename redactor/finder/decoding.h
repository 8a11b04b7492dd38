// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "redactor/finder/document_windows.h"
#include "redactor/span/span.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// A window of a text as an instruct model reads it, and an answer to it.
struct Lesson {
  std::shared_ptr<const ChatPrompt> prompt;
  std::vector<int32_t> text;    // in the gap of the prompt
  std::vector<int32_t> answer;  // with its end
};

// A configuration's demands on a model, compiled: biases, hints, instructions. Immutable; shared by
// threads.
class Decoding {
 public:
  virtual ~Decoding() = default;

  // The bias that is added to the tag side.
  virtual float bias() const = 0;

  // The windows of a text. The query's text and spans outlive them, and so does this object.
  virtual DocumentWindows open(const Query& query) const = 0;

  // The same windows and the answers that find the spans that the query expects, without the
  // windows that have none. kUnsupported if the model is not an instruct model.
  virtual Result<std::vector<Lesson>> lessons(const Query&) const {
    return Error{ErrorKind::kUnsupported, "model",
                 "is not an instruct model, which writes answers"};
  }
};

}  // namespace redact
