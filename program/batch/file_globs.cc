// SPDX-License-Identifier: Apache-2.0
#include "program/batch/file_globs.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>

namespace redact {

namespace {

namespace fs = std::filesystem;

bool matches(const std::string& glob, const std::string& path) {
  if (glob.ends_with('/')) {
    const std::string of_folder = glob.substr(0, glob.find_last_not_of('/') + 1);
    if (of_folder.empty()) return false;
    for (fs::path folder = fs::path(path).parent_path(); !folder.empty();
         folder = folder.parent_path()) {
      if (matches(of_folder, folder.string())) return true;
    }
    return false;
  }
  const std::string name = glob.find('/') == glob.npos ? fs::path(path).filename().string() : path;
  return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
}

bool is_in(const std::vector<std::string>& globs, const std::string& path) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const std::string& glob) { return matches(glob, path); });
}

}  // namespace

bool FileGlobs::select(const std::string& path) const {
  return (include.empty() || is_in(include, path)) && !is_in(exclude, path);
}

}  // namespace redact
