// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "redactor/files/file_io.h"

namespace redact {

namespace fs = std::filesystem;

bool Input::ends_with(std::string_view ending) const {
  return path.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(),
                    path.end() - static_cast<ptrdiff_t>(ending.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

Result<std::string> Input::read() const { return is_stdin() ? read_stdin() : read_file(path); }

namespace {

// What bytes are that are no plain text; nullptr where they may be. Two marks at the head of a text
// in another encoding are not enough for UTF-16: a Latin letter in it has a byte of zero.
const char* other_than_text(std::string_view bytes) {
  constexpr std::array<std::pair<std::string_view, const char*>, 7> kOther = {{
      {"\x1F\x8B", "gzip"},
      {"\x89PNG", "an image"},
      {"\xFF\xD8\xFF", "an image"},
      {"PK\x03\x04", "an archive or an Office document"},
      {"\xD0\xCF\x11\xE0", "an Office document"},
      {"%PDF-", "PDF"},
      {"{\\rtf", "RTF"},
  }};
  for (const auto& [begin, what] : kOther) {
    if (bytes.starts_with(begin)) return what;
  }
  const bool utf16 = bytes.size() >= 4 && ((bytes.starts_with("\xFF\xFE") && bytes[3] == '\0') ||
                                           (bytes.starts_with("\xFE\xFF") && bytes[2] == '\0'));
  return utf16 ? "UTF-16" : nullptr;
}

}  // namespace

Result<std::string> Input::read_text() const {
  Result<std::string> bytes = read();
  if (!bytes.ok()) return bytes;
  const char* other = other_than_text(*bytes);
  if (other == nullptr) return bytes;
  return Error{ErrorKind::kBadInput, "text", std::string("is ") + other + ", not plain text"};
}

Result<std::vector<Input>> list_inputs(const std::vector<std::string>& paths) {
  std::vector<Input> inputs;
  for (const std::string& path : paths) {
    std::error_code failed;
    if (path == "-") {
      inputs.push_back({path, "stdin", 0});
    } else if (fs::is_directory(path, failed)) {
      std::vector<Input> inside;
      fs::recursive_directory_iterator entry(path, failed);
      for (; !failed && entry != fs::end(entry); entry.increment(failed)) {
        // A link to a folder is not walked, but withheld when it is read, as what is unreadable is.
        std::error_code unreadable;
        if (entry->is_symlink(unreadable) || !entry->is_directory(unreadable)) {
          inside.push_back({entry->path(), entry->path().lexically_relative(path), 0});
        }
      }
      if (failed) return Error{ErrorKind::kIo, "folder", failed.message()};
      std::sort(inside.begin(), inside.end(),
                [](const Input& a, const Input& b) { return a.name < b.name; });
      inputs.insert(inputs.end(), inside.begin(), inside.end());
    } else {
      inputs.push_back({path, fs::path(path).filename(), 0});
    }
  }
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i].number = i + 1;
  return inputs;
}

}  // namespace redact
