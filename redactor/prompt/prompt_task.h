// SPDX-License-Identifier: Apache-2.0
// What an instruct model may be asked to do with a note, and what it writes for each label.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/label.h"

namespace redact {

enum class PromptTask : unsigned char {
  kTags,     // the tag of its kind in place of each identifier: [NOME] [ETÀ] ...
  kMask,     // [XXXXX] in place of each, whatever its kind
  kVerdict,  // the same, or the one word ANONYMOUS for a note without any
  kPatient,  // ***patient_Name*** and the like; the patient's identifiers alone, years and ages
             // stay
  kMarkup,   // the note with marks around each identifier
};

inline constexpr std::string_view kPromptTaskNames[] = {"tags", "mask", "verdict", "patient",
                                                        "markup"};
constexpr std::string_view prompt_task_name(PromptTask task) {
  return kPromptTaskNames[static_cast<size_t>(task)];
}
std::optional<PromptTask> find_prompt_task(std::string_view name);

// The answer of kVerdict to a note without identifiers.
inline constexpr std::string_view kVerdictWord = "ANONYMOUS";

// How marks are spelled. kElement is <PATIENT>Ana</PATIENT>: models have read and closed such
// elements by the million, and a closing mark that names its label can't be taken for another's.
// kNer is BEGINER_PATIENT Ana ENDNER, as the study of expert models has it: its marks bring spaces
// of their own, so that the words between them keep their tokens.
enum class MarkSpelling { kElement, kNer };

// What stands for a label in the answer: `open` in place of the identifier or, where `close` is not
// empty, `open` before it and `close` behind it.
struct PromptTag {
  std::string open;
  std::string close;
  Label label;
};

// The tags of a task, in the order of labels. kTags writes the policy's placeholders, several
// labels sharing one or not. For all but kPatient these are the labels that the policy does not
// leave in the text; kPatient has a list of its own, the survey's, mapped to our labels.
std::vector<PromptTag> prompt_tags(PromptTask task, const Policy& policy,
                                   MarkSpelling spelling = MarkSpelling::kElement);

}  // namespace redact
