// SPDX-License-Identifier: Apache-2.0
// The verbs of the forward pass, divided so that kernels can fuse the work within one verb. There
// are three implementations: CPU (kernels/cpu), CUDA (kernels/cuda), and a naive double-precision
// reference (tests only).
//
// Conventions. Shapes are written outermost first and are dense. All activations are float.
// `x[n_rows, d]` and `out` never alias unless a verb says so. The caller guarantees the shapes:
// runtime/model checks them once at load, so no verb returns an error. Every row's result depends
// only on that row and its own sequence, and is summed in one fixed order, whatever else is in the
// batch and however many threads run (P4). Only one thread at a time may call into an Ops.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "kernels/device_memory.h"
#include "kernels/formats/format.h"
#include "kernels/relative_positions.h"

namespace redact {

struct AttentionShape {
  size_t n_heads;
  size_t n_kv_heads;  // divides n_heads; query head h reads key head h / (n_heads / n_kv_heads)
  size_t head_dim;
  // CPUs keep keys and values as floats, not as halves; GPUs always keep halves.
  bool floats = false;

  size_t q_dim() const { return n_heads * head_dim; }
  size_t kv_dim() const { return n_kv_heads * head_dim; }
};

// Attention of one layer.
struct Attention {
  AttentionShape shape;
  float scale;        // multiplies query-key products, usually 1 / sqrt(head_dim)
  size_t window = 0;  // a row sees only the last `window` entries, including its own; 0: all
  size_t radius = 0;  // a row sees only the entries that are at most this far from its own; 0: all
  // [n_heads] scores that take part in the softmax without a value of their own, so that a head may
  // attend to nothing (Xiao et al. 2023, arXiv 2309.17453); nullptr: none. Only with shape.floats.
  const float* sinks = nullptr;
};

// Which numbers share a scale when they are rounded to int8.
enum class Rounding {
  kBlocks,  // 32 activations; weights as in their format; keys and values stay halves
  // A row of activations; a row of a Q8_0 matrix, whose codes are rounded again; in attention, one
  // head of a query, key or value, and the attention weights of a query. Integers are summed over
  // whole rows, so this is the fastest. A device may still round by blocks: the CPU does so for
  // matrices of other formats, and in attention unless head_dim is a multiple of 16 up to 256;
  // GPUs always do.
  kRows,
};

// Which dimensions of a head rotate together: (2i, 2i + 1), ggml's NORM, or (i, i + n_dims / 2),
// ggml's NEOX.
enum class RopePairs { kAdjacent, kHalves };

// Rotary embedding: pair i rotates by the angle whose cosine and sine are cos_sin[position][2i],
// [2i + 1]; dimensions from n_dims on are left unchanged. The caller decides which position each
// row of the table stands for.
struct Rope {
  size_t n_dims;  // even, at most head_dim
  RopePairs pairs;
  const float* cos_sin;  // [positions, n_dims], in the device's memory
};

// Entries of a page of keys and values: one AVX-512 vector, or a whole number of narrower ones.
constexpr size_t kPageEntries = 16;
constexpr size_t pages_for(size_t n_entries) {
  return (n_entries + kPageEntries - 1) / kPageEntries;
}

// A sum of this many products of 8-bit numbers fits 32 bits: 2^16 * 255 * 127 < 2^31.
constexpr size_t kMostInt8Products = size_t{1} << 16;

// Layers share page tables: layers that see every entry use one, layers that see only a window of
// the last entries use another, whose pages are reused by other sequences once the window has
// passed them.
enum class PageTable { kAll, kWindow };

// The keys and values of all sequences in one layer. Page p begins p * page_bytes after each
// pointer.
struct LayerCache {
  std::byte* keys;
  std::byte* values;
  PageTable table = PageTable::kAll;
  Rounding rounding = Rounding::kBlocks;  // kRows only for sequences up to kMostInt8Products
};

// Consecutive rows of a step that belong to one sequence. Row r of the segment is entry n_past + r
// of the sequence's cache and attends to entries [0, n_past + r]: the causal mask follows the order
// in the cache, never the position id. In a bidirectional segment every row attends to entries
// [0, n_past + n_rows). Entry e of a layer lies in page pages_of(cache)[e / kPageEntries].
// Pages of the window table that no row of the segment sees may already belong to other sequences
// and must not be read.
struct Segment {
  // Entries [first, end).
  struct Visible {
    size_t first, end;
  };

