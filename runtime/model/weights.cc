// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/weights.h"

#include <optional>
#include <string>

#include "gguf_loader/gguf_file.h"

namespace redact {

namespace {

std::optional<WeightFormat> weight_format(TensorType type) {
  switch (type) {
    case TensorType::kF32: return WeightFormat::kF32;
    case TensorType::kF16: return WeightFormat::kF16;
    case TensorType::kBF16: return WeightFormat::kBf16;
    case TensorType::kQ8_0: return WeightFormat::kQ8_0;
    case TensorType::kQ4_0: return WeightFormat::kQ4_0;
    case TensorType::kQ4_1: return WeightFormat::kQ4_1;
    case TensorType::kQ4_K: return WeightFormat::kQ4_K;
    case TensorType::kQ6_K: return WeightFormat::kQ6_K;
    default: return std::nullopt;
  }
}

std::string shape_text(size_t rows, size_t cols) {
  return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]";
}

// Looks tensors up by name and counts them, so that unused ones show.
class Binder {
 public:
  explicit Binder(const GgufFile& file) : file_(file) {}

  Result<Weight> matrix(const std::string& name, size_t rows, size_t cols) {
    const TensorInfo* info = file_.find(name);
    if (info == nullptr) return Error{ErrorKind::kBadInput, name, "tensor is missing"};
    ++n_bound_;
    const auto format = weight_format(info->type);
    if (!format) {
      return Error{
          ErrorKind::kUnsupported, name,
          "weights of type " + std::string(tensor_type_name(info->type)) + " are not supported"};
    }
    if (info->n_dims > 2 || info->rows() != rows || info->cols() != cols) {
      return Error{ErrorKind::kBadInput, name,
                   "has shape " + shape_text(info->rows(), info->cols()) + " where " +
                       shape_text(rows, cols) + " is needed"};
    }
    const Weight weight{*format, rows, cols, file_.data(*info).data()};
    if (weight.row_bytes() * rows != file_.data(*info).size()) {
      return Error{ErrorKind::kInternal, name, "kernel and file disagree on the block size"};
    }
    return weight;
  }

  Result<const float*> vector(const std::string& name, size_t n) {
    REDACT_ASSIGN(const Weight weight, matrix(name, 1, n));
    if (weight.format != WeightFormat::kF32) {
      return Error{ErrorKind::kBadInput, name, "must be F32"};
    }
    return reinterpret_cast<const float*>(weight.data);  // tensor data is 8-byte aligned or more
  }

  bool has(const std::string& name) const { return file_.find(name) != nullptr; }

  Result<void> check_all_bound() const {
    if (n_bound_ == file_.tensors().size()) return {};
    return Error{ErrorKind::kUnsupported, "tensors",
                 std::to_string(file_.tensors().size()) +
                     " in the file, of which this model uses " + std::to_string(n_bound_)};
  }

 private:
  const GgufFile& file_;
  size_t n_bound_ = 0;
};

Result<LayerWeights> bind_layer(Binder& binder, const Config& config, size_t layer) {
  const std::string prefix = "blk." + std::to_string(layer) + ".";
  const size_t d = config.d_model, f = config.d_ff;
  const size_t q = config.attention.q_dim(), kv = config.attention.kv_dim();
  LayerWeights w;
  REDACT_ASSIGN(w.attn_norm, binder.vector(prefix + "attn_norm.weight", d));
  REDACT_ASSIGN(w.attn_q, binder.matrix(prefix + "attn_q.weight", q, d));
  REDACT_ASSIGN(w.attn_k, binder.matrix(prefix + "attn_k.weight", kv, d));
  REDACT_ASSIGN(w.attn_v, binder.matrix(prefix + "attn_v.weight", kv, d));
  REDACT_ASSIGN(w.attn_output, binder.matrix(prefix + "attn_output.weight", d, q));
  REDACT_ASSIGN(w.ffn_norm, binder.vector(prefix + "ffn_norm.weight", d));
  REDACT_ASSIGN(w.ffn_gate, binder.matrix(prefix + "ffn_gate.weight", f, d));
  REDACT_ASSIGN(w.ffn_up, binder.matrix(prefix + "ffn_up.weight", f, d));
  REDACT_ASSIGN(w.ffn_down, binder.matrix(prefix + "ffn_down.weight", d, f));
  return w;
}

}  // namespace

Result<Weights> Weights::bind(const GgufFile& file, const Config& config) {
  Binder binder(file);
  Weights w;
  REDACT_ASSIGN(w.token_embd, binder.matrix("token_embd.weight", config.n_vocab, config.d_model));
  for (size_t layer = 0; layer < config.n_layers; ++layer) {
    REDACT_ASSIGN(LayerWeights layer_weights, bind_layer(binder, config, layer));
    w.layers.push_back(layer_weights);
  }
  REDACT_ASSIGN(w.output_norm, binder.vector("output_norm.weight", config.d_model));
  w.output = w.token_embd;
  if (binder.has("output.weight")) {
    REDACT_ASSIGN(w.output, binder.matrix("output.weight", config.n_vocab, config.d_model));
  }
  w.rope_freqs = nullptr;
  if (binder.has("rope_freqs.weight")) {
    REDACT_ASSIGN(w.rope_freqs, binder.vector("rope_freqs.weight", config.rope_dims / 2));
  }
  REDACT_TRY(binder.check_all_bound());
  return w;
}

Weights Weights::prepared_for(Ops& ops) const {
  Weights prepared = *this;
  const size_t d_model = token_embd.cols;
  prepared.output_norm = ops.upload({output_norm, d_model});
  for (LayerWeights& layer : prepared.layers) {
    layer.attn_norm = ops.upload({layer.attn_norm, d_model});
    layer.ffn_norm = ops.upload({layer.ffn_norm, d_model});
    for (Weight* w : {&layer.attn_q, &layer.attn_k, &layer.attn_v, &layer.attn_output,
                      &layer.ffn_gate, &layer.ffn_up, &layer.ffn_down}) {
      *w = ops.prepare(*w);
    }
  }
  return prepared;
}

}  // namespace redact
