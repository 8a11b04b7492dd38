// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_ops.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace redact::testing {

namespace {

double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  const double sign = bits >> 15 ? -1 : 1;
  if (exponent == 31) return mantissa ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

uint16_t read16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }

struct RoundedByRows final : PreparedWeight {
  std::vector<double> values;  // [rows, cols]
};

double dot(const Weight& w, size_t row, const float* x) {
  double sum = 0;
  if (w.prepared != nullptr) {
    const std::vector<double>& values = w.prepared_as<RoundedByRows>()->values;
    for (size_t c = 0; c < w.cols; ++c) sum += values[row * w.cols + c] * x[c];
    return sum;
  }
  for (size_t c = 0; c < w.cols; ++c) sum += ReferenceOps::element(w, row, c) * x[c];
  return sum;
}

// The code of weight i of a block whose 16 bytes of nibbles begin at `nibbles`.
int nibble_of_32(const uint8_t* nibbles, size_t i) {
  return i < 16 ? nibbles[i] % 16 : nibbles[i - 16] / 16;
}
// Bit i of a sequence of bytes.
int bit_of(const uint8_t* bytes, size_t i) { return bytes[i / 8] >> (i % 8) & 1; }
// The 2-bit code of weight i in a block of 256.
int two_bits(const uint8_t* codes, size_t i) {
  return codes[i / 128 * 32 + i % 32] >> (i % 128 / 32 * 2) & 3;
}
int q3_k_scale(const uint8_t* s, size_t run) {
  const int low = run < 8 ? s[run] % 16 : s[run - 8] / 16;
  return low + (s[8 + run % 4] >> (run / 4 * 2)) % 4 * 16 - 32;
}
// The scales and minima of Q4_K and Q5_K.
int six_bit_scale(const uint8_t* s, size_t run) {
  return run < 4 ? s[run] % 64 : s[run + 4] % 16 + s[run - 4] / 64 * 16;
}
int six_bit_min(const uint8_t* s, size_t run) {
  return run < 4 ? s[run + 4] % 64 : s[run + 4] / 16 + s[run] / 64 * 16;
}
int iq4_value(int code) {
  constexpr int kValues[] = {-127, -104, -83, -65, -49, -35, -22, -10,
                             1,    13,   25,  38,  53,  69,  89,  113};
  return kValues[code];
}

// The index at which an entry begins in the layer's keys or values.
size_t element_at(const LayerCache& cache, const AttentionShape& shape, const Segment& s,
                  size_t entry) {
  const size_t page = s.pages_of(cache)[entry / kPageEntries];
  return (page * kPageEntries + entry % kPageEntries) * shape.kv_dim();
}

// The row of x as a product with w uses it, rounded where the format requires it.
std::vector<float> operand(const Weight& w, const float* x) {
  if (w.prepared != nullptr) return as_int8(x, w.cols, w.cols);
  if (block_weights(w.format) > 1) return as_int8(x, w.cols, 32);
  return {x, x + w.cols};
}

// Whether attention runs in int8: it supports only some head sizes.
bool in_int8(const LayerCache& cache, const AttentionShape& shape) {
  return cache.rounding == Rounding::kRows && shape.head_dim % 16 == 0 && shape.head_dim <= 256;
}

// Rounds the weights of entries in attention by rows. An entry's value is rounded to steps of a
// 127th of its largest number; that step is its scale. The product of weight and scale is rounded
// to 255 steps of the largest product.
void round_weights(std::vector<double>& weight, const std::vector<double>& value_scale) {
  double most = 0;
  for (size_t j = 0; j < weight.size(); ++j) most = std::max(most, weight[j] * value_scale[j]);
  for (size_t j = 0; j < weight.size(); ++j) {
    if (value_scale[j] == 0) continue;  // the value is all zeros
    weight[j] =
        std::nearbyint(weight[j] * value_scale[j] * 255 / most) * most / 255 / value_scale[j];
  }
}

}  // namespace

std::vector<float> as_int8(const float* x, size_t n, size_t run) {
  std::vector<float> out(n);
  for (size_t b = 0; b < n; b += run) {
    float most = 0;
    for (size_t i = b; i < b + run; ++i) most = std::max(most, std::abs(x[i]));
    const float inverse = most > 1e-30f ? 127.0f / most : 0.0f;
    for (size_t i = b; i < b + run; ++i) out[i] = std::nearbyint(x[i] * inverse) * (most / 127.0f);
  }
  return out;
}