  size_t first_row;
  size_t n_rows;
  size_t n_past;
  const uint32_t* pages;  // for n_past + n_rows entries or more
  bool bidirectional = false;
  const uint32_t* window_pages = nullptr;  // the same number, for layers with a window

  const uint32_t* pages_of(const LayerCache& cache) const {
    return cache.table == PageTable::kWindow ? window_pages : pages;
  }

  // The end of the entries that row r attends to, before a window or a radius is applied.
  size_t n_visible(size_t r) const { return n_past + (bidirectional ? n_rows : r + 1); }
  // The first entry that it attends to under an attention window.
  static size_t first_visible(size_t n_visible, size_t window) {
    return window > 0 && n_visible > window ? n_visible - window : 0;
  }
  // The entries that row r attends to in a layer.
  Visible visible(size_t r, const Attention& attention) const {
    const size_t own = n_past + r, radius = attention.radius, end = n_visible(r);
    const size_t first = first_visible(end, attention.window);
    if (radius == 0) return {first, end};
    return {std::max(first, own - std::min(own, radius)), std::min(end, own + radius + 1)};
  }
};

// The token ids that each hidden row is scored for. The logits of row r begin at offsets[r], and
// its ids at firsts[r], so that rows may share a list.
struct CandidateRows {
  std::span<const uint32_t> offsets;  // [n_rows + 1], from 0, never decreasing
  std::span<const int32_t> ids;
  std::span<const uint32_t> firsts = {};  // [n_rows]; empty: the offsets, so that none is shared

  size_t n_rows() const { return offsets.size() - 1; }
  size_t n_logits() const { return offsets.back(); }
  std::span<const int32_t> ids_of(size_t row) const {
    return ids.subspan(firsts.empty() ? offsets[row] : firsts[row],
                       offsets[row + 1] - offsets[row]);
  }
  // The end of the rows from `row` on that are scored for the same ids: devices multiply them
  // together.
  size_t end_of_run(size_t row) const {
    const auto run = ids_of(row);
    const auto is_run = [&](std::span<const int32_t> other) {
      return other.size() == run.size() &&
             (other.data() == run.data() || std::ranges::equal(other, run));
    };
    while (++row < n_rows() && is_run(ids_of(row))) {
    }
    return row;
  }
};

// Token ids whose embeddings are added to those of a step's rows: for row r the ids from offsets[r]
// to offsets[r + 1].
struct AddedIds {
  std::span<const uint32_t> offsets = {};  // [n_rows + 1], from 0, never decreasing; empty: no ids
  std::span<const int32_t> ids = {};

  std::span<const int32_t> of_row(size_t row) const {
    if (offsets.empty()) return {};
    return ids.subspan(offsets[row], offsets[row + 1] - offsets[row]);
  }
};

// The rows of one forward pass.
struct Step {
  std::span<const int32_t> ids;        // [n_rows] token ids
  std::span<const int32_t> positions;  // [n_rows] rows of Rope::cos_sin
  std::span<const Segment> segments;   // in order of their rows; together they cover all rows
  AddedIds added = {};

  // The candidates that ask_logits will be called with after this step, if they are known already:
  // devices with their own memory then copy them together with the step's other tables.
  CandidateRows candidates = {};

