// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "documents/files/input_bytes.h"

namespace redact {

// A path for mkdtemp() and mkstemps(): in memory if /dev/shm exists.
inline std::string temporary_path() {
  const bool has_memory = ::access("/dev/shm", W_OK) == 0;
  return std::string(has_memory ? "/dev/shm" : "/tmp") + "/redact-test-XXXXXX";
}

// A file that exists as long as this object; its path ends with `ending`.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content, std::string_view ending = "") {
    std::string path = temporary_path() + std::string(ending);
    FILE* file = ::fdopen(::mkstemps(path.data(), static_cast<int>(ending.size())), "w");
    if (file == nullptr || std::fwrite(content.data(), 1, content.size(), file) != content.size()) {
      std::abort();
    }
    std::fclose(file);
    path_ = path;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path_.c_str()); }

  const std::string& path() const { return path_; }
  InputBytes open() const { return InputBytes::open(path_, false).value(); }

 private:
  std::string path_;
};

// An empty folder that exists, with what it then holds, as long as this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = temporary_path();
    if (::mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// A pipe whose writing end is held by the test.
class TemporaryPipe {
 public:
  TemporaryPipe() {
    if (::pipe(ends_) != 0) std::abort();
  }
  TemporaryPipe(const TemporaryPipe&) = delete;
  TemporaryPipe& operator=(const TemporaryPipe&) = delete;
  ~TemporaryPipe() {
    ::close(ends_[0]);
    close();
  }

  void write(std::string_view bytes) {
    if (::write(ends_[1], bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      std::abort();
    }
  }
  // Whether all that was written has been read.
  bool is_drained() const {
    int n = 0;
    return ::ioctl(ends_[0], FIONREAD, &n) == 0 && n == 0;
  }
  void close() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  InputBytes open() const {
    return InputBytes::open("/proc/self/fd/" + std::to_string(ends_[0]), true).value();
  }

 private:
  int ends_[2];
};

}  // namespace redact
