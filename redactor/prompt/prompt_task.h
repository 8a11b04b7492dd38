// SPDX-License-Identifier: Apache-2.0
// The tasks that an instruct model may be given for a note, and its answer for each label.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_list.h"
#include "documents/label.h"
#include "redactor/policy/policy.h"

namespace redact {

enum class PromptTask : unsigned char {
  kTags,     // the tag of its kind in place of each identifier: [NOME] [ETÀ] ...
  kMask,     // [XXXXX] in place of each identifier, whatever its kind
  kVerdict,  // the same, or the one word ANONYMOUS for a note without any
  kPatient,  // ***patient_Name*** and the like for the patient's identifiers alone; years and ages
             // stay
  kMarkup,   // the note with marks around each identifier
  kList,     // the identifiers alone, one a line with its mark, and "---"
};

inline constexpr std::string_view kPromptTaskNames[] = {"tags",    "mask",   "verdict",
                                                        "patient", "markup", "list"};
constexpr std::string_view prompt_task_name(PromptTask task) {
  return kPromptTaskNames[static_cast<size_t>(task)];
}
constexpr std::optional<PromptTask> find_prompt_task(std::string_view name) {
  return find_named<PromptTask>(kPromptTaskNames, name);
}

// The answer of kVerdict to a note without identifiers.
inline constexpr std::string_view kVerdictWord = "ANONYMOUS";

// The answer of kList: a line for each identifier, with this between it and its mark, and then a
// line that ends the list.
inline constexpr std::string_view kListGap = "\t", kListEnd = "---";

// The spelling of a label in the answer: `open` in place of the identifier or, if `close` is not
// empty, `open` before it and `close` after it; in a list, `open` behind it.
struct PromptTag {
  std::string open;
  std::string close;
  Label label;
};

// The tags of a task, in the order of labels. kTags writes the policy's placeholders, which several
// labels may share. For all tasks but kPatient these are the labels that the policy does not leave
// in the text, and kList writes opening marks; kPatient has its own list, the survey's, mapped
// to the labels of this project. Marks are spelled <PATIENT>Ana</PATIENT>: models have seen
// millions of such elements in training, and a closing mark that names its label cannot be taken
// for that of another label.
std::vector<PromptTag> prompt_tags(PromptTask task, const Policy& policy);

}  // namespace redact
