// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gguf_loader/gguf_file.h"
#include "kernels/format.h"

namespace redact {

// A matrix that replaces the tensor of the same name and shape in a file.
struct MergedTensor {
  WeightFormat format;
  std::vector<uint8_t> bytes;  // suitably aligned for floats
};
using MergedTensors = std::map<std::string, MergedTensor, std::less<>>;  // by the tensor's name

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

  // The adapted matrices of `base`, merged on `n_threads` threads (0: one per core). F32, F16 and
  // BF16 matrices keep their type; quantised ones become Q8_0, because their own type would round
  // the change away, so they take more memory than in the file. Errors name the key or tensor at
  // fault. kBadInput: an adapter for another architecture, or for another model, so that a matrix
  // is missing or has another shape; a merged value that is not finite or exceeds the range of a
  // half. kUnsupported: an adapter of embeddings, of experts, or of a type that no kernel reads.
  Result<MergedTensors> merge(const GgufFile& base, int n_threads) const;

 private:
  explicit Adapter(GgufFile file) : file_(std::move(file)) {}

  GgufFile file_;
  std::string name_;
  double alpha_ = 0;                // 0: the file gives none
  std::vector<std::string> bases_;  // names of the adapted matrices
};

}  // namespace redact
