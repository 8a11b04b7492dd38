// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/result.h"

namespace redact::batch {

// Paths by their names in the journal.
using NamedPaths = std::map<std::string, std::string>;

// The files below a folder by their paths relative to it; a file by its name or, without `by_name`,
// by "". As for `redact`, a link to a folder counts as a file, and so does a folder that cannot be
// read to its end. Errors: kNotFound; kIo if nothing can be known of the path.
Result<NamedPaths> files_of(const std::string& path, bool by_name);

// The results of a batch. The one of a single source has the name "" also if it is in a folder.
Result<NamedPaths> results_of(const std::string& sources, const std::string& results);

// The bytes of a source, decompressed if its name has the ending of a compressed file. Errors: it
// is not a regular file, cannot be read, or is not in the format of its name.
Result<std::string> read_source(const std::string& path);

}  // namespace redact::batch
