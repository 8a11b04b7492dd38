// SPDX-License-Identifier: Apache-2.0
// The verbs the forward pass is written in, cut where kernels fuse. Three implementations: CPU
// (kernels/cpu), CUDA (kernels/cuda), and a naive double-precision reference (tests only).
//
// Conventions. Shapes are written outermost first and are dense. All activations are float.
// `x[n_rows, d]` and `out` never alias unless a verb says so. Shapes are the caller's promise:
// runtime/model checks them once at load, so no verb returns an error. Every row's result depends
// on that row and its own sequence alone and sums in one fixed order, whatever else is in the batch
// and however many threads run (P4). One thread at a time may call into one Ops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "base/result.h"
#include "kernels/format.h"

namespace redact {

struct AttentionShape {
  size_t n_heads;
  size_t n_kv_heads;  // divides n_heads; query head h reads key head h / (n_heads / n_kv_heads)
  size_t head_dim;

  size_t q_dim() const { return n_heads * head_dim; }
  size_t kv_dim() const { return n_kv_heads * head_dim; }
};

// Rotary embedding of ggml's NORM kind: dimensions (2i, 2i + 1) of a head rotate by the angle whose
// cosine and sine are cos_sin[position][2i], [2i + 1]; dimensions from n_dims on stay as they are.
struct Rope {
  size_t n_dims;         // even, at most head_dim
  const float* cos_sin;  // [positions, n_dims]
};

// Entries of a page of keys and values: one vector of AVX-512, and a whole number of narrower ones.
constexpr size_t kPageEntries = 16;
constexpr size_t pages_for(size_t n_entries) {
  return (n_entries + kPageEntries - 1) / kPageEntries;
}

// The keys and values of one sequence in one layer. Entry e lies in page pages[e / kPageEntries] of
// the layer. On the CPU a page holds kPageEntries * kv_dim floats of either kind,
//   keys    [n_kv_heads, head_dim, kPageEntries]   so that a dimension of all entries is one vector
//   values  [n_kv_heads, kPageEntries, head_dim]
struct KvView {
  float* k;  // the layer's page 0
  float* v;
  const uint32_t* pages;

  size_t key_at(const AttentionShape& shape, size_t entry, size_t head, size_t dim) const {
    const size_t page = pages[entry / kPageEntries];
    return ((page * shape.n_kv_heads + head) * shape.head_dim + dim) * kPageEntries +
           entry % kPageEntries;
  }
  size_t value_at(const AttentionShape& shape, size_t entry, size_t head, size_t dim) const {
    const size_t page = pages[entry / kPageEntries];
    return ((page * shape.n_kv_heads + head) * kPageEntries + entry % kPageEntries) *
               shape.head_dim +
           dim;
  }
};

// Consecutive rows of a batch that belong to one sequence. Row r of the segment is entry
// n_past + r of the sequence's cache and attends to entries [0, n_past + r]: the causal mask goes
// by order in the cache, never by position id. Where the segment is bidirectional, each of its rows
// attends to all of them too: [0, n_past + n_rows).
struct Segment {
  size_t first_row;
  size_t n_rows;
  size_t n_past;
  KvView kv;
  bool bidirectional = false;

  // Entries that row r attends to.
  size_t n_visible(size_t r) const { return n_past + (bidirectional ? n_rows : r + 1); }
};

// Which token ids each hidden row is scored for: row r has ids[offsets[r] .. offsets[r + 1]).
struct CandidateRows {
  std::span<const uint32_t> offsets;  // [n_rows + 1], from 0, never decreasing
  std::span<const int32_t> ids;
};

// RMSNorm (Zhang and Sennrich 2019): x / sqrt(mean(x^2) + eps) * weight.
struct Norm {
  const float* weight;
  float eps;
};

// One of several matrices that multiply the same rows.
struct Product {
  const Weight& w;
  float* out;  // [n_rows, w.rows]
};

class Ops {
 public:
  virtual ~Ops() = default;

  // What went wrong on the device so far. Verbs return nothing and go on after an error, so whoever
  // reads logits asks first.
  virtual Result<void> status() const { return {}; }

  // kUnsupported where this device has no attention of that shape: asked once, before an engine.
  virtual Result<void> supports(const AttentionShape&) const { return {}; }

  // Waits until all verbs have run. candidate_logits does, for the logits it fills.
  virtual void finish() {}

  // n floats of this device's memory, zeroed. What verbs read and write lies in such memory, but
  // for token ids, positions, segments and logits, which are the host's. The last owner goes before
  // this object.
  virtual std::shared_ptr<float[]> allocate(size_t n) = 0;
  // Values of the host where verbs can read them: the same ones on the CPU, a copy elsewhere. Valid
  // while this object and the values live.
  virtual const float* upload(std::span<const float> values) = 0;
  // to[i] = from[i], both in this device's memory.
  virtual void copy(const float* from, float* to, size_t n) = 0;
  // Memory of one page of keys, or of values, in floats; how it is laid out is the device's own.
  virtual size_t page_floats(const AttentionShape& shape) const = 0;

  // Of the device's memory, where it is not the host's own: as much as there can be there.
  virtual size_t free_bytes() const { return std::numeric_limits<size_t>::max(); }

  // Lays a matrix out as this device multiplies it fastest, once at load. matmul and matmul_add
  // take what this returns, which is valid while this object and the bytes of `w` live.
  virtual Weight prepare(const Weight& w) = 0;

  // out[r] = table[ids[r]]; out[n_rows, d_model].
  virtual void embed(const Weight& table, std::span<const int32_t> ids, float* out) = 0;

  // out[r] = norm(x[r]); x, out[n_rows, d], norm.weight[d].
  virtual void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) = 0;

  // out[r] = W x[r] for each product; x[n_rows, W.cols], out[n_rows, W.rows]. Where W is quantised,
  // so is x: in blocks of 32, code = x * 127 / max |x| to the nearest integer, and blocks are
  // multiplied in integers.
  virtual void matmul(std::span<const Product> products, const float* x, size_t n_rows) = 0;

  // out[r] = W norm(x[r]) for each product; to the bit what rms_norm and matmul give.
  virtual void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                           size_t n_rows) = 0;

  // out[r] += W x[r]: a projection and the residual it joins.
  virtual void matmul_add(const Product& product, const float* x, size_t n_rows) = 0;

  // Rotates q[n_rows, q_dim] in place, rotates k[n_rows, kv_dim] and stores it with
  // v[n_rows, kv_dim] at each row's entry of its segment's cache. positions[n_rows].
  virtual void rope_store(const AttentionShape& shape, const Rope& rope,
                          std::span<const int32_t> positions, std::span<const Segment> segments,
                          float* q, float* k, const float* v) = 0;

  // out[r, h] = softmax(q[r, h] . K / sqrt(head_dim)) V over the row's visible entries;
  // q, out[n_rows, q_dim].
  virtual void attention(const AttentionShape& shape, std::span<const Segment> segments,
                         const float* q, float* out) = 0;

  // gate[i] = silu(gate[i]) * up[i], silu(x) = x / (1 + exp(-x)); n values.
  virtual void silu_gate(float* gate, const float* up, size_t n) = 0;

  // logits[i] = W[ids[i]] . hidden[r] for each candidate i of each row r; hidden[n_rows, W.cols],
  // logits[ids.size()]. Only the named rows of W are read: no vocabulary head.
  virtual void candidate_logits(const Weight& w, const float* hidden,
                                const CandidateRows& candidates, float* logits) = 0;
};

}  // namespace redact
