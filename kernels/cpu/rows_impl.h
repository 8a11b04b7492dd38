// SPDX-License-Identifier: Apache-2.0
// The row kernels, written once over the compiler's vector types and compiled once per instruction
// set by rows_<set>.cc. Everything is a template on the number of float lanes, and no two sets use
// the same number, so that no function compiled for a newer set can stand in for an older one's.
#pragma once

#include <cmath>
#include <cstring>

#include "kernels/cpu/half.h"
#include "kernels/cpu/row_kernels.h"

namespace redact {

// The vector types of each number of lanes, spelled out: inside a template, GCC 12 takes a
// vector_size that depends on the parameter for a scalar.
template <int kLanes>
struct Lanes;
template <>
struct Lanes<4> {
  typedef float Vec __attribute__((vector_size(16)));
  typedef int32_t IntVec __attribute__((vector_size(16)));
};
template <>
struct Lanes<8> {
  typedef float Vec __attribute__((vector_size(32)));
  typedef int32_t IntVec __attribute__((vector_size(32)));
};
template <>
struct Lanes<16> {
  typedef float Vec __attribute__((vector_size(64)));
  typedef int32_t IntVec __attribute__((vector_size(64)));
};

template <int kLanes>
struct RowsImpl {
  using Vec = typename Lanes<kLanes>::Vec;
  using IntVec = typename Lanes<kLanes>::IntVec;

  static Vec load(const float* p) {
    Vec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }
  static Vec splat(float x) { return x - Vec{}; }

  // Lanes add up in a fixed tree: each step adds the upper half of what is left to the lower.
  static float sum(Vec v) {
#pragma GCC unroll 4
    for (int half = kLanes / 2; half > 0; half /= 2) {
      IntVec from;
#pragma GCC unroll 16
      for (int i = 0; i < kLanes; ++i) from[i] = (i + half) % kLanes;
      v += __builtin_shuffle(v, from);
    }
    return v[0];
  }

  // One step of that tree for two vectors at once: of each run of 2 * width lanes of a, then of b,
  // the upper half added to the lower; the sums of a's runs come first.
  static Vec fold(Vec a, Vec b, int width) {
    IntVec low, high;
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) {
      low[i] = i / width * 2 * width + i % width;
      high[i] = low[i] + width;
    }
    return __builtin_shuffle(a, b, low) + __builtin_shuffle(a, b, high);
  }

  // The sums of four vectors, bit for bit those of sum().
  static void sum4(const Vec* v, float* out) {
    Vec r = fold(fold(v[0], v[1], kLanes / 2), fold(v[2], v[3], kLanes / 2), kLanes / 4);
#pragma GCC unroll 2
    for (int width = kLanes / 8; width > 0; width /= 2) r = fold(r, r, width);
    std::memcpy(out, &r, 4 * sizeof(float));
  }

  // e^x for x <= 0, relative error below 2^-21 (measured over all floats in [-87, 0]), 0 below -87.
  // x = n ln2 + r with |r| <= ln2 / 2, then a polynomial in r and a shift by n; ln2 in two parts
  // keeps r exact (Cody and Waite 1980).
  static Vec exp_nonpositive(Vec x) {
    // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
    const Vec shifted = x * 1.44269504f + 12582912.0f;
    const Vec nf = shifted - 12582912.0f;
    IntVec n;
    std::memcpy(&n, &shifted, sizeof n);
    const Vec r = (x - nf * 0.693359375f) + nf * 2.12194440e-4f;
    Vec p = r * (1.0f / 720) + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const IntVec bits = (n + 127) << 23;
    Vec scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return x < -87.0f ? Vec{} : p * scale;
  }

  static void decode_q8_0(const uint8_t* data, size_t cols, float* out) {
    for (size_t b = 0; b < cols / 32; ++b) {
      BlockQ8_0 block;
      std::memcpy(&block, data + b * sizeof block, sizeof block);
      const float scale = half_to_float(block.scale);
      for (int i = 0; i < 32; ++i) out[b * 32 + i] = scale * static_cast<float>(block.code[i]);
    }
  }

  static void decode_q4_0(const uint8_t* data, size_t cols, float* out) {
    for (size_t b = 0; b < cols / 32; ++b) {
      BlockQ4_0 block;
      std::memcpy(&block, data + b * sizeof block, sizeof block);
      const float scale = half_to_float(block.scale);
      for (int i = 0; i < 16; ++i) {
        out[b * 32 + i] = scale * static_cast<float>((block.nibbles[i] & 15) - 8);
        out[b * 32 + 16 + i] = scale * static_cast<float>((block.nibbles[i] >> 4) - 8);
      }
    }
  }

