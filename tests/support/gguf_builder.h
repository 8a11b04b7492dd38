// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redact::testing {

// Writes GGUF files byte by byte, valid or broken on purpose: it checks nothing. A file is
//   magic u32 | version u32 | n_tensors u64 | n_kv u64 | key/values | tensor infos | padding | data
class GgufBuilder {
 public:
  uint32_t magic = 0x46554747;
  uint32_t version = 3;
  uint64_t extra_tensors = 0;  // added to the counts in the header
  uint64_t extra_kv = 0;
  uint64_t alignment = 32;  // of the padding written, not a key

  template <typename T>
  static std::string raw(T value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  }
  static std::string string(std::string_view text) {
    return raw<uint64_t>(text.size()) + std::string(text);
  }

  // Adds a pair: key, type id, encoded value.
  GgufBuilder& kv(std::string_view key, uint32_t type, const std::string& value) {
    kv_ += string(key) + raw(type) + value;
    ++n_kv_;
    return *this;
  }
  // Adds bytes in place of a whole pair; they count as one.
  GgufBuilder& raw_kv(const std::string& bytes) {
    kv_ += bytes;
    ++n_kv_;
    return *this;
  }
  // Adds a tensor's entry, and `n_bytes` of data followed by padding.
  GgufBuilder& tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type,
                      uint64_t offset, uint64_t n_bytes) {
    return tensor(name, dims, type, offset, std::string(n_bytes, '\1'));
  }
  GgufBuilder& tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type,
                      uint64_t offset, const std::string& bytes) {
    infos_ += string(name) + raw(static_cast<uint32_t>(dims.size()));
    for (const uint64_t dim : dims) infos_ += raw(dim);
    infos_ += raw(type) + raw(offset);
    ++n_tensors_;
    data_ += bytes;
    data_.append((alignment - data_.size() % alignment) % alignment, '\0');
    return *this;
  }

  std::string build() const {
    std::string file = raw(magic) + raw(version) + raw(n_tensors_ + extra_tensors) +
                       raw(n_kv_ + extra_kv) + kv_ + infos_;
    if (n_tensors_ > 0) file.append((alignment - file.size() % alignment) % alignment, '\0');
    return file + data_;
  }

 private:
  uint64_t n_kv_ = 0, n_tensors_ = 0;
  std::string kv_, infos_, data_;
};

// A small valid file with one of every kind of value and two tensors.
inline GgufBuilder valid_gguf() {
  GgufBuilder b;
  b.kv("general.architecture", 8, GgufBuilder::string("llama"));
  b.kv("a.u32", 4, GgufBuilder::raw<uint32_t>(7));
  b.kv("a.u8", 0, std::string(1, '\2'));
  b.kv("a.f32", 6, GgufBuilder::raw(0.5f));
  b.kv("a.bool", 7, std::string(1, '\1'));
  b.kv("a.u64", 10, GgufBuilder::raw<uint64_t>(9));
  b.kv("a.strings", 9,
       GgufBuilder::raw<uint32_t>(8) + GgufBuilder::raw<uint64_t>(2) + GgufBuilder::string("x") +
           GgufBuilder::string("yz"));
  b.kv("a.ints", 9,
       GgufBuilder::raw<uint32_t>(5) + GgufBuilder::raw<uint64_t>(2) +
           GgufBuilder::raw<int32_t>(-1) + GgufBuilder::raw<int32_t>(3));
  b.tensor("t.f32", {8, 2}, 0, 0, 64);
  b.tensor("t.q8", {32, 3}, 8, 64, 102);
  return b;
}

}  // namespace redact::testing
