// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/result_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/file_io.h"

namespace redact::batch {

namespace fs = std::filesystem;

void ResultFiles::add_growing(const std::string& name, const std::string& partial, size_t size,
                              bool in_place) {
  growing_[name] = {partial, size, in_place};
}

std::string ResultFiles::place_of(const std::string& name) const {
  const auto growing = growing_.find(name);
  if (growing == growing_.end() || growing->second.in_place) return name;
  return fs::path(name).parent_path() / growing->second.partial;
}

// nullptr: there is no such regular file.
Result<const std::string*> ResultFiles::open(const std::string& name) {
  constexpr const std::string* kNone = nullptr;
  if (unusable_.contains(name)) return kNone;
  if (is_open_ && opened_ == name) return &content_;
  const auto found = files_.find(place_of(name));
  std::error_code unknown;
  // A link can lead to a file that is changed after the audit, or that is not among the results.
  const bool is_file =
      found != files_.end() && fs::is_regular_file(fs::symlink_status(found->second, unknown));
  if (!is_file) {
    unusable_.insert(name);
    tell_(name,
          found == files_.end() ? "the result is missing" : "the result is not a regular file");
    return kNone;
  }
  REDACT_ASSIGN(content_, read_file(found->second));
  opened_ = name;
  is_open_ = true;
  return &content_;
}

Result<std::optional<std::string_view>> ResultFiles::take(const std::string& name, size_t begin,
                                                          size_t end) {
  constexpr std::optional<std::string_view> kNone;
  REDACT_ASSIGN(const std::string* file, open(name));
  if (file == nullptr) return kNone;
  if (begin > end || end > file->size()) {
    tell_(name, "the result is cut short");
    pieces_[name].emplace_back(std::min(begin, file->size()), file->size());
    return kNone;
  }
  pieces_[name].emplace_back(begin, end);
  return std::optional(std::string_view(*file).substr(begin, end - begin));
}

Result<void> ResultFiles::check_pieces(const std::string& name, std::vector<Piece>& pieces,
                                       const IsKnownGap& is_known) {
  REDACT_ASSIGN(const std::string* file, open(name));
  if (file == nullptr) return {};
  std::sort(pieces.begin(), pieces.end());
  pieces.emplace_back(file->size(), file->size());  // the end
  size_t at = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto& [begin, end] = pieces[i];
    const bool is_last = i + 1 == pieces.size();
    if (begin < at && end > begin) tell_(name, "the result holds two documents in one place");
    if (begin > at || is_last) {
      const std::string_view gap = std::string_view(*file).substr(at, begin > at ? begin - at : 0);
      REDACT_ASSIGN(const bool is_fine, is_known(name, gap, is_last));
      if (!is_fine) {
        tell_(name, gap.empty() ? "the bytes after the last document are missing"
                                : "the result holds bytes of no document");
      }
    }
    at = std::max(at, end);
  }
  return {};
}

Result<void> ResultFiles::finish(const IsKnownGap& is_known) {
  for (const auto& [name, growing] : growing_) {
    // A run that was killed may not have made the file yet.
    if (growing.in_place || growing.size > 0) pieces_[name];
  }
  std::set<std::string> known;
  for (auto& [name, pieces] : pieces_) {
    known.insert(place_of(name));
    REDACT_TRY(check_pieces(name, pieces, is_known));
  }
  for (const std::string& name : unusable_) known.insert(place_of(name));
  for (const auto& [name, path] : files_) {
    if (known.contains(name)) continue;
    std::error_code unknown;
    const bool is_folder = fs::is_directory(fs::symlink_status(path, unknown));
    tell_(name, is_folder ? "a folder whose files are not checked"
                          : "a result that belongs to no document of the journal");
  }
  return {};
}

}  // namespace redact::batch
