// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/open_file.h"
#include "base/result.h"

namespace redact {

// A file that grows over several runs and appears under its name when it is complete. Until then
// its bytes are in a file of mode 0600 with a short random name in the same folder, which stays
// when the process ends. The caller has to remember that name and the number of bytes that count.
class GrowingFile {
 public:
  // Makes the file, with a name of partial_name(), in a folder that exists. A caller that remembers
  // the name does so first.
  static Result<GrowingFile> create(const std::string& path, const std::string& partial);
  // Continues the file `partial` in the folder of `path` and cuts it off after its first `size`
  // bytes. kNotFound if it does not exist, kBadInput if it is shorter.
  static Result<GrowingFile> reopen(const std::string& path, const std::string& partial,
                                    size_t size);

  Result<void> write(std::string_view bytes) { return file_.write(bytes); }
  Result<void> shorten(size_t size) { return file_.shorten(size); }
  Result<void> flush() { return file_.flush(); }
  void remove();  // nothing of the file is left

  const std::string& path() const { return path_; }
  const std::string& partial() const { return partial_; }  // its name in the folder of path()
  size_t size() const { return file_.size(); }

  // Puts a complete file in its place. Call sync_folder() to flush its name to the disk.
  static Result<void> place(const std::string& path, const std::string& partial);

 private:
  GrowingFile(std::string path, std::string partial, int fd)
      : path_(std::move(path)), partial_(std::move(partial)), file_(fd) {}

  std::string path_, partial_;
  OpenFile file_;
};

}  // namespace redact