Weight ReferenceOps::prepare(const Weight& w, WeightUse use) {
  if (use != WeightUse::kMultipliedByRows || w.format != WeightFormat::kQ8_0) return w;
  auto rounded = std::make_shared<RoundedByRows>();
  for (size_t r = 0; r < w.rows; ++r) {
    std::vector<float> row;
    for (size_t c = 0; c < w.cols; ++c) row.push_back(static_cast<float>(element(w, r, c)));
    row = as_int8(row.data(), w.cols, w.cols);
    rounded->values.insert(rounded->values.end(), row.begin(), row.end());
  }
  Weight prepared = w;
  return prepared.prepared = std::move(rounded), prepared;
}

bool ReferenceOps::reads(const Weight& w) const {
  return w.prepared == nullptr || w.prepared_as<RoundedByRows>() != nullptr;
}

double ReferenceOps::element(const Weight& w, size_t r, size_t c) {
  const uint8_t* row = w.row(r);
  switch (w.format) {
    case WeightFormat::kF32: {
      float value;
      std::memcpy(&value, row + 4 * c, 4);
      return value;
    }
    case WeightFormat::kF16: return half_value(read16(row + 2 * c));
    case WeightFormat::kBf16: {
      const uint32_t bits = static_cast<uint32_t>(read16(row + 2 * c)) << 16;
      float value;
      std::memcpy(&value, &bits, 4);
      return value;
    }
    case WeightFormat::kQ8_0: {
      const uint8_t* block = row + c / 32 * 34;
      return half_value(read16(block)) * static_cast<int8_t>(block[2 + c % 32]);
    }
    case WeightFormat::kQ4_0: {
      const uint8_t* block = row + c / 32 * 18;
      return half_value(read16(block)) * (nibble_of_32(block + 2, c % 32) - 8);
    }
    case WeightFormat::kQ4_1: {
      const uint8_t* block = row + c / 32 * 20;
      return half_value(read16(block)) * nibble_of_32(block + 4, c % 32) +
             half_value(read16(block + 2));
    }
    case WeightFormat::kQ5_0: {
      const uint8_t* block = row + c / 32 * 22;
      const int code = nibble_of_32(block + 6, c % 32) + 16 * bit_of(block + 2, c % 32);
      return half_value(read16(block)) * (code - 16);
    }
    case WeightFormat::kQ5_1: {
      const uint8_t* block = row + c / 32 * 24;
      const int code = nibble_of_32(block + 8, c % 32) + 16 * bit_of(block + 4, c % 32);
      return half_value(read16(block)) * code + half_value(read16(block + 2));
    }
    case WeightFormat::kIQ4_NL: {
      const uint8_t* block = row + c / 32 * 18;
      return half_value(read16(block)) * iq4_value(nibble_of_32(block + 2, c % 32));
    }
    case WeightFormat::kQ2_K: {
      const uint8_t* block = row + c / 256 * 84;
      const int both = block[c % 256 / 16];
      return half_value(read16(block + 80)) * (both % 16) * two_bits(block + 16, c % 256) -
             half_value(read16(block + 82)) * (both / 16);
    }
    case WeightFormat::kQ3_K: {
      const uint8_t* block = row + c / 256 * 110;
      const size_t i = c % 256;
      const int high = block[i % 32] >> (i / 32) & 1;
      return half_value(read16(block + 108)) * q3_k_scale(block + 96, i / 16) *
             (two_bits(block + 32, i) + 4 * high - 4);
    }
    case WeightFormat::kQ4_K:
    case WeightFormat::kQ5_K: {
      const bool fifth = w.format == WeightFormat::kQ5_K;
      const uint8_t* block = row + c / 256 * (fifth ? 176 : 144);
      const size_t i = c % 256, run = i / 32;
      const uint8_t byte = block[(fifth ? 48 : 16) + run / 2 * 32 + i % 32];
      const int high = fifth ? block[16 + i % 32] >> run & 1 : 0;
      const int code = (run % 2 ? byte / 16 : byte % 16) + 16 * high;
      return half_value(read16(block)) * six_bit_scale(block + 4, run) * code -
             half_value(read16(block + 2)) * six_bit_min(block + 4, run);
    }
    case WeightFormat::kIQ4_XS: {
      const uint8_t* block = row + c / 256 * 136;
      const size_t i = c % 256, run = i / 32;
      const int low = run % 2 ? block[4 + run / 2] / 16 : block[4 + run / 2] % 16;
      const int scale = low + (read16(block + 2) >> (2 * run)) % 4 * 16 - 32;
      return half_value(read16(block)) * scale *
             iq4_value(nibble_of_32(block + 8 + 16 * run, i % 32));
    }
    case WeightFormat::kQ6_K: {
      const uint8_t* block = row + c / 256 * 210;
      const size_t i = c % 256, half = i / 128, k = i % 128 / 32, j = i % 32;
      const uint8_t low = block[64 * half + 32 * (k % 2) + j];
      const int high = block[128 + 32 * half + j] >> (2 * k) & 3;
      const int code = (k < 2 ? low % 16 : low / 16) + 16 * high;
      const int scale = static_cast<int8_t>(block[192 + i / 16]);
      return half_value(read16(block + 208)) * scale * (code - 32);
    }
  }
  return NAN;
}

