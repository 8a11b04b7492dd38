// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panels.h"

#include <cstring>
#include <new>

#include "kernels/cpu/decode.h"

namespace redact {

namespace {

constexpr std::align_val_t kAlignment{64};  // a cache line: no vector of codes straddles two

}  // namespace

void Panels::AlignedFree::operator()(uint8_t* p) const { ::operator delete(p, kAlignment); }

Panels::Panels(const Weight& w, bool signed_codes)
    : format_(w.format), rows_(w.rows), cols_(w.cols) {
  const size_t n_bytes = n_panels() * n_blocks() * block_bytes();
  codes_.reset(static_cast<uint8_t*>(::operator new(n_bytes, kAlignment)));
  std::memset(codes_.get(), 0, n_bytes);
  const size_t n_scales = n_panels() * n_blocks() * kPanelRows;
  if (has_float_scales(format_)) {
    float_scales_.resize(n_scales * scale_parts(format_));
  } else {
    half_scales_.resize(n_scales);
  }
  if (has_mins(format_)) mins_.resize(n_scales);

  const uint8_t flip = signed_codes && format_ == WeightFormat::kQ8_0 ? 0x80 : 0;
  for (size_t row = 0; row < rows_; ++row) {
    const size_t panel = row / kPanelRows, r = row % kPanelRows;
    for (size_t b = 0; b < n_blocks(); ++b) {
      const BlockParts parts = read_block(w, row, b);
      const size_t at = panel * n_blocks() + b;
      if (has_float_scales(format_)) {
        for (size_t part = 0; part < scale_parts(format_); ++part) {
          float_scales_[(at * scale_parts(format_) + part) * kPanelRows + r] = parts.scale[part];
        }
      } else {  // the half is the first thing in a block of either format
        std::memcpy(&half_scales_[at * kPanelRows + r],
                    w.row(row) + b * redact::block_bytes(w.format), 2);
      }
      if (has_mins(format_)) mins_[at * kPanelRows + r] = parts.min;
      uint8_t* out = codes_.get() + at * block_bytes();
      for (size_t i = 0; i < kBlock; ++i) {
        const size_t quad = i / 4;
        if (has_four_bit_codes(format_)) {
          out[(quad % 4 * kPanelRows + r) * 4 + i % 4] |=
              static_cast<uint8_t>(parts.code[i] << (quad < 4 ? 0 : 4));
        } else {
          out[(quad * kPanelRows + r) * 4 + i % 4] = parts.code[i] ^ flip;
        }
      }
    }
  }
}

}  // namespace redact
