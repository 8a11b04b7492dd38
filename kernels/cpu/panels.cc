// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panels.h"

#include <cstring>
#include <new>

namespace redact {

namespace {

constexpr std::align_val_t kAlignment{64};  // a cache line: no vector of codes straddles two

// The 32 codes of one block, in the order of their weights.
void read_block(const Weight& w, size_t row, size_t block, bool signed_codes, uint8_t* codes,
                uint16_t* scale) {
  const uint8_t* data = w.row(row) + block * block_bytes(w.format);
  std::memcpy(scale, data, 2);
  if (w.format == WeightFormat::kQ8_0) {
    for (size_t i = 0; i < kBlock; ++i)
      codes[i] = static_cast<uint8_t>(data[2 + i] ^ (signed_codes ? 0 : 0x80));
  } else {
    for (size_t i = 0; i < kBlock / 2; ++i) {
      codes[i] = data[2 + i] & 15;
      codes[i + kBlock / 2] = data[2 + i] >> 4;
    }
  }
}

}  // namespace

void Panels::AlignedFree::operator()(uint8_t* p) const { ::operator delete(p, kAlignment); }

Panels::Panels(const Weight& w, bool signed_codes)
    : rows_(w.rows), cols_(w.cols), four_bits_(w.format == WeightFormat::kQ4_0) {
  const size_t n_bytes = n_panels() * n_blocks() * block_bytes();
  codes_.reset(static_cast<uint8_t*>(::operator new(n_bytes, kAlignment)));
  std::memset(codes_.get(), 0, n_bytes);
  scales_.resize(n_panels() * n_blocks() * kPanelRows);
  for (size_t row = 0; row < rows_; ++row) {
    const size_t panel = row / kPanelRows, r = row % kPanelRows;
    for (size_t b = 0; b < n_blocks(); ++b) {
      uint8_t block[kBlock];
      const size_t at = (panel * n_blocks() + b);
      read_block(w, row, b, signed_codes, block, &scales_[at * kPanelRows + r]);
      uint8_t* out = codes_.get() + at * block_bytes();
      for (size_t i = 0; i < kBlock; ++i) {
        const size_t quad = i / 4;
        if (four_bits_) {
          out[(quad % 4 * kPanelRows + r) * 4 + i % 4] |=
              static_cast<uint8_t>(block[i] << (quad < 4 ? 0 : 4));
        } else {
          out[(quad * kPanelRows + r) * 4 + i % 4] = block[i];
        }
      }
    }
  }
}

}  // namespace redact
