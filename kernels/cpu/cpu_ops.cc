// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_ops.h"

#include <algorithm>

#include "kernels/cpu/level_kernels.h"
#include "kernels/formats/decode.h"

namespace redact {

namespace {

// The minimum work of a thread, in values of a gate or a norm, and in multiplications; for less,
// waking a worker costs more than the work.
constexpr size_t kValueGrain = 4096;
constexpr size_t kProductGrain = 1 << 18;

size_t rows_of_values(size_t d) { return std::max<size_t>(1, kValueGrain / d); }

}  // namespace

CpuOps::CpuOps(ThreadPool& pool, CpuLevel level)
    : pool_(pool), rows_(kernels_of(level).rows), panel_kernels_(kernels_of(level).panels) {}

size_t CpuOps::page_bytes(const AttentionShape& shape) const {
  return shape.kv_dim() * kPageEntries * (shape.floats ? sizeof(float) : sizeof(uint16_t));
}

size_t CpuOps::scratch_bytes(const StepBounds& bounds) const {
  const auto n_threads = static_cast<size_t>(pool_.n_threads());
  // Per block of 32: codes, a scale and two sums.
  const size_t quantised =
      (bounds.n_rows + kTileRows) * (bounds.widest_row / kBlock + 1) * (32 + 12);
  const size_t normed = (bounds.n_rows + n_threads) * bounds.widest_row * sizeof(float);
  const size_t decoded = n_threads * kDecodedRows * bounds.widest_row * sizeof(float);
  const size_t scores = n_threads * kMaxQueries * (bounds.n_entries + kPageEntries) * sizeof(float);
  // The normed rows and, for one expert, the gathered, gate, up and mixed rows.
  const size_t experts =
      bounds.n_experts > 0 ? 5 * bounds.n_rows * bounds.widest_row * sizeof(float) : 0;
  const size_t relative =
      bounds.n_relative > 0
          ? n_threads * sizeof(float) *
                relative_floats(bounds.n_entries, bounds.n_relative, bounds.shape.head_dim)
          : 0;
  return quantised + normed + decoded + scores + experts + relative;
}

void CpuOps::embed(const Weight& table, float scale, float* out) {
  const auto ids = step().ids;
  pool_.parallel_for(ids.size(), rows_of_values(table.cols), [&](size_t begin, size_t end) {
    thread_local Scratch<float> added;
    for (size_t r = begin; r < end; ++r) {
      float* row = out + r * table.cols;
      decode_row(table, static_cast<size_t>(ids[r]), row);
      for (const int32_t id : step().added.of_row(r)) {
        float* const other = added.room(table.cols);
        decode_row(table, static_cast<size_t>(id), other);
        for (size_t c = 0; c < table.cols; ++c) row[c] += other[c];
      }
      for (size_t c = 0; c < table.cols; ++c) row[c] *= scale;
    }
  });
}

void CpuOps::add_positions(const float* table, size_t d_model, float* x) {
  const auto positions = step().positions;
  pool_.parallel_for(positions.size(), rows_of_values(d_model), [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      const float* row = table + static_cast<size_t>(positions[r]) * d_model;
      for (size_t c = 0; c < d_model; ++c) x[r * d_model + c] += row[c];
    }
  });
}

void CpuOps::layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                        float* out) {
  pool_.parallel_for(n_rows, rows_of_values(d), [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) rows_.layer_norm(x + r * d, norm, d, out + r * d);
  });
}

void CpuOps::rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  pool_.parallel_for(n_rows, rows_of_values(d), [&](size_t begin, size_t end) {
    for (size_t r = begin; r < end; ++r) {
      rows_.rms_norm(x + r * d, norm.weight, norm.eps, d, out + r * d);
    }
  });
}

void CpuOps::add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  pool_.parallel_for(n_rows, rows_of_values(d), [&](size_t begin, size_t end) {
    thread_local Scratch<float> scratch;
    float* const normed = scratch.room(d);
    for (size_t r = begin; r < end; ++r) {
      rows_.rms_norm(x + r * d, norm.weight, norm.eps, d, normed);
      for (size_t i = 0; i < d; ++i) out[r * d + i] += normed[i];
    }
  });
}

void CpuOps::gate_values(GateValues apply, float* gate, const float* up, size_t n) {
  pool_.parallel_for(n, kValueGrain, [&](size_t begin, size_t end) {
    apply(gate + begin, up + begin, end - begin);
  });
}

void CpuOps::silu_gate(float* gate, const float* up, size_t n) {
  gate_values(rows_.silu_gate, gate, up, n);
}

void CpuOps::gelu_gate(float* gate, const float* up, size_t n) {
  gate_values(rows_.gelu_gate, gate, up, n);
}

void CpuOps::gelu(float* x, size_t n) {
  pool_.parallel_for(n, kValueGrain,
                     [&](size_t begin, size_t end) { rows_.gelu(x + begin, end - begin); });
}

void CpuOps::erf_gelu_gate(float* gate, const float* up, size_t n) {
  gate_values(rows_.erf_gelu_gate, gate, up, n);
}

void CpuOps::ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                        float* logits) {
  std::span<const int32_t> decoded_ids;
  for (size_t first = 0, end; first < candidates.n_rows(); first = end) {
    const auto ids = candidates.ids_of(first);
    end = candidates.end_of_run(first);
    if (ids.empty()) continue;
    if (!std::ranges::equal(ids, decoded_ids)) {
      float* const decoded = decoded_.room(ids.size() * w.cols);
      for (size_t i = 0; i < ids.size(); ++i) {
        decode_row(w, static_cast<size_t>(ids[i]), decoded + i * w.cols);
      }
      decoded_ids = ids;
    }
    const size_t grain = std::max<size_t>(1, kProductGrain / (ids.size() * w.cols));
    pool_.parallel_for(end - first, grain, [&](size_t from, size_t to) {
      const size_t row = first + from;
      rows_.dot_rows(decoded_.data(), ids.size(), hidden + row * w.cols, to - from, w.cols,
                     logits + candidates.offsets[row], ids.size(), false);
    });
  }
}

}  // namespace redact
