// SPDX-License-Identifier: Apache-2.0
// Pages of keys and values in int8, with one scale per head of an entry. One key head's part of a
// page, codes before scales:
//
//   keys    [head_dim / 4][kPageEntries][4] unsigned, with an offset of 128, so that four
//           dimensions of all entries are one AVX-512 vector; then [kPageEntries] floats
//   values  [kPageEntries / 4][head_dim][4] signed: four entries of all dimensions; the same floats
//
// A part is no larger than one of halves (cpu_attention.cc), so all pages have the same size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/ops.h"

namespace redact {

constexpr int kKeyOffset = 128;
constexpr size_t kMostInt8HeadDim = 256;  // bounds the queries' codes on a thread's stack

constexpr bool int8_pages_support(size_t head_dim) {
  return head_dim % 16 == 0 && head_dim <= kMostInt8HeadDim;
}

// Bytes of one key head's part of a page of keys, or of values.
constexpr size_t int8_part_bytes(size_t head_dim) {
  return kPageEntries * (head_dim + sizeof(float));
}
// The offset of its scales.
constexpr size_t int8_scales_at(size_t head_dim) { return kPageEntries * head_dim; }

// Puts one entry's codes and scale into a part of a page.
inline void store_int8_key(const int8_t* codes, float scale, size_t head_dim, size_t slot,
                           uint8_t* part) {
  for (size_t c = 0; c < head_dim; c += 4) {
    uint32_t quad;
    std::memcpy(&quad, codes + c, 4);
    quad ^= 0x80808080;
    std::memcpy(part + c * kPageEntries + slot * 4, &quad, 4);
  }
  std::memcpy(part + int8_scales_at(head_dim) + slot * sizeof scale, &scale, sizeof scale);
}
inline void store_int8_value(const int8_t* codes, float scale, size_t head_dim, size_t slot,
                             uint8_t* part) {
  uint8_t* column = part + slot / 4 * 4 * head_dim + slot % 4;
  for (size_t c = 0; c < head_dim; ++c) column[c * 4] = static_cast<uint8_t>(codes[c]);
  std::memcpy(part + int8_scales_at(head_dim) + slot * sizeof scale, &scale, sizeof scale);
}

}  // namespace redact
