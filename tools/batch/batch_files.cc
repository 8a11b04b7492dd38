// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/batch_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/os_error.h"
#include "documents/files/decompressor.h"
#include "documents/files/input_bytes.h"

namespace redact::batch {

namespace {

namespace fs = std::filesystem;

// `name` is that of the folder, with a slash, or empty. Names are joined and not resolved, since a
// link has its own name. Folders inside wait until this one is closed, so that nesting of any depth
// needs few open files.
void walk(const fs::path& folder, const std::string& name, NamedPaths& files) {
  std::vector<std::string> folders;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string inside = entry->path().filename().string();
    std::error_code unknown;
    if (!entry->is_symlink(unknown) && entry->is_directory(unknown)) {
      folders.push_back(inside);
    } else {
      files[name + inside] = entry->path().string();
    }
  }
  for (const std::string& inside : folders) walk(folder / inside, name + inside + "/", files);
  if (!failed) return;
  const bool is_first = name.empty();
  files[is_first ? folder.filename().string() : name.substr(0, name.size() - 1)] = folder.string();
}

// The journal has no name for the result of a single input. If its result is in a folder, under the
// name of the input, it gets the journal's name here.
void rename_single_result(const std::string& source, NamedPaths& results) {
  const fs::path stem = fs::path(without_compression(source)).stem();
  const auto result = std::find_if(results.begin(), results.end(), [&](const auto& named) {
    return fs::path(named.first).stem() == stem;  // records have another ending
  });
  if (result == results.end()) return;
  auto node = results.extract(result);
  node.key().clear();
  results.insert(std::move(node));
}

}  // namespace

Result<NamedPaths> files_of(const std::string& path, bool by_name) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (!fs::exists(status)) return os_error(failed.value());
  NamedPaths files;
  if (fs::is_directory(status)) {
    walk(path, "", files);
  } else {
    files[by_name ? fs::path(path).filename().string() : ""] = path;
  }
  return files;
}

Result<NamedPaths> results_of(const std::string& sources, const std::string& results) {
  REDACT_ASSIGN(NamedPaths files, files_of(results, false));
  std::error_code unknown;
  const bool is_single = !fs::is_directory(sources, unknown);
  if (is_single && fs::is_directory(results, unknown)) rename_single_result(sources, files);
  return files;
}

Result<std::string> read_source(const std::string& path) {
  REDACT_ASSIGN(InputBytes bytes, InputBytes::open(path, false));
  while (!bytes.has_ended()) REDACT_TRY(bytes.read_more());
  return std::string(bytes.unread());
}

}  // namespace redact::batch
