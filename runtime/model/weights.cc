// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_set>

#include "gguf_loader/gguf_file.h"
#include "runtime/model/rope_angles.h"

namespace redact {

namespace {

std::string shape_text(size_t rows, size_t cols) {
  return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]";
}

// Looks tensors up by name and records them, so that tensors that no table names can be found.
class Binder {
 public:
  Binder(const GgufFile& file, const Config& config) : file_(file), config_(config) {}

  // Binds the tensors of a table that the config says a model may have; optional tensors that are
  // absent keep data == nullptr.
  template <typename Owner>
  Result<void> bind(std::span<const TensorRow<Owner>> table, const std::string& prefix,
                    const LayerSpec& layer, Owner& owner) {
    for (size_t begin = 0, end; begin < table.size(); begin = end) {
      end = begin + 1;
      while (end < table.size() && table[end].name == table[begin].name &&
             table[end].part == table[begin].part) {
        ++end;
      }
      if (!has_tensor(table[begin], config_, layer)) continue;
      const std::string name = prefix + std::string(table[begin].name);
      REDACT_TRY(check_whole(table[begin].part, name));
      REDACT_TRY(bind_slices(table.subspan(begin, end - begin), name, layer, owner));
    }
    return {};
  }

  Result<void> check_all_bound() const {
    for (const TensorInfo& info : file_.tensors()) {
      if (bound_.contains(info.name)) continue;
      return Error{ErrorKind::kUnsupported, std::string(info.name),
                   "unknown tensor, which may change what the model computes"};
    }
    return {};
  }

 private:
  // The tensors of an optional part must all be present, in every layer, or all be absent.
  Result<void> check_whole(Part part, const std::string& name) {
    if (config_.presence(part) != Presence::kOptional) return {};
    const bool present = file_.find(name) != nullptr;
    First& first = firsts_[static_cast<size_t>(part)];
    if (first.name.empty()) first = {name, present};
    if (first.present == present) return {};
    const auto& [missing, other] =
        present ? std::pair(first.name, name) : std::pair(name, first.name);
    return Error{ErrorKind::kBadInput, missing,
                 "tensor is missing, although " + other + " is present"};
  }

  // Binds one tensor, whose slices go to the members that `rows` name.
  template <typename Owner>
  Result<void> bind_slices(std::span<const TensorRow<Owner>> rows, const std::string& name,
                           const LayerSpec& layer, Owner& owner) {
    const TensorRow<Owner>& first = rows.front();
    size_t n_rows = 0;
    for (const TensorRow<Owner>& row : rows) n_rows += extent(row.rows, config_, layer);
    REDACT_ASSIGN(Weight whole,
                  find(name, first.use, config_.presence(first.part),
                       {first.n_matrices(config_), n_rows, extent(first.cols, config_, layer)}));
    if (whole.data == nullptr) return {};
    size_t at = 0;
    const auto take = [&](size_t n) {
      Weight slice = whole;
      slice.rows = n, slice.data = whole.row(at);
      at += n;
      return slice;
    };
    for (const TensorRow<Owner>& row : rows) {
      const size_t n = extent(row.rows, config_, layer);
      if (row.stack == nullptr) {
        owner.*row.member = take(n);
      } else {
        for (size_t e = 0; e < config_.n_experts; ++e) (owner.*row.stack).push_back(take(n));
      }
    }
    return {};
  }

