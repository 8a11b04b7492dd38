// SPDX-License-Identifier: Apache-2.0
#include "tools/quantisers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/formats/blocks.h"
#include "kernels/formats/encode.h"
#include "kernels/formats/half.h"
#include "tools/scale_search.h"

namespace redact {

namespace {

// Calls encode(x, block) for every block of kWeights values.
template <typename Block, size_t kWeights, typename Encode>
void each_block(const float* x, size_t n, uint8_t* out, const Encode& encode) {
  for (size_t i = 0; i < n; i += kWeights, out += sizeof(Block)) {
    Block block{};
    encode(x + i, block);
    std::memcpy(out, &block, sizeof block);
  }
}

// The first value with the largest magnitude.
float largest(const float* x, size_t n) {
  float most = 0;
  for (size_t i = 0; i < n; ++i) {
    if (std::abs(x[i]) > std::abs(most)) most = x[i];
  }
  return most;
}

template <WeightFormat kFormat>
void encode(const float* x, size_t n, uint8_t* out) {
  encode_row(x, n, kFormat, out);
}

// Codes 0 .. 2 * kMiddle - 1 centred on kMiddle. The value of the largest magnitude gets code 0,
// which has no counterpart on the other side; halves round up.
template <int kMiddle>
float codes_about_middle(const float* v, uint8_t (&codes)[32]) {
  const float scale = largest(v, 32) / -kMiddle, inverse = inverse_scale(scale);
  for (size_t i = 0; i < 32; ++i) {
    const int code = static_cast<int>(v[i] * inverse + (kMiddle + 0.5f));
    codes[i] = static_cast<uint8_t>(std::min(code, 2 * kMiddle - 1));
  }
  return scale;
}

void put_nibbles(const uint8_t (&codes)[32], uint8_t* nibbles) {
  for (size_t i = 0; i < 16; ++i) {
    nibbles[i] = static_cast<uint8_t>((codes[i] & 15) | (codes[i + 16] & 15) << 4);
  }
}

void quantise_q4_0(const float* x, size_t n, uint8_t* out) {
  each_block<BlockQ4_0, 32>(x, n, out, [](const float* v, BlockQ4_0& block) {
    uint8_t codes[32];
    block.scale = float_to_half(codes_about_middle<8>(v, codes));
    put_nibbles(codes, block.nibbles);
  });
}

void quantise_q5_0(const float* x, size_t n, uint8_t* out) {
  each_block<BlockQ5_0, 32>(x, n, out, [](const float* v, BlockQ5_0& block) {
    uint8_t codes[32];
    block.scale = float_to_half(codes_about_middle<16>(v, codes));
    put_nibbles(codes, block.nibbles);
    for (size_t i = 0; i < 32; ++i) {
      block.high[i / 8] = static_cast<uint8_t>(block.high[i / 8] | codes[i] >> 4 << (i % 8));
    }
  });
}

// Packs eight scales and minima of six bits each, in the layout of BlockQ4_K.
void put_six_bits(const RunCodes<8>& runs, uint8_t (&packed)[12]) {
  for (size_t j = 0; j < 4; ++j) {
    const int s = runs.scale[j], m = runs.min[j], s4 = runs.scale[j + 4], m4 = runs.min[j + 4];
    packed[j] = static_cast<uint8_t>(s | s4 >> 4 << 6);
    packed[j + 4] = static_cast<uint8_t>(m | m4 >> 4 << 6);
    packed[j + 8] = static_cast<uint8_t>((s4 & 15) | (m4 & 15) << 4);
  }
}

void quantise_q4_k(const float* x, size_t n, uint8_t* out) {
  each_block<BlockQ4_K, 256>(x, n, out, [](const float* v, BlockQ4_K& block) {
    uint8_t codes[256];
    const RunCodes<8> runs = search_q4_k(v, codes);
    block.scale = runs.step;
    block.min = runs.min_step;
    put_six_bits(runs, block.scales);
    for (size_t i = 0; i < 128; ++i) {
      const size_t low = i / 32 * 64 + i % 32;
      block.nibbles[i] = static_cast<uint8_t>(codes[low] | codes[low + 32] << 4);
    }
  });
}

void quantise_q6_k(const float* x, size_t n, uint8_t* out) {
  each_block<BlockQ6_K, 256>(x, n, out, [](const float* v, BlockQ6_K& block) {
    uint8_t codes[256];
    const RunCodes<16> runs = search_q6_k(v, codes);
    block.scale = runs.step;
    for (size_t run = 0; run < 16; ++run) block.scales[run] = static_cast<int8_t>(runs.scale[run]);
    for (size_t half = 0; half < 2; ++half) {
      const uint8_t* c = codes + 128 * half;
      for (size_t i = 0; i < 64; ++i) {
        block.low[64 * half + i] = static_cast<uint8_t>((c[i] & 15) | (c[i + 64] & 15) << 4);
      }
      for (size_t i = 0; i < 32; ++i) {
        block.high[32 * half + i] = static_cast<uint8_t>(c[i] >> 4 | c[i + 32] >> 4 << 2 |
                                                         c[i + 64] >> 4 << 4 | c[i + 96] >> 4 << 6);
      }
    }
  });
}

}  // namespace

Quantiser quantiser_of(TensorType type) {
  switch (type) {
    case TensorType::kF16: return encode<WeightFormat::kF16>;
    case TensorType::kQ8_0: return encode<WeightFormat::kQ8_0>;
    case TensorType::kQ4_0: return quantise_q4_0;
    case TensorType::kQ5_0: return quantise_q5_0;
    case TensorType::kQ4_K: return quantise_q4_k;
    case TensorType::kQ6_K: return quantise_q6_k;
    default: return nullptr;
  }
}

}  // namespace redact
