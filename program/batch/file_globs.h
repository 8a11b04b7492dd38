// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace redact {

// --include and --exclude: which files of a folder are read.
struct FileGlobs {
  std::vector<std::string> include, exclude;  // an empty `include` takes every file

  // `path`: below the folder. A glob without a slash is compared with the file's name alone; *
  // matches slashes too. A glob that ends with a slash selects the files of the folders that it
  // matches without the slash.
  bool select(const std::string& path) const;
};

}  // namespace redact
