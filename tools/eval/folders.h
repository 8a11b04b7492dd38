// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// Gold documents of a folder of brat pairs or i2b2 files, in the order of their names. A text
// without annotations and a folder inside the folder are errors, because they would go unread.
Result<std::vector<Document>> read_folder(const std::string& path);

}  // namespace redact::eval
