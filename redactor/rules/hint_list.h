// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "base/user_file.h"
#include "language/gazetteer.h"

namespace redact {

// Reads a user's list of names and places, which the model takes into account but may overrule. A
// line holds a class (given, surname, town, region, word), a tab and a term. Errors name the line.
Result<std::vector<Hint>> read_hints(const UserFile& file);

}  // namespace redact
