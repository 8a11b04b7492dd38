// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "documents/files/input_bytes.h"
#include "tests/documents/files/temporary_file.h"

namespace redact::fuzz {

// A file that each input overwrites, which takes half of the time that a file for each input takes.
// It is removed when the object is destroyed. Not for concurrent use.
class InputFile {
 public:
  // `ending`: of the path, by which InputBytes knows how the file is compressed.
  explicit InputFile(std::string_view ending) : path_(temporary_path() + std::string(ending)) {
    fd_ = ::mkstemps(path_.data(), static_cast<int>(ending.size()));
    if (fd_ < 0) std::abort();
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() {
    ::close(fd_);
    ::unlink(path_.c_str());
  }

  // Bytes that were opened earlier become invalid.
  InputBytes open(std::string_view bytes) const {
    const auto size = static_cast<ssize_t>(bytes.size());
    if (::pwrite(fd_, bytes.data(), bytes.size(), 0) != size || ::ftruncate(fd_, size) != 0) {
      std::abort();
    }
    return InputBytes::open(path_, false).value();
  }

  // One for each way to compress a file, chosen by the last two bits of `how`.
  static const InputFile& of(unsigned how) {
    static const InputFile kPlain(""), kGzip(".gz"), kZstd(".zst");
    return (how & 3) == 1 ? kGzip : (how & 3) == 2 ? kZstd : kPlain;
  }
  static bool is_compressed(unsigned how) { return (how & 3) == 1 || (how & 3) == 2; }

 private:
  std::string path_;
  int fd_;
};

}  // namespace redact::fuzz
