// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace redact {

namespace {

// Weight rows decoded at a time: 16 rows of 2,048 floats are 128 KiB, a fair share of an L2 cache.
constexpr size_t kDecodedRows = 16;

const RowKernels& rows_of(CpuLevel level) {
  switch (level) {
    case CpuLevel::kAmx:
    case CpuLevel::kAvx512: return kAvx512Rows;
    case CpuLevel::kAvx2: return kAvx2Rows;
    case CpuLevel::kScalar: return kScalarRows;
  }
  return kScalarRows;
}

const PanelKernels& panels_of([[maybe_unused]] CpuLevel level) {
#if defined(__x86_64__)
  switch (level) {
    case CpuLevel::kAmx: return kAmxPanels;
    case CpuLevel::kAvx512: return kAvx512Panels;
    case CpuLevel::kAvx2: return kAvx2Panels;
    case CpuLevel::kScalar: return kScalarPanels;
  }
#endif
  return kScalarPanels;
}

// Rotates the pairs (2i, 2i + 1) of one head.
void rotate(float* head, const float* cos_sin, size_t n_dims) {
  for (size_t i = 0; i < n_dims; i += 2) {
    const float c = cos_sin[i], s = cos_sin[i + 1];
    const float a = head[i], b = head[i + 1];
    head[i] = a * c - b * s;
    head[i + 1] = a * s + b * c;
  }
}

// cos_sin[n_dims]: cosine and sine of each pair's angle, in double since positions reach 10^5.
void rope_angles(const Rope& rope, int32_t position, float* cos_sin) {
  for (size_t i = 0; i < rope.n_dims / 2; ++i) {
    const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(rope.n_dims);
    const double factor = rope.factors ? rope.factors[i] : 1.0;
    const double angle =
        position * std::pow(static_cast<double>(rope.freq_base), exponent) / factor;
    cos_sin[2 * i] = static_cast<float>(std::cos(angle));
    cos_sin[2 * i + 1] = static_cast<float>(std::sin(angle));
  }
}

}  // namespace

CpuOps::CpuOps(ThreadPool& pool, CpuLevel level)
    : pool_(pool), rows_(rows_of(level)), panel_kernels_(panels_of(level)) {}

Weight CpuOps::prepare(const Weight& w) {
  if (!Panels::supports(w.format)) return w;
  panels_.push_back(std::make_unique<Panels>(w));
  Weight prepared = w;
  prepared.prepared = panels_.back().get();
  return prepared;
}

void CpuOps::embed(const Weight& table, std::span<const int32_t> ids, float* out) {
  for (size_t r = 0; r < ids.size(); ++r) {
    rows_.decode(table, static_cast<size_t>(ids[r]), 1, out + r * table.cols);
  }
}

void CpuOps::rms_norm(const float* x, const float* weight, float eps, size_t n_rows, size_t d,
                      float* out) {
  for (size_t r = 0; r < n_rows; ++r) rows_.rms_norm(x + r * d, weight, eps, d, out + r * d);
}

void CpuOps::multiply(const Weight& w, const float* x, size_t n_rows, float* out, bool add) {
  if (w.prepared != nullptr) {
    multiply_panels(*static_cast<const Panels*>(w.prepared), x, n_rows, out, add);
  } else {
    multiply_decoded(w, x, n_rows, out, add);
  }
}

QuantizedRows CpuOps::quantize(const float* x, size_t n_rows, size_t cols) {
  // Rows up to a multiple of 16, since tiles read whole ones; what is left over there is never
  // written out.
  const size_t padded = (n_rows + 15) / 16 * 16, n_blocks = cols / kBlock;
  if (codes_.size() < padded * cols) codes_.resize(padded * cols);
  if (scales_.size() < padded * n_blocks) {
    scales_.resize(padded * n_blocks);
    minus_sums_.resize(padded * n_blocks);
  }
  constexpr size_t kGrain = 16;  // rows; below it, waking a worker costs more than the work
  pool_.parallel_for(n_rows, kGrain, [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      rows_.quantize(x + r * cols, cols, codes_.data() + r * cols, scales_.data() + r * n_blocks,
                     minus_sums_.data() + r * n_blocks);
    }
  });
  return {n_rows, cols, codes_.data(), scales_.data(), minus_sums_.data()};
}

void CpuOps::multiply_panels(const Panels& w, const float* x, size_t n_rows, float* out, bool add) {
  const QuantizedRows rows = quantize(x, n_rows, w.cols());
  pool_.parallel_for(w.n_panels(), 1, [&](size_t begin, size_t end) {
    panel_kernels_.multiply(w, begin, end, rows, out, w.rows(), add);
  });
}

