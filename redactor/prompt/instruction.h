// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/user_file.h"
#include "documents/label.h"
#include "redactor/prompt/marked_text.h"
#include "redactor/prompt/prompt_task.h"
#include "redactor/prompt/shots.h"

namespace redact {

// The meaning of each label, in the order of Label, in one language (labels.yaml).
using LabelDescriptions = std::array<std::string, kLabelNames.size()>;

// kNotFound for a language without descriptions; the error names the languages that have them.
Result<LabelDescriptions> describe_labels(std::string_view language);

// The instruction that tells an instruct model what to do with the note that follows. Read from a
// text of the form
//
//   Replace each identifier by its tag:
//   {tags}
//   --- example
//   Mrs {PATIENT:Nora Quill}, {AGE:47 years}.
//
// {tags} is replaced by a list of the tags in use and their meanings, one per line. Examples are
// optional; MarkedText defines their form, and the answer to each follows from the tags. A first
// line that holds a licence identifier (SPDX) is skipped. Immutable.
class Instruction {
 public:
  // A shipped instruction, redactor/prompt/TASK.LANGUAGE.txt. kNotFound for a language without one.
  static Result<Instruction> builtin(PromptTask task, std::string_view language);
  // A user's instruction. `language` is that of the label descriptions. Errors name the line at
  // fault.
  static Result<Instruction> open(const UserFile& file, PromptTask task, std::string_view language);
  static Result<Instruction> parse(std::string_view text, PromptTask task,
                                   std::string_view language);

  // The text of the instruction.
  std::string text(std::span<const PromptTag> tags) const;
  // The examples with the answers of the task: an identifier whose label has no tag stays, and an
  // example in which kVerdict finds no identifier is answered with kVerdictWord.
  std::vector<Shot> shots(std::span<const PromptTag> tags) const;

 private:
  Instruction() = default;
  PromptTask task_ = PromptTask::kTags;
  std::string text_;
  std::vector<MarkedText> examples_;
  LabelDescriptions descriptions_;
};

}  // namespace redact
