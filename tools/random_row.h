// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "gguf_loader/tensor_type.h"

namespace redact {

// xorshift64* (Vigna 2016): fast enough to fill a file of gigabytes.
class RowRandom {
 public:
  explicit RowRandom(uint32_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
  uint64_t bits() {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }

 private:
  uint64_t state_;
};

// The type for "f32", "f16" or the lower-case name of any quantised type that the CPU device
// multiplies; nullopt for other names.
std::optional<TensorType> random_type_named(std::string_view name);

// Bytes of a row of `cols` weights, which are a whole number of blocks.
uint64_t row_bytes(TensorType type, uint64_t cols);

// Fills one row with values of a standard deviation of about 1 / sqrt(cols), so that activations
// keep their size; with ones if `is_vector`, which is F32. `row` has row_bytes(type, cols).
void fill_random_row(TensorType type, uint64_t cols, bool is_vector, RowRandom& random,
                     std::span<char> row);

}  // namespace redact
