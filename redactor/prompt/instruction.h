// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/prompt/label_descriptions.h"
#include "redactor/prompt/marked_text.h"
#include "redactor/prompt/prompt_task.h"
#include "redactor/prompt/shots.h"

namespace redact {

enum class UnknownLanguage { kRefuse, kEnglish };

// What an instruct model is told to do with the note that follows. Read from a text of the form
//
//   Replace each identifier by its tag:
//   {tags}
//   --- example
//   Mrs {PATIENT:Nora Quill}, {AGE:47 years}.
//
// {tags} becomes a list of the tags in use with what each means, a line each. Examples are
// optional; MarkedText has their form, and the answer to each follows from the tags. A first line
// that holds a licence identifier (SPDX) is left out. Immutable.
class Instruction {
 public:
  // One of ours, redactor/prompt/TASK.LANGUAGE.txt. kNotFound for a language there is none for,
  // unless English is asked for in its place.
  static Result<Instruction> builtin(PromptTask task, std::string_view language,
                                     UnknownLanguage otherwise = UnknownLanguage::kRefuse);
  // One's own. `language` is that of the descriptions. Errors name the line at fault.
  static Result<Instruction> open(const std::string& path, PromptTask task,
                                  std::string_view language);
  static Result<Instruction> parse(std::string_view text, PromptTask task,
                                   std::string_view language);

  // What the model is told.
  std::string text(std::span<const PromptTag> tags) const;
  // The examples as the task answers them: an identifier whose label has no tag stays, and an
  // example in which kVerdict finds nothing is answered by its word.
  std::vector<Shot> shots(std::span<const PromptTag> tags) const;

 private:
  Instruction() = default;
  PromptTask task_ = PromptTask::kTags;
  std::string text_;
  std::vector<MarkedText> examples_;
  LabelDescriptions descriptions_;
};

}  // namespace redact