  static void decode_16(const uint8_t* data, size_t cols, bool bf16, float* out) {
    for (size_t i = 0; i < cols; ++i) {
      uint16_t half;
      std::memcpy(&half, data + 2 * i, 2);
      const uint32_t bits = static_cast<uint32_t>(half) << 16;
      if (bf16) {
        std::memcpy(&out[i], &bits, 4);
      } else {
        out[i] = half_to_float(half);
      }
    }
  }

  static void decode(const Weight& w, size_t row, size_t n, float* out) {
    for (size_t i = 0; i < n; ++i, out += w.cols) {
      const uint8_t* data = w.row(row + i);
      switch (w.format) {
        case WeightFormat::kF32: std::memcpy(out, data, w.cols * 4); break;
        case WeightFormat::kF16: decode_16(data, w.cols, false, out); break;
        case WeightFormat::kBf16: decode_16(data, w.cols, true, out); break;
        case WeightFormat::kQ8_0: decode_q8_0(data, w.cols, out); break;
        case WeightFormat::kQ4_0: decode_q4_0(data, w.cols, out); break;
      }
    }
  }

  // Largest lane, in order of integers.
  static int32_t largest(IntVec v) {
#pragma GCC unroll 4
    for (int half = kLanes / 2; half > 0; half /= 2) {
      IntVec from;
#pragma GCC unroll 16
      for (int i = 0; i < kLanes; ++i) from[i] = (i + half) % kLanes;
      const IntVec other = __builtin_shuffle(v, from);
      v = v > other ? v : other;
    }
    return v[0];
  }

