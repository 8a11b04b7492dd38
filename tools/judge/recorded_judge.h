// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "tools/judge/question.h"

namespace redact::judge {

// Opens the recorded answers of a judge, so that large judges can be asked one after another,
// elsewhere, or by other means. A line of `path` is {"question": id, "answers": [names of options,
// in the order of the slots], "margins": [log-odds]}; if "margins" is missing, the margins are
// infinite. A question without a line is not answered. Errors name the line; ask() fails on names
// that are not options of the question (kBadInput).
Result<std::unique_ptr<Judge>> open_recorded_judge(const std::string& path);

// The lines of these answers. They hold ids of documents but none of their text.
std::string to_lines(const std::vector<Question>& questions, const std::vector<Answer>& answers);

}  // namespace redact::judge
