// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "base/thread_pool.h"
#include "gguf_loader/gguf_file.h"
#include "kernels/formats/format.h"

namespace redact {

// A LoRA adapter (Hu et al. 2021, arXiv 2106.09685) in a GGUF file of the kind that llama.cpp's
// convert_lora_to_gguf.py writes: for a matrix W [rows, cols] it has W.lora_a [r, cols] and
// W.lora_b [rows, r]. The adapted model uses W + alpha / r * lora_b lora_a in place of W, or W +
// lora_b lora_a if the file gives no alpha.
class Adapter {
 public:
  // Errors name the key or tensor at fault: a file that is not a LoRA adapter (kUnsupported), or
  // one whose tensors do not come in pairs (kBadInput).
  static Result<Adapter> open(const std::string& path);

  // general.name; "adapter" if the file has none.
  const std::string& name() const { return name_; }

  // Binds the adapter to the model that it adapts; `base` outlives the adapter. Merging will run on
  // `n_threads` threads (0: one per core). Errors name the key or tensor at fault. kBadInput: an
  // adapter for another architecture, or for another model, so that a matrix is missing or has
  // another shape. kUnsupported: an adapter of embeddings, of experts, of a vector, or of a type
  // that no kernel reads.
  Result<void> bind(const GgufFile& base, int n_threads);

  // The functions below take matrices of the bound model, or slices of rows of them.

  bool adapts(const Weight& w) const { return find(w) != nullptr; }
  // `w` in the format of its merged form; unchanged if it is not adapted. F32, F16 and BF16 stay;
  // quantised formats become Q8_0, because their own would round the change away.
  Weight merged_form(const Weight& w) const;
  // The bytes of the merged form. kBadInput: a merged value is not finite or exceeds the range of a
  // half. Precondition: adapts(w). Throws std::bad_alloc.
  Result<Buffer> merge(const Weight& w, ThreadPool& pool) const;
  // The maximum bytes that one call of merge takes, its result included.
  size_t most_bytes() const;
  int n_threads() const { return n_threads_; }

 private:
  struct Matrix {
    std::string name;
    Weight w, a, b;
    double scale;
  };

  explicit Adapter(GgufFile file) : file_(std::move(file)) {}
  const Matrix* find(const Weight& w) const;

  GgufFile file_;
  std::string name_;
  double alpha_ = 0;                // 0: the file gives none
  std::vector<std::string> bases_;  // names of the adapted matrices
  std::vector<Matrix> matrices_;    // once bound, in the order of bases_
  int n_threads_ = 0;
};

}  // namespace redact
