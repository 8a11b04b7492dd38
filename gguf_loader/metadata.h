// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "gguf_loader/byte_reader.h"

namespace redact {

// Text of a file made safe for an error or a listing: its first 60 bytes, with a question mark for
// every byte that is not printable ASCII.
std::string escaped(std::string_view text);

enum class MetadataType : uint32_t {
  kU8,
  kI8,
  kU16,
  kI16,
  kU32,
  kI32,
  kF32,
  kBool,
  kString,
  kArray,
  kU64,
  kI64,
  kF64,
};

// One value, undecoded: its bytes in the file. For an array, `element` and `count` describe them.
struct MetadataValue {
  MetadataType type;
  MetadataType element = MetadataType::kU8;
  uint64_t count = 1;
  std::span<const uint8_t> bytes;
};

// The typed key/value store of a file. Values are decoded on request, and each getter checks the
// type and the count of the value: a wrong type is an error, never a default. get_* require the
// key, find_* return nullopt if it is absent. Views the file's bytes. Immutable.
class Metadata {
 public:
  // Reads `count` pairs. Errors name the key and the byte offset.
  static Result<Metadata> read(ByteReader& reader, uint64_t count);

  bool has(std::string_view key) const { return index_.contains(key); }
  const std::vector<std::string_view>& keys() const { return keys_; }  // in file order
  const MetadataValue& value(std::string_view key) const;              // precondition: has(key)

  // Any integer type, non-negative.
  Result<uint64_t> get_count(const std::string& key) const;
  Result<std::string_view> get_string(const std::string& key) const;
  Result<std::vector<std::string_view>> get_strings(const std::string& key) const;
  Result<std::vector<float>> get_floats(const std::string& key) const;       // F32 arrays
  Result<std::span<const uint8_t>> get_bytes(const std::string& key) const;  // U8 arrays, in place
  Result<std::vector<int32_t>> get_ints(const std::string& key) const;       // I32, or U32 in range

  Result<std::optional<uint64_t>> find_count(const std::string& key) const;
  Result<std::optional<std::string_view>> find_string(const std::string& key) const;
  Result<std::optional<double>> find_float(const std::string& key) const;  // F32 or F64
  Result<std::optional<bool>> find_bool(const std::string& key) const;

  // One human-readable line: a scalar's value, or an array's type and count; strings are escaped
  // and truncated.
  std::string describe(std::string_view key) const;

 private:
  std::vector<std::string_view> keys_;
  std::unordered_map<std::string_view, MetadataValue> index_;
};

}  // namespace redact
