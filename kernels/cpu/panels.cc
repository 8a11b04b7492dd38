// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panels.h"

#include <algorithm>
#include <cstring>

namespace redact {

namespace {

// Puts the low `bits` of each of four codes into a plane of that many bits, which must be zero
// before.
void put_quad(uint32_t codes, size_t bits, size_t quad, size_t r, uint8_t* plane) {
  uint8_t* at = plane + (quad % bits * kPanelRows + r) * 4;
  uint32_t word;
  std::memcpy(&word, at, 4);
  word |= (codes & ((1u << bits) - 1) * 0x01010101u) << (quad / bits * bits);
  std::memcpy(at, &word, 4);
}

void put_codes(const PanelLayout& layout, const uint8_t* codes, uint8_t flip, size_t r,
               uint8_t* out) {
  for (size_t quad = 0; quad < kQuads; ++quad) {
    uint32_t four;
    std::memcpy(&four, codes + quad * 4, 4);
    four ^= flip * 0x01010101u;
    put_quad(four, layout.low_bits, quad, r, out);
    if (layout.high_bits == 0) continue;
    put_quad(four >> layout.low_bits, layout.high_bits, quad, r, out + layout.low_bits * 64);
  }
}

void put_half(uint16_t half, size_t r, uint8_t* out) { std::memcpy(out + 2 * r, &half, 2); }

void put_scales(const PanelLayout& layout, const BlockParts& parts, size_t r, uint8_t* scales,
                uint8_t* steps) {
  if (layout.has_steps()) {
    for (size_t part = 0; part < layout.parts; ++part, scales += kPanelRows) {
      const int high = layout.nibbles() ? parts.min[part] << 4 : 0;
      scales[r] = static_cast<uint8_t>(parts.scale[part] | high);
    }
    put_half(parts.step, r, steps);
  } else {
    put_half(parts.step, r, scales);
    scales += 2 * kPanelRows;
  }
  if (layout.min == MinForm::kHalf) put_half(parts.min_step, r, scales);
  if (layout.min == MinForm::kSteps) scales[r] = static_cast<uint8_t>(parts.min[0]);
  if (layout.has_steps() && layout.has_mins()) {
    put_half(parts.min_step, r, steps + 2 * kPanelRows);
  }
}

}  // namespace

size_t Panels::bytes_for(const Weight& w) {
  const PanelLayout& layout = quantised_format(w.format)->layout;
  const size_t n_panels = (w.rows + kPanelRows - 1) / kPanelRows, n_blocks = w.cols / kBlock;
  return n_panels * (n_blocks * (layout.code_bytes() + layout.scale_bytes()) +
                     n_blocks / kStepBlocks * layout.step_bytes());
}

Panels::Panels(const Weight& w, bool signed_codes, ThreadPool& pool)
    : format_(quantised_format(w.format)),
      rows_(w.rows),
      n_blocks_(w.cols / kBlock),
      signed_codes_(signed_codes),
      scales_at_(n_panels() * n_blocks_ * layout().code_bytes()),
      steps_at_(scales_at_ + n_panels() * n_blocks_ * layout().scale_bytes()),
      memory_(allocate_panels(bytes_for(w))) {
  const uint8_t flip = signed_codes && layout().code_bits() == 8 ? 0x80 : 0;
  pool.parallel_for(n_panels(), 1, [&](size_t begin, size_t end) {
    for (size_t panel = begin; panel < end; ++panel) fill(w, panel, flip);
  });
}

void Panels::fill(const Weight& w, size_t panel, uint8_t flip) {
  // The arrays belong to this object; a view is const for the sake of the kernels.
  const PanelView view = this->view(panel);
  auto* const codes = const_cast<uint8_t*>(view.codes);
  auto* const scales = const_cast<uint8_t*>(view.scales);
  auto* const steps = const_cast<uint8_t*>(view.steps);
  const PanelLayout layout = this->layout();
  const size_t first = panel * kPanelRows, n = std::min(kPanelRows, rows_ - first);
  for (size_t r = 0; r < n; ++r) {
    for (size_t b = 0; b < n_blocks_; ++b) {
      BlockParts parts{};
      format_->unpack(w.row(first + r), b, parts);
      put_codes(layout, parts.code, flip, r, codes + b * layout.code_bytes());
      put_scales(layout, parts, r, scales + b * layout.scale_bytes(),
                 steps + b / kStepBlocks * layout.step_bytes());
    }
  }
}

}  // namespace redact
