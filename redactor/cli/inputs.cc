// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/inputs.h"

#include <algorithm>
#include <filesystem>

#include "redactor/document/file_io.h"

namespace redact {

namespace fs = std::filesystem;

Result<std::string> Input::read() const { return is_stdin() ? read_stdin() : read_file(path); }

Result<std::vector<Input>> list_inputs(const std::vector<std::string>& paths) {
  std::vector<Input> inputs;
  for (const std::string& path : paths) {
    std::error_code failed;
    if (path == "-") {
      inputs.push_back({path, "stdin"});
    } else if (fs::is_directory(path, failed)) {
      std::vector<Input> inside;
      for (const auto& entry : fs::recursive_directory_iterator(path, failed)) {
        if (entry.is_regular_file() && !entry.is_symlink()) {
          inside.push_back({entry.path(), fs::relative(entry.path(), path)});
        }
      }
      if (failed) return Error{ErrorKind::kIo, "folder", failed.message()};
      std::sort(inside.begin(), inside.end(),
                [](const Input& a, const Input& b) { return a.name < b.name; });
      inputs.insert(inputs.end(), inside.begin(), inside.end());
    } else {
      inputs.push_back({path, fs::path(path).filename()});
    }
  }
  return inputs;
}

}  // namespace redact
