// SPDX-License-Identifier: Apache-2.0
#include "tools/overwrites.h"

#include <filesystem>
#include <system_error>

namespace redact {

namespace {

namespace fs = std::filesystem;

fs::path resolved(const std::string& path) {
  std::error_code failed;
  return fs::weakly_canonical(fs::absolute(path, failed), failed);
}

// Two hard links of a file have different resolved paths, and two paths that do not exist yet have
// no file to compare.
bool are_one_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed) || resolved(a) == resolved(b);
}

bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) return false;
  for (fs::path at = resolved(path); at.has_relative_path(); at = at.parent_path()) {
    if (fs::equivalent(at, folder, failed)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> find_overwrite(const std::vector<std::string>& inputs,
                                          const std::vector<OutputOption>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, path] = outputs[i];
    if (path.empty()) continue;
    for (const std::string& input : inputs) {
      if (input.empty()) continue;
      if (are_one_file(path, input)) return option + ": the file is an input of this run";
      if (lies_in(path, input)) return option + ": the file would lie in a folder of inputs";
    }
    for (size_t j = 0; j < i; ++j) {
      if (!outputs[j].path.empty() && are_one_file(path, outputs[j].path)) {
        return option + " and " + outputs[j].option + " name the same file";
      }
    }
  }
  return std::nullopt;
}

}  // namespace redact
