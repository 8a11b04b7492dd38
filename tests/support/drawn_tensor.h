// SPDX-License-Identifier: Apache-2.0
// Tensors that are drawn by a hash instead of stored, exactly as
// tests/golden/make_format_goldens.py draws them. The constants are explained there.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "kernels/formats/half.h"
#include "runtime/model/weights.h"

namespace redact::testing {

class DrawnTensor {
 public:
  DrawnTensor(const std::string& name, uint64_t n, TensorType type) {
    for (const char c : name) seed_ = (seed_ ^ static_cast<uint8_t>(c)) * 0x01000193;
    const auto blocks = kBlocks.find(type);
    if (blocks == kBlocks.end()) {
      draw_floats(name, n, type);
    } else {
      draw_blocks(n, type, blocks->second);
    }
  }

  std::string bytes;  // in the format of a file

 private:
  struct Half {
    size_t at;
    uint16_t bits, drawn;
  };
  static inline const std::map<TensorType, std::vector<Half>> kBlocks = {
      {TensorType::kQ8_0, {{0, 0x1000, 0x83ff}}},
      {TensorType::kQ4_1, {{0, 0x2000, 0x83ff}, {2, 0xac00, 0x83ff}}},
      {TensorType::kQ4_K, {{0, 0x0800, 0x83ff}, {2, 0x1400, 0x83ff}}},
      {TensorType::kQ5_K, {{0, 0x0400, 0x83ff}, {2, 0x1400, 0x83ff}}},
      {TensorType::kQ6_K, {{208, 0x0200, 0x81ff}}},
  };

  uint32_t draw(uint64_t i) const {
    uint32_t x = static_cast<uint32_t>(i) * 0x9e3779b9u + seed_;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
  }
  static float value_of(const std::string& name, float unit) {
    if (name.ends_with("norm.weight")) return 1 + unit / 2;
    if (name.ends_with("bias")) return unit * 2;
    return name.find("gate_inp") != name.npos ? unit / 2 : unit / 8;
  }
  template <typename T>
  void append(T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void draw_floats(const std::string& name, uint64_t n, TensorType type) {
    for (uint64_t i = 0; i < n; ++i) {
      const int32_t whole = static_cast<int32_t>(draw(i) >> 9) - (1 << 22);
      const float value = value_of(name, static_cast<float>(whole) * 0x1p-22f);
      type == TensorType::kF16 ? append(float_to_half(value)) : append(value);
    }
  }
  void draw_blocks(uint64_t n, TensorType type, const std::vector<Half>& halves) {
    const auto info = *tensor_type_info(static_cast<uint32_t>(type));
    bytes.resize(n / info.block_elements * info.block_bytes);
    for (uint64_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(draw(i) >> 24);
    for (size_t block = 0; block < bytes.size(); block += info.block_bytes) {
      uint16_t drawn = 0;
      std::memcpy(&drawn, bytes.data() + block + halves[0].at, sizeof drawn);
      for (const Half& half : halves) {
        const auto bits = static_cast<uint16_t>(half.bits ^ (drawn & half.drawn));
        std::memcpy(bytes.data() + block + half.at, &bits, sizeof bits);
      }
    }
  }

  uint32_t seed_ = 0x811c9dc5;
};

}  // namespace redact::testing
