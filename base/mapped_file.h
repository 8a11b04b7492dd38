// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace redact {

// A whole regular file mapped read-only. Sole owner of the mapping: every view into bytes() must
// not outlive it. Movable; the bytes keep their address across a move. Immutable, so any number of
// threads may read. A file that another process shortens while it is mapped raises SIGBUS on
// access; model files are expected to stay put.
class MappedFile {
 public:
  // Errors: kNotFound when there is no such file, kBadInput for anything but a regular file, kIo.
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return {data_, size_}; }
  // Lets the system take back the memory that reading the file has filled; bytes that are read
  // again come from the file again.
  void drop_resident_pages() const;

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  const uint8_t* data_;
  size_t size_;
};

}  // namespace redact