void ReferenceOps::embed(const Weight& table, float scale, float* out) {
  const auto ids = step().ids, added = step().added_ids;
  for (size_t r = 0; r < ids.size(); ++r) {
    for (size_t c = 0; c < table.cols; ++c) {
      double value = element(table, static_cast<size_t>(ids[r]), c);
      if (!added.empty() && added[r] >= 0)
        value += element(table, static_cast<size_t>(added[r]), c);
      *out++ = static_cast<float>(value * scale);
    }
  }
}

void ReferenceOps::rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  for (size_t r = 0; r < n_rows; ++r, x += d, out += d) {
    double square = 0;
    for (size_t i = 0; i < d; ++i) square += static_cast<double>(x[i]) * x[i];
    const double scale = 1 / std::sqrt(square / static_cast<double>(d) + norm.eps);
    for (size_t i = 0; i < d; ++i) out[i] = static_cast<float>(x[i] * scale * norm.weight[i]);
  }
}

void ReferenceOps::add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  std::vector<float> normed(n_rows * d);
  rms_norm(norm, x, n_rows, d, normed.data());
  for (size_t i = 0; i < n_rows * d; ++i) out[i] += normed[i];
}

void ReferenceOps::matmul(std::span<const Product> products, const float* x, size_t n_rows) {
  for (const auto& [w, first, bias] : products) {
    float* out = first;
    for (size_t r = 0; r < n_rows; ++r) {
      const std::vector<float> row = operand(w, x + r * w.cols);
      for (size_t i = 0; i < w.rows; ++i) {
        *out++ = static_cast<float>(dot(w, i, row.data()) + (bias == nullptr ? 0 : bias[i]));
      }
    }
  }
}

void ReferenceOps::norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                               size_t n_rows) {
  const size_t d = products[0].w.cols;
  std::vector<float> normed(n_rows * d);
  rms_norm(norm, x, n_rows, d, normed.data());
  matmul(products, normed.data(), n_rows);
}

void ReferenceOps::matmul_add(const Product& product, const float* x, size_t n_rows) {
  const Weight& w = product.w;
  float* out = product.out;
  for (size_t r = 0; r < n_rows; ++r) {
    const std::vector<float> row = operand(w, x + r * w.cols);
    for (size_t i = 0; i < w.rows; ++i, ++out) {
      *out = static_cast<float>(*out + dot(w, i, row.data()) +
                                (product.bias == nullptr ? 0 : product.bias[i]));
    }
  }
}

void ReferenceOps::rope_store(const LayerCache& cache, const AttentionShape& shape,
                              const Rope& rope, float* q, float* k, const float* v) {
  const auto rotate = [&](float* head, int32_t position) {
    const float* angle = rope.cos_sin + static_cast<size_t>(position) * rope.n_dims;
    for (size_t i = 0; i < rope.n_dims / 2; ++i) {
      float& first = head[rope.pairs == RopePairs::kAdjacent ? 2 * i : i];
      float& second = head[rope.pairs == RopePairs::kAdjacent ? 2 * i + 1 : i + rope.n_dims / 2];
      const double a = first, b = second, cosine = angle[2 * i], sine = angle[2 * i + 1];
      first = static_cast<float>(a * cosine - b * sine);
      second = static_cast<float>(a * sine + b * cosine);
    }
  };
  for (const Segment& s : step().segments) {
    for (size_t i = 0; i < s.n_rows; ++i) {
      const size_t r = s.first_row + i;
      for (size_t h = 0; h < shape.n_heads; ++h) {
        rotate(q + r * shape.q_dim() + h * shape.head_dim, step().positions[r]);
      }
      for (size_t h = 0; h < shape.n_kv_heads; ++h) {
        rotate(k + r * shape.kv_dim() + h * shape.head_dim, step().positions[r]);
      }
      const bool rounds = in_int8(cache, shape);
      const auto store = [&](const float* row, std::byte* entries) {
        std::vector<float> entry(row, row + shape.kv_dim());
        if (rounds) entry = as_int8(row, shape.kv_dim(), shape.head_dim);
        std::copy(entry.begin(), entry.end(),
                  reinterpret_cast<float*>(entries) + element_at(cache, shape, s, s.n_past + i));
      };
      store(k + r * shape.kv_dim(), cache.keys);
      store(v + r * shape.kv_dim(), cache.values);
    }
  }
}

