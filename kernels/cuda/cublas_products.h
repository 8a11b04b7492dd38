// SPDX-License-Identifier: Apache-2.0
// Products of 16-bit weights by cuBLAS:
//
//   sums[t, r] = sum over columns c of W[r, c] * x[t, c],     W[rows, cols], x[kTokens, cols]
//
// with W and x row by row, both F16 or both BF16, and sums in float.
//
// One call for each matrix: all its products have the same shape, the same algorithm, which is
// chosen when the model is placed, and no workspace. The algorithm may not split the columns, so
// each sum is one sequence. So a row's bits cannot depend on the number of rows (P4), and they
// depend on the rows beside it only if the library's kernel adds in different orders within a tile.
// The library's manual promises the same bits for the same call on one kind of card, but says
// nothing about orders within a tile: only a card can show that
// (tests/kernels/cuda_cublas_rows_test.cc).
#pragma once

#include <list>
#include <memory>
#include <string>

#include "kernels/cuda/cublas_lt.h"
#include "kernels/formats/format.h"

namespace redact {

// Used by one thread at a time, with the device of the constructor current.
class CublasProducts {
 public:
  // The rows of x that a call multiplies. It is a power of two at which arithmetic takes longer
  // than reading the weights on most cards: the two take equally long at 76 rows on an RTX 3090,
  // 156 on an A100, 206 on an H200 and 295 on an H100. More rows would slow down single rows.
  static constexpr size_t kTokens = 256;
  // Rows of W and x begin at multiples of 16 bytes, which the tensor cores' kernels require.
  static constexpr size_t kColumns = 8;

  // An object of the library, and the function that destroys it.
  using Object = std::unique_ptr<void, cublas_lt::Status (*)(void*)>;
  // How the matrices of a format and shape are multiplied.
  struct Plan {
    WeightFormat format;
    size_t rows, cols;
    Object w, x, sums;  // their layouts
    cublas_lt::Algorithm algorithm;
  };

  // Errors: those of cublas_lt::load, and calls that fail.
  static Result<std::unique_ptr<CublasProducts>> open(const std::string& library);

  // `format`: F16 or BF16. The plan is valid as long as this object. kUnsupported if cols is no
  // multiple of kColumns, or the library has no algorithm that adds in one sequence.
  Result<const Plan*> plan(WeightFormat format, size_t rows, size_t cols);

  // Adds the product to the work of `stream`, CUDA's. `w`, `x` and `sums` are addresses on the
  // device, aligned to 256 bytes.
  Result<void> multiply(const Plan& plan, const void* w, const void* x, float* sums,
                        void* stream) const;

 private:
  explicit CublasProducts(const cublas_lt::Functions& lt) : lt_(lt) {}
  Result<void> prepare();
  Result<Object> layout(int type, size_t rows, size_t cols) const;
  Result<void> choose(Plan& plan) const;

  cublas_lt::Functions lt_;
  Object handle_{nullptr, nullptr}, operation_{nullptr, nullptr}, preference_{nullptr, nullptr};
  std::list<Plan> plans_;
};

}  // namespace redact