void CpuOps::multiply_decoded(const Weight& w, const float* x, size_t n_rows, float* out,
                              bool add) {
  pool_.parallel_for(w.rows, kDecodedRows, [&](size_t begin, size_t end) {
    std::vector<float> decoded(kDecodedRows * w.cols);
    for (size_t row = begin; row < end; row += kDecodedRows) {
      const size_t n = std::min(kDecodedRows, end - row);
      rows_.decode(w, row, n, decoded.data());
      rows_.dot_rows(decoded.data(), n, x, n_rows, w.cols, out + row, w.rows, add);
    }
  });
}

void CpuOps::matmul(const Weight& w, const float* x, size_t n_rows, float* out) {
  multiply(w, x, n_rows, out, false);
}

void CpuOps::matmul_add(const Weight& w, const float* x, size_t n_rows, float* out) {
  multiply(w, x, n_rows, out, true);
}

void CpuOps::rope_store(const AttentionShape& shape, const Rope& rope,
                        std::span<const int32_t> positions, std::span<const Segment> segments,
                        float* q, float* k, const float* v) {
  std::vector<float> cos_sin(rope.n_dims);
  const size_t kv_dim = shape.kv_dim();
  for (const Segment& segment : segments) {
    for (size_t i = 0; i < segment.n_rows; ++i) {
      const size_t r = segment.first_row + i;
      rope_angles(rope, positions[r], cos_sin.data());
      for (size_t h = 0; h < shape.n_heads; ++h) {
        rotate(q + r * shape.q_dim() + h * shape.head_dim, cos_sin.data(), rope.n_dims);
      }
      for (size_t h = 0; h < shape.n_kv_heads; ++h) {
        rotate(k + r * kv_dim + h * shape.head_dim, cos_sin.data(), rope.n_dims);
      }
      const size_t entry = segment.n_past + i;
      std::memcpy(segment.kv.k + entry * kv_dim, k + r * kv_dim, kv_dim * sizeof(float));
      std::memcpy(segment.kv.v + entry * kv_dim, v + r * kv_dim, kv_dim * sizeof(float));
    }
  }
}

void CpuOps::attention(const AttentionShape& shape, std::span<const Segment> segments,
                       const float* q, float* out) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(shape.head_dim));
  const size_t group = shape.n_heads / shape.n_kv_heads;
  for (const Segment& segment : segments) {
    // (row, head) pairs with the heads outermost: equal shares, since late rows see more entries.
    pool_.parallel_for(segment.n_rows * shape.n_heads, 1, [&](size_t begin, size_t end) {
      std::vector<float> scores(segment.n_past + segment.n_rows);
      for (size_t pair = begin; pair < end; ++pair) {
        const size_t h = pair / segment.n_rows, i = pair % segment.n_rows;
        const size_t at = (segment.first_row + i) * shape.q_dim() + h * shape.head_dim;
        const size_t kv_at = h / group * shape.head_dim;
        rows_.attend(q + at, segment.kv.k + kv_at, segment.kv.v + kv_at, segment.n_past + i + 1,
                     shape.kv_dim(), shape.head_dim, scale, scores.data(), out + at);
      }
    });
  }
}

void CpuOps::silu_gate(float* gate, const float* up, size_t n) {
  constexpr size_t kGrain = 4096;  // below it, waking a worker costs more than the work
  pool_.parallel_for(n, kGrain, [&](size_t begin, size_t end) {
    rows_.silu_gate(gate + begin, up + begin, end - begin);
  });
}

void CpuOps::candidate_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                              float* logits) {
  std::vector<float> decoded;
  std::span<const int32_t> decoded_ids;
  for (size_t r = 0; r + 1 < candidates.offsets.size(); ++r) {
    const size_t begin = candidates.offsets[r];
    const auto ids = candidates.ids.subspan(begin, candidates.offsets[r + 1] - begin);
    if (ids.empty()) continue;
    if (!std::equal(ids.begin(), ids.end(), decoded_ids.begin(), decoded_ids.end())) {
      decoded.resize(ids.size() * w.cols);  // rows in a row mostly ask for the same ids
      for (size_t i = 0; i < ids.size(); ++i) {
        rows_.decode(w, static_cast<size_t>(ids[i]), 1, decoded.data() + i * w.cols);
      }
      decoded_ids = ids;
    }
    rows_.dot_rows(decoded.data(), ids.size(), hidden + r * w.cols, 1, w.cols, logits + begin,
                   ids.size(), false);
  }
}

}  // namespace redact
