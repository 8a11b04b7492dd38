// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/open_file.h"
#include "base/result.h"

namespace redact {

// A file that grows over several runs and appears under its name when it is whole. Until then its
// bytes are in a file of mode 0600 with a short random name in the same folder, which stays when
// the process ends: somebody else remembers that name and how many of its bytes count.
class GrowingFile {
 public:
  // A new name for `partial`.
  static std::string new_partial(const std::string& path);
  // Makes the file in a folder that exists. Whoever remembers the name does so before.
  static Result<GrowingFile> create(const std::string& path, const std::string& partial);
  // Goes on with the file `partial` in the folder of `path`: what follows its first `size` bytes is
  // cut off. kNotFound if it does not exist, kBadInput if it is shorter.
  static Result<GrowingFile> reopen(const std::string& path, const std::string& partial,
                                    size_t size);

  Result<void> write(std::string_view bytes) { return file_.write(bytes); }
  Result<void> shorten(size_t size) { return file_.shorten(size); }
  Result<void> flush() { return file_.flush(); }
  void remove();  // nothing of it is left

  const std::string& path() const { return path_; }
  const std::string& partial() const { return partial_; }  // its name in the folder of path()
  size_t size() const { return file_.size(); }

  // Puts a whole file in its place. The name reaches the disk with sync_folder().
  static Result<void> place(const std::string& path, const std::string& partial);

 private:
  GrowingFile(std::string path, std::string partial, int fd)
      : path_(std::move(path)), partial_(std::move(partial)), file_(fd) {}

  std::string path_, partial_;
  OpenFile file_;
};

}  // namespace redact