  struct Shape {
    size_t n_matrices, rows, cols;
  };
  // The tensor, with all matrices of a stack as one; without data if it is optional and absent.
  Result<Weight> find(const std::string& name, TensorUse use, Presence presence,
                      const Shape& shape) {
    const TensorInfo* info = file_.find(name);
    if (info == nullptr && presence == Presence::kOptional) return Weight{};
    if (info == nullptr) return Error{ErrorKind::kBadInput, name, "required tensor is missing"};
    bound_.insert(info->name);
    const auto format = weight_format(info->type);
    if (!format) {
      return Error{
          ErrorKind::kUnsupported, name,
          "weights of type " + std::string(tensor_type_name(info->type)) + " are not supported"};
    }
    const bool exact = use == TensorUse::kVector || use == TensorUse::kOnHost;
    if (exact && *format != WeightFormat::kF32) {
      return Error{ErrorKind::kBadInput, name, "must be of type F32"};
    }
    if (use == TensorUse::kRouting && block_weights(*format) > 1) {
      return Error{ErrorKind::kUnsupported, name,
                   "must not be quantised, because quantisation changes the choice of experts"};
    }
    const auto [n, rows, cols] = shape;
    const bool fits =
        info->dims[0] == cols && info->dims[1] == rows && info->dims[2] == n && info->dims[3] == 1;
    if (!fits) {
      return Error{ErrorKind::kBadInput, name,
                   "expected shape " + shape_text(n * rows, cols) + ", found " +
                       shape_text(info->rows(), info->cols())};
    }
    // Tensor data is aligned to 8 bytes or more, so floats can be read in place.
    const Weight weight{*format, n * rows, cols, file_.data(*info).data()};
    // Untested: loader and kernels have the same block sizes.
    if (weight.n_bytes() != file_.data(*info).size()) {
      return Error{ErrorKind::kInternal, name,
                   "kernels and file format disagree on the block size"};
    }
    return weight;
  }

  const GgufFile& file_;
  const Config& config_;
  struct First {
    std::string name;
    bool present;
  };
  std::array<First, kNParts> firsts_{};  // the first tensor of each optional part
  std::unordered_set<std::string_view> bound_;
};

// Checks that the divisors of rotary frequencies are positive and finite, that they are those of
// YaRN if the file asks for it and, for LongRoPE's two sets, that the file has the length at which
// one set replaces the other.
Result<void> check_rope_factors(const Weights& weights, const Config& config) {
  const std::pair<const char*, const Weight*> all[] = {
      {"rope_freqs.weight", &weights.rope_freqs},
      {"rope_factors_long.weight", &weights.rope_long},
      {"rope_factors_short.weight", &weights.rope_short}};
  for (const auto& [name, w] : all) {
    if (w->data == nullptr) continue;
    const bool divides = std::all_of(w->floats(), w->floats() + w->cols,
                                     [](float x) { return std::isfinite(x) && x > 0; });
    if (!divides) return Error{ErrorKind::kBadInput, name, "all values must be positive"};
  }
  const RopeSpec& rope = config.ropes.front();
  if (rope.yarn.factor > 1 && weights.rope_freqs.data != nullptr) {
    // Some writers store the divisors that follow from the keys of YaRN. Above their rounding in
    // single precision, and below what would shift a score.
    constexpr float kRounding = 1e-3f;
    const float* const stored = weights.rope_freqs.floats();
    const std::vector<float> computed = yarn_factors(rope);
    for (size_t i = 0; i < computed.size(); ++i) {
      if (std::abs(stored[i] - computed[i]) <= kRounding * computed[i]) continue;
      return Error{ErrorKind::kUnsupported, "rope_freqs.weight",
                   "holds other divisors than rope.scaling gives"};
    }
  }
  const bool has_long = weights.rope_long.data != nullptr;
  if (has_long && rope.long_above == 0) {
    return Error{ErrorKind::kBadInput, "rope.scaling.original_context_length",
                 "required key is missing, because rope_factors_long.weight is present"};
  }
  if (!has_long && rope.yarn.factor == 1 && rope.magnitude != 1) {
    return Error{ErrorKind::kUnsupported, "rope.scaling.attn_factor",
                 "supported only with the factors of LongRoPE"};
  }
  return {};
}

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
  REDACT_TRY(binder.bind(model_tensors(), "", config.layers.front(), weights));
  if (weights.output.data == nullptr) weights.output = weights.token_embd;
  for (size_t i = 0; i < config.layers.size(); ++i) {
    REDACT_TRY(binder.bind(layer_tensors(), layer_tensor_name(i, ""), config.layers[i],
                           weights.layers.emplace_back()));
  }
  REDACT_TRY(check_rope_factors(weights, config));
  REDACT_TRY(binder.check_all_bound());
  return weights;
}

}  // namespace redact