void ReferenceOps::attention(const LayerCache& cache, const Attention& attention, const float* q,
                             float* out) {
  const AttentionShape& shape = attention.shape;
  const size_t d = shape.head_dim;
  const auto* keys = reinterpret_cast<const float*>(cache.keys);
  const auto* values = reinterpret_cast<const float*>(cache.values);
  for (const Segment& s : step().segments) {
    for (size_t i = 0; i < s.n_rows; ++i) {
      for (size_t h = 0; h < shape.n_heads; ++h) {
        const size_t at = (s.first_row + i) * shape.q_dim() + h * d;
        const size_t head_at = h / (shape.n_heads / shape.n_kv_heads) * d;
        const size_t end = s.n_visible(i), first = Segment::first_visible(end, attention.window);
        const bool rounds = in_int8(cache, shape);
        const std::vector<float> query =
            rounds ? as_int8(q + at, d, d) : std::vector<float>(q + at, q + at + d);
        std::vector<double> weight(end), value_scale(end);
        double total = 0;
        for (size_t j = first; j < end; ++j) {
          double score = 0;
          for (size_t c = 0; c < d; ++c) {
            const size_t element = element_at(cache, shape, s, j) + head_at + c;
            score += static_cast<double>(query[c]) * keys[element];
            value_scale[j] = std::max(value_scale[j], std::abs(values[element]) / 127.0);
          }
          score *= attention.scale;
          if (attention.softcap > 0) {
            score = attention.softcap * std::tanh(score / attention.softcap);
          }
          total += weight[j] = std::exp(score);
        }
        if (rounds) round_weights(weight, value_scale);
        for (size_t c = 0; c < d; ++c) {
          double mixed = 0;
          for (size_t j = first; j < end; ++j) {
            mixed += weight[j] / total * values[element_at(cache, shape, s, j) + head_at + c];
          }
          out[at + c] = static_cast<float>(mixed);
        }
      }
    }
  }
}

void ReferenceOps::silu_gate(float* gate, const float* up, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double x = gate[i];
    gate[i] = static_cast<float>(x / (1 + std::exp(-x)) * up[i]);
  }
}

void ReferenceOps::gelu_gate(float* gate, const float* up, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double x = gate[i], u = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
    gate[i] = static_cast<float>(0.5 * x * (1 + std::tanh(u)) * up[i]);
  }
}

void ReferenceOps::add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) {
  const size_t d = experts.router.cols, n = experts.router.rows, d_ff = experts.up[0].rows;
  std::vector<float> h(d), gate(d_ff), up(d_ff), mixed(d), logits(n);
  for (float* row = x; row < x + n_rows * d; row += d) {
    rms_norm(norm, row, 1, d, h.data());
    matmul(std::vector<Product>{{experts.router, logits.data()}}, h.data(), 1);
    std::vector<double> p(n);
    double used = 0;
    for (size_t e = 0; e < n; ++e) {
      size_t rank = 0;  // the number of experts preferred to it
      for (size_t o = 0; o < n; ++o) {
        rank += logits[o] > logits[e] || (logits[o] == logits[e] && o < e);
      }
      if (rank < experts.n_used) used += p[e] = std::exp(static_cast<double>(logits[e]));
    }
    for (size_t e = 0; e < n; ++e) {
      if (p[e] == 0) continue;
      matmul(std::vector<Product>{{experts.gate[e], gate.data()}, {experts.up[e], up.data()}},
             h.data(), 1);
      silu_gate(gate.data(), up.data(), d_ff);
      matmul(std::vector<Product>{{experts.down[e], mixed.data()}}, gate.data(), 1);
      for (size_t c = 0; c < d; ++c) row[c] += static_cast<float>(p[e] / used * mixed[c]);
    }
  }
}

void ReferenceOps::ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                              float* logits) {
  for (size_t r = 0; r + 1 < candidates.offsets.size(); ++r) {
    for (size_t i = candidates.offsets[r]; i < candidates.offsets[r + 1]; ++i) {
      logits[i] =
          static_cast<float>(dot(w, static_cast<size_t>(candidates.ids[i]), hidden + r * w.cols));
    }
  }
}

}  // namespace redact::testing
