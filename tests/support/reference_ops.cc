// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_ops.h"

#include <algorithm>
#include <cmath>

namespace redact::testing {

namespace {

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
  const bool is_rounded = w.format == WeightFormat::kQ8_0 || w.format == WeightFormat::kQ5_0;
  if (use != WeightUse::kMultipliedByRows || !is_rounded) return w;
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

void ReferenceOps::embed(const Weight& table, float scale, float* out) {
  const auto ids = step().ids;
  for (size_t r = 0; r < ids.size(); ++r) {
    for (size_t c = 0; c < table.cols; ++c) {
      double value = element(table, static_cast<size_t>(ids[r]), c);
      for (const int32_t id : step().added.of_row(r))
        value += element(table, static_cast<size_t>(id), c);
      *out++ = static_cast<float>(value * scale);
    }
  }
}

void ReferenceOps::add_positions(const float* table, size_t d_model, float* x) {
  for (const int32_t position : step().positions) {
    const float* row = table + static_cast<size_t>(position) * d_model;
    for (size_t c = 0; c < d_model; ++c) *x++ += row[c];
  }
}

void ReferenceOps::layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                              float* out) {
  for (size_t r = 0; r < n_rows; ++r, x += d, out += d) {
    double mean = 0, square = 0;
    for (size_t i = 0; i < d; ++i) mean += x[i] / static_cast<double>(d);
    for (size_t i = 0; i < d; ++i) square += (x[i] - mean) * (x[i] - mean);
    const double scale = 1 / std::sqrt(square / static_cast<double>(d) + norm.eps);
    for (size_t i = 0; i < d; ++i) {
      const double normed = (x[i] - mean) * scale * norm.weight[i];
      out[i] = static_cast<float>(normed + (norm.bias == nullptr ? 0 : norm.bias[i]));
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
        const auto [first, end] = s.visible(i, attention);
        const bool rounds = in_int8(cache, shape);
        const std::vector<float> query =
            rounds ? as_int8(q + at, d, d) : std::vector<float>(q + at, q + at + d);
        std::vector<double> weight(end), value_scale(end);
        double total =
            attention.sinks == nullptr ? 0 : std::exp(static_cast<double>(attention.sinks[h]));
        for (size_t j = first; j < end; ++j) {
          double score = 0;
          for (size_t c = 0; c < d; ++c) {
            const size_t element = element_at(cache, shape, s, j) + head_at + c;
            score += static_cast<double>(query[c]) * keys[element];
            value_scale[j] = std::max(value_scale[j], std::abs(values[element]) / 127.0);
          }
          score *= attention.scale;
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

void ReferenceOps::relative_attention(const Attention& attention, const RelativeAttention& relative,
                                      const float* q, const float* k, const float* v, float* out) {
  const size_t d = attention.shape.head_dim, stride = attention.shape.q_dim();
  const auto dot = [d](const float* a, const float* b) {
    double sum = 0;
    for (size_t c = 0; c < d; ++c) sum += static_cast<double>(a[c]) * b[c];
    return sum;
  };
  for (const Segment& s : step().segments) {
    const auto n = static_cast<ptrdiff_t>(s.n_rows);
    for (ptrdiff_t i = 0; i < n; ++i) {
      for (size_t head = 0; head < stride; head += d) {
        const size_t at = (s.first_row + static_cast<size_t>(i)) * stride + head;
        std::vector<double> mixed(d);
        double total = 0;
        for (ptrdiff_t j = 0; j < n; ++j) {
          const size_t other = (s.first_row + static_cast<size_t>(j)) * stride + head;
          const size_t place = relative.buckets.row(i - j) * stride + head;
          const double score = dot(q + at, k + other) + dot(q + at, relative.keys + place) +
                               dot(k + other, relative.queries + place);
          const double weight = std::exp(attention.scale * score);
          total += weight;
          for (size_t c = 0; c < d; ++c) mixed[c] += weight * v[other + c];
        }
        for (size_t c = 0; c < d; ++c) out[at + c] = static_cast<float>(mixed[c] / total);
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

void ReferenceOps::clamped_gate(float* gate, const float* up, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const double g = std::min<double>(gate[i], 7), u = std::clamp<double>(up[i], -7, 7);
    gate[i] = static_cast<float>(g / (1 + std::exp(-1.702 * g)) * (u + 1));
  }
}

void ReferenceOps::gelu(float* x, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    x[i] = static_cast<float>(0.5 * x[i] * std::erfc(-x[i] / std::sqrt(2.0)));
  }
}

void ReferenceOps::erf_gelu_gate(float* gate, const float* up, size_t n) {
  gelu(gate, n);
  for (size_t i = 0; i < n; ++i) gate[i] *= up[i];
}

void ReferenceOps::add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) {
  const size_t d = experts.router.cols, n = experts.router.rows, d_ff = experts.up[0].rows;
  std::vector<float> h(d), gate(d_ff), up(d_ff), mixed(d), logits(n);
  for (float* row = x; row < x + n_rows * d; row += d) {
    rms_norm(norm, row, 1, d, h.data());
    matmul(std::vector<Product>{{experts.router, logits.data(), experts.router_bias}}, h.data(), 1);
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
      const auto bias = [e](const float* all, size_t rows) {
        return all == nullptr ? nullptr : all + e * rows;
      };
      matmul(std::vector<Product>{{experts.gate[e], gate.data(), bias(experts.gate_bias, d_ff)},
                                  {experts.up[e], up.data(), bias(experts.up_bias, d_ff)}},
             h.data(), 1);
      if (experts.clamped) {
        clamped_gate(gate.data(), up.data(), d_ff);
      } else {
        silu_gate(gate.data(), up.data(), d_ff);
      }
      matmul(std::vector<Product>{{experts.down[e], mixed.data(), bias(experts.down_bias, d)}},
             gate.data(), 1);
      for (size_t c = 0; c < d; ++c) row[c] += static_cast<float>(p[e] / used * mixed[c]);
    }
  }
}

void ReferenceOps::ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                              float* logits) {
  for (size_t r = 0; r < candidates.n_rows(); ++r) {
    for (const int32_t id : candidates.ids_of(r)) {
      *logits++ = static_cast<float>(dot(w, static_cast<size_t>(id), hidden + r * w.cols));
    }
  }
}

}  // namespace redact::testing
