// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/user_file.h"

namespace redact {

// An example of the task, shown to the model as an earlier turn of the conversation.
struct Shot {
  std::string input;
  std::string output;
};

// Examples from a file of JSON lines {"input": "...", "output": "..."}: at least one line, no other
// fields, neither text empty. The caller checks whether a grammar allows the output. Errors name
// the line, never the content.
Result<std::vector<Shot>> read_shots(const UserFile& file);

}  // namespace redact
