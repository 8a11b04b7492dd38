// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/mapped_file.h"
#include "base/result.h"
#include "gguf_loader/metadata.h"
#include "gguf_loader/split.h"
#include "gguf_loader/tensor_info.h"

namespace redact {

// A validated catalogue of a GGUF file, version 2 or 3, whole or split into parts: its metadata and
// its tensors, all as views of bytes that are not copied. Immutable, movable, safe to share between
// threads. Views stay valid across a move, for as long as the object (open) or the caller's bytes
// (parse) exist.
class GgufFile {
 public:
  // Maps the file and, if it is the first part of a split (split.h), all other parts. Errors name
  // the field, the key or the tensor at fault and its byte offset, and the part if it is not the
  // first.
  static Result<GgufFile> open(const std::string& path);
  // One buffer holds one whole file: a part of a split is refused.
  static Result<GgufFile> parse(std::span<const uint8_t> bytes);

  uint32_t version() const { return version_; }
  const Metadata& metadata() const { return metadata_; }            // of the first part
  std::span<const TensorInfo> tensors() const { return tensors_; }  // in file order, part by part
  const TensorInfo* find(std::string_view name) const;              // nullptr if there is none
  // Lets the system reclaim the memory pages that reading the mapped file has filled.
  void drop_resident_pages() const {
    for (const MappedFile& part : mapped_) part.drop_resident_pages();
  }
  // Precondition: `info` is one of tensors().
  std::span<const uint8_t> data(const TensorInfo& info) const {
    return data_[info.part].subspan(info.offset, info.n_bytes);
  }

  GgufFile(GgufFile&&) = default;
  GgufFile& operator=(GgufFile&&) = default;

 private:
  GgufFile() = default;
  // A single file, whether whole or a part of a split.
  static Result<GgufFile> parse_one(std::span<const uint8_t> bytes);
  static Result<GgufFile> open_one(const std::string& path);
  Result<void> read_tensors(ByteReader& reader, uint64_t count);
  Result<void> place_data(ByteReader& reader, std::span<const uint8_t> bytes);
  Result<void> add_part(GgufFile part, const Split& split, uint32_t number);

  std::vector<MappedFile> mapped_;  // one per part; empty after parse
  uint32_t version_ = 0;
  Metadata metadata_;
  std::vector<TensorInfo> tensors_;
  std::unordered_map<std::string_view, size_t> index_;
  std::vector<std::span<const uint8_t>> data_;  // one per part
};

}  // namespace redact
