// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/weights.h"

#include <string>
#include <unordered_set>

#include "gguf_loader/gguf_file.h"

namespace redact {

namespace {

std::string shape_text(size_t rows, size_t cols) {
  return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]";
}

// Looks tensors up by name and remembers them, so that one that no table names shows.
class Binder {
 public:
  Binder(const GgufFile& file, const Config& config) : file_(file), config_(config) {}

  // The tensor of a table's row; one without data where the file need not have it and does not.
  template <typename Owner>
  Result<Weight> bind(const TensorRow<Owner>& row, const std::string& name,
                      const LayerSpec& layer) {
    const TensorInfo* info = file_.find(name);
    if (info == nullptr && !row.required) return Weight{};
    if (info == nullptr) return Error{ErrorKind::kBadInput, name, "tensor is missing"};
    bound_.insert(info->name);
    const auto format = weight_format(info->type);
    if (!format) {
      return Error{
          ErrorKind::kUnsupported, name,
          "weights of type " + std::string(tensor_type_name(info->type)) + " are not supported"};
    }
    if (row.use == TensorUse::kVector && *format != WeightFormat::kF32) {
      return Error{ErrorKind::kBadInput, name, "must be F32"};
    }
    const size_t rows = extent(row.rows, config_, layer), cols = extent(row.cols, config_, layer);
    if (info->n_dims > 2 || info->rows() != rows || info->cols() != cols) {
      return Error{ErrorKind::kBadInput, name,
                   "has shape " + shape_text(info->rows(), info->cols()) + " where " +
                       shape_text(rows, cols) + " is needed"};
    }
    // Tensor data is aligned to 8 bytes or more, so floats can be read in place.
    const Weight weight{*format, rows, cols, file_.data(*info).data()};
    if (weight.n_bytes() != file_.data(*info).size()) {
      return Error{ErrorKind::kInternal, name, "kernel and file disagree on the block size"};
    }
    return weight;
  }

  Result<void> check_all_bound() const {
    for (const TensorInfo& info : file_.tensors()) {
      if (bound_.contains(info.name)) continue;
      return Error{ErrorKind::kUnsupported, std::string(info.name),
                   "no tensor of that name is known; without it another model would run"};
    }
    return {};
  }

 private:
  const GgufFile& file_;
  const Config& config_;
  std::unordered_set<std::string_view> bound_;
};

}  // namespace

std::optional<WeightFormat> weight_format(TensorType type) {
  switch (type) {
    case TensorType::kF32: return WeightFormat::kF32;
    case TensorType::kF16: return WeightFormat::kF16;
    case TensorType::kBF16: return WeightFormat::kBf16;
    case TensorType::kQ8_0: return WeightFormat::kQ8_0;
    case TensorType::kQ4_0: return WeightFormat::kQ4_0;
    case TensorType::kQ4_1: return WeightFormat::kQ4_1;
    case TensorType::kQ5_0: return WeightFormat::kQ5_0;
    case TensorType::kQ5_1: return WeightFormat::kQ5_1;
    case TensorType::kQ2_K: return WeightFormat::kQ2_K;
    case TensorType::kQ3_K: return WeightFormat::kQ3_K;
    case TensorType::kQ4_K: return WeightFormat::kQ4_K;
    case TensorType::kQ5_K: return WeightFormat::kQ5_K;
    case TensorType::kQ6_K: return WeightFormat::kQ6_K;
    case TensorType::kIQ4_NL: return WeightFormat::kIQ4_NL;
    case TensorType::kIQ4_XS: return WeightFormat::kIQ4_XS;
    default: return std::nullopt;
  }
}

Result<Weights> bind_weights(const GgufFile& file, const Config& config) {
  Binder binder(file, config);
  Weights weights;
  for (const TensorRow<Weights>& row : model_tensors()) {
    REDACT_ASSIGN(weights.*row.member,
                  binder.bind(row, std::string(row.name), config.layers.front()));
  }
  if (weights.output.data == nullptr) weights.output = weights.token_embd;
  for (size_t layer = 0; layer < config.layers.size(); ++layer) {
    LayerWeights& w = weights.layers.emplace_back();
    for (const TensorRow<LayerWeights>& row : layer_tensors()) {
      REDACT_ASSIGN(w.*row.member,
                    binder.bind(row, layer_tensor_name(layer, row.name), config.layers[layer]));
    }
  }
  REDACT_TRY(binder.check_all_bound());
  return weights;
}

}  // namespace redact