  size_t n_rows() const { return ids.size(); }
};

// The largest step that a device must be able to run without taking more memory.
struct StepBounds {
  size_t n_rows;
  size_t n_entries;   // of one sequence
  size_t widest_row;  // the widest row that a matrix multiplies
  AttentionShape shape;
  size_t n_experts = 0;  // of a layer; 0: add_experts is not called
  size_t n_experts_used = 0;
  size_t n_relative = 0;  // rows of RelativeAttention; 0: relative_attention is not called
  size_t n_logits = 0;    // of all candidates of a step
};

// RMSNorm (Zhang and Sennrich 2019): x / sqrt(mean(x^2) + eps) * weight.
struct Norm {
  const float* weight;
  float eps;
};

// LayerNorm (Ba et al. 2016, arXiv 1607.06450): (x - mean) / sqrt(mean((x - mean)^2) + eps) *
// weight + bias.
struct LayerNorm {
  const float* weight;
  const float* bias;  // nullptr: none
  float eps;
};

// One of several matrices that multiply the same rows.
struct Product {
  const Weight& w;              // prepared as kMultiplied or kMultipliedByRows
  float* out;                   // [n_rows, w.rows]
  const float* bias = nullptr;  // [w.rows], added to every row of out; nullptr: none
};

// The experts of a layer; each row goes through a few of them (Shazeer et al. 2017, arXiv
// 1701.06538, as in Mixtral, arXiv 2401.04088). All are prepared as kMultiplied.
struct Experts {
  const Weight& router;                // [n_experts, d_model], not quantised
  std::span<const Weight> gate;        // [n_experts] matrices [d_ff, d_model]
  std::span<const Weight> up;          // the same
  std::span<const Weight> down;        // [n_experts] matrices [d_model, d_ff]
  size_t n_used;                       // experts used for each row
  const float* router_bias = nullptr;  // [n_experts], and so on as in Product; nullptr: none
  const float* gate_bias = nullptr;    // [n_experts, d_ff]
  const float* up_bias = nullptr;      // [n_experts, d_ff]
  const float* down_bias = nullptr;    // [n_experts, d_model]
  bool clamped = false;                // the gate is the one of gpt-oss
};

// What disentangled attention adds to a layer: keys and queries of the rows of a table of relative
// positions, [buckets.n_rows(), q_dim] each.
struct RelativeAttention {
  const float* keys;
  const float* queries;
  RelativeBuckets buckets;
};

// Equally sized pieces of memory, `stride` bytes from the start of one to the start of the next.
struct Pieces {
  size_t n_bytes;  // of each
  size_t n = 1;    // below 2^16
  size_t stride = 0;
};

class Ops : public DeviceMemory {
 public:
  // The first error on the device so far, if any. Verbs return nothing and do not stop at an error,
  // so check this before reading logits.
  virtual Result<void> status() const { return {}; }

  // kUnsupported if this device has no kernel for such attention; checked once, before an engine is
  // made.
  virtual Result<void> supports(const Attention&) const { return {}; }
  // The same for add_experts and for relative_attention.
  virtual Result<void> supports_experts() const { return {}; }
  virtual Result<void> supports_relative_attention() const { return {}; }
  // The same for Attention::sinks, and for experts with biases and clamped gates.
  virtual Result<void> supports_sinks() const { return {}; }

  // Whether this device can read a matrix as it was prepared, on this device or on another. A
  // matrix without a prepared form is read in place.
  virtual bool reads(const Weight& w) const = 0;

  // Waits until all verbs have run.
  virtual void finish() {}

  // to[i] = from[i] in every piece. All memory is this device's; source and destination must not
  // overlap.
  virtual void copy(const std::byte* from, std::byte* to, const Pieces& pieces) = 0;
  void copy(const std::byte* from, std::byte* to, size_t n_bytes) {
    copy(from, to, Pieces{n_bytes});
  }

  // Bytes that a program may still allocate of the memory that this device uses (the host's or its
  // own).
  virtual size_t free_bytes() const = 0;
  // Bytes that prepare would take. A matrix that is read in place counts with all its rows if every
  // step reads them all, and with 0 if it is gathered.
  virtual size_t prepared_bytes(const Weight& w, WeightUse use) const = 0;
  // Rows of a step that keep the device busy with a model as narrow as the bundled one; more gain
  // next to nothing.
  virtual size_t busy_rows() const = 0;
  // Bytes of the device's own buffers for steps within `bounds`; an upper bound.
  virtual size_t scratch_bytes(const StepBounds& bounds) const = 0;
  // Takes those buffers, after all weights are prepared: steps within `bounds` then take no memory
  // of the device, free none, and wait for nothing but their logits. Other steps take what they
  // lack. Throws std::bad_alloc.
  virtual void reserve(const StepBounds&) {}

  // Begins a step: the verbs below that take no row count work on its rows. What `step` points to
  // must stay valid and unchanged until the next begin.
  virtual void begin(const Step& step) = 0;

  // out[r] = (table[ids[r]] + table[a] + table[b] + ...) * scale, where a, b, ... are the row's
  // added ids, summed in this order; out[n_rows, d_model]. `table` is prepared as kGathered.
  virtual void embed(const Weight& table, float scale, float* out) = 0;

  // x[r] += table[positions[r]]; x[n_rows, d_model], table[positions, d_model] in the device's
  // memory.
  virtual void add_positions(const float* table, size_t d_model, float* x) = 0;

  // out[r] = norm(x[r]); x, out[n_rows, d], norm.weight[d]. `out` may be `x`. The heads of queries
  // and keys can be normed as rows, too: n_rows * n_heads rows of head_dim.
  virtual void rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) = 0;