  static int32_t sum(IntVec v) {
    int32_t total = 0;
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) total += v[i];
    return total;
  }

  // Keeps the compiler from fusing the product that made v with the sum it goes into.
  static Vec unfused(Vec v) {
#if defined(__x86_64__)
    asm("" : "+x"(v));
#elif defined(__aarch64__)
    asm("" : "+w"(v));
#endif
    return v;
  }

  static void quantize(const float* x, size_t n, int8_t* codes, float* scales,
                       int32_t* minus_sums) {
    constexpr int kVectors = 32 / kLanes;
    for (size_t b = 0; b < n / 32; ++b, x += 32, codes += 32) {
      // Magnitudes compare as integers, and what is not finite is larger than what is.
      IntVec most{};
#pragma GCC unroll 8
      for (int i = 0; i < kVectors; ++i) {
        IntVec bits;
        std::memcpy(&bits, x + i * kLanes, sizeof bits);
        bits &= 0x7fffffff;
        most = most > bits ? most : bits;
      }
      const int32_t bits = largest(most);
      float magnitude;
      std::memcpy(&magnitude, &bits, 4);
      scales[b] = magnitude / 127.0f;
      const float inverse = magnitude > 1e-30f ? 127.0f / magnitude : 0.0f;
      IntVec total{};
#pragma GCC unroll 8
      for (int i = 0; i < kVectors; ++i) {
        // Adding 1.5 * 2^23 rounds to the nearest integer, ties to even, and leaves it in the low
        // bits.
        const Vec shifted = unfused(load(x + i * kLanes) * inverse) + 12582912.0f;
        IntVec code;
        std::memcpy(&code, &shifted, sizeof code);
        code -= 0x4b400000;
        total += code;
#pragma GCC unroll 16
        for (int l = 0; l < kLanes; ++l) codes[i * kLanes + l] = static_cast<int8_t>(code[l]);
      }
      minus_sums[b] = -sum(total);
    }
  }

  // One tile of outputs, its accumulators in registers. Each output is summed as if alone.
  template <int kW, int kX>
  static void dot_tile(const float* w, const float* x, size_t cols, float* out, size_t out_stride,
                       bool add) {
    Vec acc[kX][kW] = {};
    size_t c = 0;
    for (; c + kLanes <= cols; c += kLanes) {
      Vec wv[kW];
#pragma GCC unroll 4
      for (int i = 0; i < kW; ++i) wv[i] = load(w + i * cols + c);
#pragma GCC unroll 4
      for (int r = 0; r < kX; ++r) {
        const Vec xv = load(x + r * cols + c);
#pragma GCC unroll 4
        for (int i = 0; i < kW; ++i) acc[r][i] += wv[i] * xv;
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kX; ++r) {
      float totals[kW];
      if constexpr (kW == 4) {
        sum4(acc[r], totals);
      } else {
        totals[0] = sum(acc[r][0]);
      }
#pragma GCC unroll 4
      for (int i = 0; i < kW; ++i) {
        for (size_t t = c; t < cols; ++t) totals[i] += w[i * cols + t] * x[r * cols + t];
        float& o = out[r * out_stride + i];
        o = add ? o + totals[i] : totals[i];
      }
    }
  }

  static void dot_rows(const float* w, size_t n_w, const float* x, size_t n_x, size_t cols,
                       float* out, size_t out_stride, bool add) {
    for (size_t r = 0; r < n_x;) {
      const size_t n_r = n_x - r >= 4 ? 4 : 1;
      for (size_t i = 0; i < n_w;) {
        const size_t n_i = n_w - i >= 4 ? 4 : 1;
        const auto tile = n_r == 4 ? (n_i == 4 ? dot_tile<4, 4> : dot_tile<1, 4>)
                                   : (n_i == 4 ? dot_tile<4, 1> : dot_tile<1, 1>);
        tile(w + i * cols, x + r * cols, cols, out + r * out_stride + i, out_stride, add);
        i += n_i;
      }
      r += n_r;
    }
  }

  static float dot(const float* a, const float* b, size_t n) {
    float out;
    dot_tile<1, 1>(a, b, n, &out, 1, false);
    return out;
  }

  static void rms_norm(const float* x, const float* weight, float eps, size_t d, float* out) {
    const float inverse = 1.0f / std::sqrt(dot(x, x, d) / static_cast<float>(d) + eps);
    for (size_t i = 0; i < d; ++i) out[i] = x[i] * inverse * weight[i];
  }

  static void softmax(float* scores, size_t n) {
    float most = scores[0];
    for (size_t j = 1; j < n; ++j) most = scores[j] > most ? scores[j] : most;
    float total = 0;
    for (size_t j = 0; j < n; j += kLanes) {
      const size_t left = n - j < kLanes ? n - j : kLanes;
      Vec v = splat(-100.0f);  // lanes past the end add e^-100 cut to 0
      std::memcpy(&v, scores + j, left * 4);
      Vec shift = splat(most);
      if (left < kLanes) {
        float lanes[kLanes] = {};
        for (size_t i = 0; i < left; ++i) lanes[i] = most;
        shift = load(lanes);
      }
      v = exp_nonpositive(v - shift);
      std::memcpy(scores + j, &v, left * 4);
      total += sum(v);
    }
    const float inverse = 1.0f / total;
    for (size_t j = 0; j < n; ++j) scores[j] *= inverse;
  }

  // scores[j] = q . k[j] * scale, four keys at a time where whole vectors make up a head.
  static void score_keys(const float* q, const float* k, size_t n, size_t stride, size_t head_dim,
                         float scale, float* scores) {
    size_t j = 0;
    for (; head_dim % kLanes == 0 && j + 4 <= n; j += 4) {
      Vec acc[4] = {};
      for (size_t c = 0; c < head_dim; c += kLanes) {
        const Vec qv = load(q + c);
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) acc[i] += load(k + (j + i) * stride + c) * qv;
      }
      sum4(acc, scores + j);
      for (int i = 0; i < 4; ++i) scores[j + i] *= scale;
    }
    for (; j < n; ++j) scores[j] = dot(k + j * stride, q, head_dim) * scale;
  }

  static void attend(const float* q, const float* k, const float* v, size_t n, size_t stride,
                     size_t head_dim, float scale, float* scores, float* out) {
    score_keys(q, k, n, stride, head_dim, scale, scores);
    softmax(scores, n);
    size_t c = 0;
    for (; c + kLanes <= head_dim; c += kLanes) {
      Vec acc{};
      for (size_t j = 0; j < n; ++j) acc += load(v + j * stride + c) * scores[j];
      store(out + c, acc);
    }
    for (; c < head_dim; ++c) {
      float acc = 0;
      for (size_t j = 0; j < n; ++j) acc += v[j * stride + c] * scores[j];
      out[c] = acc;
    }
  }

  static void silu_gate(float* gate, const float* up, size_t n) {
    for (size_t i = 0; i < n; i += kLanes) {
      const size_t left = n - i < kLanes ? n - i : kLanes;
      Vec x{}, u{};
      std::memcpy(&x, gate + i, left * 4);
      std::memcpy(&u, up + i, left * 4);
      const Vec e =
          exp_nonpositive(x < 0 ? x : -x);  // e^-|x|: both sides of 0 from one exponential
      const Vec sigmoid = (x < 0 ? e : splat(1.0f)) / (1.0f + e);
      const Vec y = x * sigmoid * u;
      std::memcpy(gate + i, &y, left * 4);
    }
  }

  static constexpr RowKernels kernels() {
    return {decode, quantize, dot_rows, rms_norm, attend, silu_gate};
  }
};

}  // namespace redact
