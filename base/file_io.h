// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/open_file.h"
#include "base/result.h"

namespace redact {

// The bytes of a regular file.
Result<std::string> read_file(const std::string& path);

// write_all() writes all bytes to an open file; make_parent_folder() creates the folder of a file.
// On failure errno, or the returned code, says why.
bool write_all(int fd, std::string_view bytes);
std::error_code make_parent_folder(const std::string& path);
// The folder of a file; "." if its path names none.
std::string folder_of(const std::string& path);
// A name for an unfinished file. It is short, since the longest names leave no room for a suffix,
// and random, since process ids repeat in containers.
std::string partial_name();
// Whether a name has the form of partial_name(). No other file has this form.
bool is_partial_name(std::string_view name);
// The path of the file with a name in the folder of `path`.
std::string path_beside(const std::string& path, const std::string& name);
// kIo if a path that a new file is to have belongs to something that is not a regular file.
Result<void> check_target(const std::string& path);
// Flushes the names in a folder to the disk. Does nothing on file systems that cannot do so.
Result<void> sync_folder(const std::string& folder);

// Calls visit(line, number from 1) for each line of `content` that holds more than white space;
// stops at the first error of `visit`.
template <typename Visit>
Result<void> for_each_line(const std::string& content, Visit visit) {
  size_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = content.find('\n', at);
    const std::string line = content.substr(at, end - at);
    at = end == content.npos ? content.size() : end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    REDACT_TRY(visit(line, number));
  }
  return {};
}

// A file that appears under its name whole or not at all. Bytes go to an unnamed file of mode 0600
// or, on file systems without such files, to a file with a short random name in the same folder;
// commit() flushes it to the disk and puts it in place. Without commit() nothing is left behind; an
// unnamed file disappears even if the process is killed. Files that share flushes call the steps of
// commit() themselves: start_flush() of all, flush() of all, place() of all, sync_folder() of each
// folder.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);  // in a folder that exists
  AtomicFile(AtomicFile&& other) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<void> write(std::string_view bytes) { return file_.write(bytes); }
  size_t size() const { return file_.size(); }
  Result<void> shorten(size_t size) { return file_.shorten(size); }
  Result<void> commit();
  // The same, but returns false if a file with this name exists; that file stays unchanged.
  Result<bool> commit_new();

  const std::string& path() const { return path_; }
  void start_flush() { file_.start_flush(); }
  Result<void> flush() { return file_.flush(); }
  Result<void> place();

 private:
  AtomicFile(std::string path, std::string temporary, int fd, bool named)
      : path_(std::move(path)), temporary_(std::move(temporary)), file_(fd), named_(named) {}
  bool link_unnamed(const std::string& path) const;

  std::string path_, temporary_;
  OpenFile file_;
  bool named_;  // temporary_ exists
};

}  // namespace redact