  // The same for a LayerNorm; norm.weight[d], norm.bias[d].
  virtual void layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                          float* out) = 0;

  // out[r] = W x[r] + bias for each product; x[n_rows, W.cols], out[n_rows, W.rows]. If W is
  // quantised, so is x: in blocks of 32, code = x * 127 / max |x| rounded to the nearest integer,
  // and blocks are multiplied in integers. If W is prepared as kMultipliedByRows, whole rows take
  // the place of blocks.
  virtual void matmul(std::span<const Product> products, const float* x, size_t n_rows) = 0;

  // out[r] = W norm(x[r]) + bias for each product; bit-identical to rms_norm followed by matmul.
  virtual void norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                           size_t n_rows) = 0;

  // out[r] += W x[r] + bias: a projection added to the residual.
  virtual void matmul_add(const Product& product, const float* x, size_t n_rows) = 0;

  // out[r] += norm(x[r]): a projection that is normed before it is added to the residual.
  virtual void add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) = 0;

  // Rotates the step's q[n_rows, q_dim] in place, rotates k[n_rows, kv_dim] and stores it with
  // v[n_rows, kv_dim] at each row's entry of `cache`.
  virtual void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope,
                          float* q, float* k, const float* v) = 0;

  // out[r, h] = softmax(cap(q[r, h] . K * scale)) V over the entries that row r sees, with the
  // head's sink as one more score, whose value is 0; q, out[n_rows, q_dim].
  virtual void attention(const LayerCache& cache, const Attention& attention, const float* q,
                         float* out) = 0;

  // out[r, h] = softmax(scale (q[r, h] . k[j, h] + q[r, h] . keys[t, h] + k[j, h] . queries[t, h]))
  // v[j, h] over all rows j of the segment of row r, where t = buckets.row(r - j). q, k, v and
  // out[n_rows, q_dim]; the step's segments are bidirectional and have no past.
  virtual void relative_attention(const Attention& attention, const RelativeAttention& relative,
                                  const float* q, const float* k, const float* v, float* out) = 0;

  // gate[i] = silu(gate[i]) * up[i], silu(x) = x / (1 + exp(-x)); n values.
  virtual void silu_gate(float* gate, const float* up, size_t n) = 0;
  // gate[i] = gelu(gate[i]) * up[i], gelu(x) = x / (1 + exp(-2 u)), u = sqrt(2 / pi) (x + 0.044715
  // x^3): x times the normal distribution function, in the tanh approximation.
  virtual void gelu_gate(float* gate, const float* up, size_t n) = 0;
  // x[i] = x[i] times the normal distribution function of x[i], 0.5 (1 + erf(x[i] / sqrt 2)); n
  // values.
  virtual void gelu(float* x, size_t n) = 0;
  // gate[i] = gelu(gate[i]) * up[i] with this gelu; n values.
  virtual void erf_gelu_gate(float* gate, const float* up, size_t n) = 0;

  // x[r] += sum of p_e down_e (silu(gate_e h) * (up_e h)), h = norm(x[r]), over the n_used experts
  // e whose p = softmax(router h) is largest, added in the order of their numbers. Ties go to the
  // lower number; p is divided by the sum of the p of the experts used. x[n_rows, d_model]. The
  // biases are added to the products. A clamped gate is g / (1 + exp(-1.702 g)) * (u + 1), where g
  // is gate_e h up to 7, and u is up_e h within +-7.
  virtual void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) = 0;

  // n floats of the host's memory, with unspecified contents, that ask_logits fills without a copy
  // on the host. Any thread may free them, also when this object is gone.
  virtual std::shared_ptr<float[]> host_floats(size_t n) {
    return std::make_shared_for_overwrite<float[]>(n);
  }
  // logits[i] = W[id] . hidden[r] for each candidate of each row r; hidden[n_rows, W.cols],
  // logits[n_logits]. Only the named rows of W, prepared as kGathered, are read: there is no
  // vocabulary head. `logits` is filled when the matching call of await_logits returns; requests
  // are awaited in the order in which they were made. The next steps may begin before that, up to
  // most_steps_under_way in all; `hidden` may then be overwritten.
  virtual void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                          float* logits) = 0;
  virtual void await_logits() {}
  // How many requests for logits may be pending at a time. More than one if the host need not wait
  // for the device.
  virtual size_t most_steps_under_way() const { return 1; }
  // ask_logits and await_logits in one call.
  void candidate_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                        float* logits) {
    ask_logits(w, hidden, candidates, logits);
    await_logits();
  }
};

}  // namespace redact
