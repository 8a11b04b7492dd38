// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

namespace redact {

namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

// Lists the files below `folder`. A link to a folder is listed like a file and withheld when it is
// read; so is a folder that cannot be read to its end.
void walk(const fs::path& folder, const fs::path& name, std::vector<Input>& files) {
  std::error_code failed;
  std::vector<std::pair<fs::path, fs::path>> folders;  // inside: path and name
  for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::end(entry);
       entry.increment(failed)) {
    std::error_code unknown;
    const fs::path inside = name / entry->path().filename();
    if (!entry->is_symlink(unknown) && entry->is_directory(unknown)) {
      folders.emplace_back(entry->path(), inside);
    } else {
      files.push_back({entry->path(), inside});
    }
  }
  if (failed) files.push_back({folder, name.empty() ? folder.filename() : name});
  for (const auto& [path, inside] : folders) walk(path, inside, files);
}

bool is_pipe(const fs::path& path) {
  std::error_code unknown;
  const fs::file_type type = fs::status(path, unknown).type();
  return type == fs::file_type::fifo || type == fs::file_type::character;
}

}  // namespace

bool Input::ends_with(std::string_view ending) const {
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(),
                    path.end() - static_cast<ptrdiff_t>(ending.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

std::vector<Input> list_inputs(const std::vector<std::string>& paths, bool& empty_folder) {
  std::vector<Input> inputs;
  empty_folder = false;
  for (const std::string& path : paths) {
    if (path == "-") {
      inputs.push_back({path, "stdin", true});
    } else if (is_folder(path)) {
      std::vector<Input> inside;
      walk(path, {}, inside);
      empty_folder = empty_folder || inside.empty();
      std::sort(inside.begin(), inside.end(),
                [](const Input& a, const Input& b) { return a.name < b.name; });
      inputs.insert(inputs.end(), inside.begin(), inside.end());
    } else {
      inputs.push_back({path, fs::path(path).filename(), is_pipe(path)});
    }
  }
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i].number = i + 1;
  return inputs;
}

}  // namespace redact
