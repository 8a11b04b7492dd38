// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace redact {

// A whole regular file mapped read-only. It is the sole owner of the mapping: no view into bytes()
// may outlive it. Movable; the bytes keep their address across a move. Immutable, so any number of
// threads may read. If another process truncates the file while it is mapped, access raises SIGBUS;
// model files are expected not to change.
class MappedFile {
 public:
  // Errors: kNotFound if there is no such file, kBadInput for anything but a regular file, kIo for
  // other failures.
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return {data_, size_}; }
  // Lets the system reclaim the memory pages that reading the file has filled; later reads come
  // from the file again.
  void drop_resident_pages() const;

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  const uint8_t* data_;
  size_t size_;
};

}  // namespace redact
