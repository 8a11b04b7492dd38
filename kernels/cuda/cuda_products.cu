// SPDX-License-Identifier: Apache-2.0
// The verbs that multiply: how a matrix is laid out at load, how the rows of activations are
// converted, and which kernel multiplies them.
#include <algorithm>

#include "kernels/cuda/bias.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/dense.cuh"
#include "kernels/cuda/gate_quantise.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/join_quantise.cuh"
#include "kernels/cuda/launch_blocks.h"
#include "kernels/cuda/layer_norm.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/quantise.cuh"

namespace redact {

namespace {

bool has_kernel(WeightFormat format) {
  return format == WeightFormat::kF32 || packed_format(format);
}

simt::NormArgs norm_of(const Norm* norm) {
  return norm == nullptr ? simt::NormArgs{} : simt::NormArgs{norm->weight, norm->eps};
}

template <WeightFormat kFormat>
void launch_q(simt::Stream& stream, simt::GemmQArgs args) {
  const auto launch = [&]<typename Shape>() {
    launch_blocks<Shape>(stream, simt::gemm_q_kernel<kFormat, Shape>, args, args.call,
                         simt::Stage<kFormat, Shape>::kShared);
  };
  if (args.spread.sums == nullptr) {
    simt::ShapesOf<kFormat>::with_shape(args.call.n_rows, launch);
  } else {
    simt::SpreadShapes::with_shape(args.call.n_rows, launch);
  }
}

}  // namespace

Weight CudaOps::prepare(const Weight& w, WeightUse use) {
  const bool by_cublas = cublas_ != nullptr && use != WeightUse::kGathered;
  if (!(by_cublas ? is_half(w.format) : has_kernel(w.format))) {
    note(Error{ErrorKind::kUnsupported, "GPU",
               (by_cublas ? "cuBLAS multiplies F16 and BF16, and the model has weights of type "
                          : "this backend has no kernel for weights of type ") +
                   std::string(format_info(w.format).name)});
    return w;
  }
  Weight prepared = w;
  if (use == WeightUse::kGathered) {
    auto table = std::make_shared<Table>();
    table->memory = put_for_good(w.data, w.n_bytes());
    prepared.data = table->memory.get();
    prepared.prepared = std::move(table);
    return prepared;
  }
  if (w.format == WeightFormat::kF32) {
    has_floats_ = true;
  } else if (!by_cublas) {
    block_bytes_ = std::max(block_bytes_, simt::block_bytes(simt::row_form(w.format)));
  }
  auto matrix = std::make_shared<Matrix>();
  const auto put = [&](const void* data, size_t n_bytes) {
    matrix->memory.push_back(put_for_good(data, n_bytes));
    return matrix->memory.back().get();
  };
  const auto put_all = [&](const PackedArray& bytes) { return put(bytes.data(), bytes.size()); };
  if (w.format == WeightFormat::kF32 || by_cublas) {
    matrix->gemm.codes = put(w.data, w.n_bytes());
    if (by_cublas) matrix->plan = plan(w);
  } else {
    const PackedMatrix packed = pack(w, pool_);
    matrix->gemm.codes = put_all(packed.codes);
    matrix->gemm.high = put_all(packed.high);
    matrix->gemm.scales = put_all(packed.scales);
    matrix->gemm.steps = put_all(packed.steps);
    matrix->column_tiles = packed.column_tiles();
  }
  matrix->gemm.rows = static_cast<uint32_t>(w.rows);
  prepared.prepared = std::move(matrix);
  return prepared;
}

bool CudaOps::reads(const Weight& w) const {
  const auto* matrix = w.prepared_as<Matrix>();
  if (matrix == nullptr) return w.prepared_as<Table>() != nullptr;
  return (matrix->plan != nullptr) == (cublas_ != nullptr);
}

void CudaOps::rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  const simt::RmsNormArgs args{norm_of(&norm), x, d, out};
  stream_.launch(simt::rms_norm_kernel,
                 {{simt::blocks_for(n_rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
}

void CudaOps::add_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  const simt::RmsNormArgs args{norm_of(&norm), x, d, out, true};
  stream_.launch(simt::rms_norm_kernel,
                 {{simt::blocks_for(n_rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
}

// The bias of the product that gives x is added on the way if the last verb left it (multiply_all).
void CudaOps::layer_norm(const LayerNorm& norm, const float* x, size_t n_rows, size_t d,
                         float* out) {
  simt::LayerNormArgs args{norm.weight, norm.bias, norm.eps, x, n_rows, d, out};
  if (x == out) {
    const auto bias = stream_.take(simt::add_bias_kernel, {x, n_rows * d, d});
    if (bias) args.added = bias->bias;
  }
  stream_.hold(simt::layer_norm_kernel,
               {{simt::blocks_for(n_rows), 1}, simt::kNormThreads, simt::kNormShared}, args,
               {out, n_rows * d, d});
}

void CudaOps::gelu(float* x, size_t n) {
  simt::GeluArgs args{x, n};
  const auto bias = stream_.take(simt::add_bias_kernel, {x, n});
  if (bias) args.bias = bias->bias, args.cols = bias->rows;
  stream_.hold(simt::gelu_kernel, {{simt::blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads},
               args, {x, n, bias ? bias->rows : 0});
}

void CudaOps::apply_gate(simt::Activation activation, float* gate, const float* up, size_t n) {
  stream_.hold(simt::gate_kernel, {{simt::blocks_for(n, simt::kRowThreads), 1}, simt::kRowThreads},
               simt::GateArgs{activation, gate, up, n}, {gate, n});
}

void CudaOps::silu_gate(float* gate, const float* up, size_t n) {
  apply_gate(simt::Activation::kSilu, gate, up, n);
}

void CudaOps::gelu_gate(float* gate, const float* up, size_t n) {
  apply_gate(simt::Activation::kGelu, gate, up, n);
}

void CudaOps::erf_gelu_gate(float* gate, const float* up, size_t n) {
  apply_gate(simt::Activation::kExactGelu, gate, up, n);
}

uint32_t CudaOps::parts_of_row(size_t n_rows, size_t most) const {
  constexpr size_t kBlocks = 8;  // of 256 threads, which a multiprocessor holds (sm_86, sm_89: 6)
  const size_t parts = std::min(kBlocks * n_processors_ / n_rows, most);
  return static_cast<uint32_t>(std::max<size_t>(parts, 1));
}

void CudaOps::quantise(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                       size_t cols) {
  const simt::RowForm form = simt::row_form(format);
  const size_t tiles = PackedShape{1, cols}.column_tiles(format);
  const size_t blocks = is_half(format) ? tiles / 2 : tiles, rows = simt::padded_tokens(n_rows);
  const simt::QuantiseArgs args{x,
                                n_rows,
                                rows,
                                cols,
                                blocks,
                                form,
                                simt::parts_of(form),
                                codes_.room(rows * blocks * simt::block_bytes(form)),
                                static_cast<float*>(scales_.room(rows * blocks * sizeof(float))),
                                static_cast<float*>(sums_.room(rows * blocks * sizeof(float)))};
  const auto grid = static_cast<unsigned>(rows);
  if (norm != nullptr) {
    const uint32_t parts = parts_of_row(rows, simt::blocks_for(blocks, simt::kNormWarps));
    const simt::NormQuantiseArgs normed{norm_of(norm), args, parts};
    return stream_.launch(simt::norm_quantise_kernel,
                          {{parts, grid}, simt::kNormThreads, simt::kNormShared}, normed);
  }
  const simt::Shape shape{{simt::blocks_for(blocks, simt::kQuantiseWarps), grid},
                          simt::kQuantiseWarps * simt::kWarp};
  // The last verb has left the launch that gives x, if it is one of these: one kernel does both.
  const simt::Written values{x, n_rows * cols, cols};
  if (const auto gate = stream_.take(simt::gate_kernel, values)) {
    const simt::GateQuantiseArgs both{*gate, args};
    stream_.launch(simt::gate_quantise_kernel, shape, both);
  } else if (const auto gelu = stream_.take(simt::gelu_kernel, values)) {
    const simt::GeluQuantiseArgs both{*gelu, args};
    stream_.launch(simt::gelu_quantise_kernel, shape, both);
  } else if (const auto layer_norm = stream_.take(simt::layer_norm_kernel, values)) {
    const simt::LayerNormQuantiseArgs both{*layer_norm, args};
    stream_.launch(simt::layer_norm_quantise_kernel,
                   {{grid, 1}, simt::kNormThreads, simt::kNormShared}, both);
  } else if (const auto join = stream_.take(simt::attention_join_kernel, values)) {
    const simt::JoinQuantiseArgs both{*join, args};
    stream_.launch(simt::join_quantise_kernel, shape, both);
  } else {
    stream_.launch(simt::quantise_kernel, shape, args);
  }
}

const float* CudaOps::ready(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                            size_t cols) {
  if (format == WeightFormat::kF32) {
    if (norm == nullptr) return x;
    auto* normed = static_cast<float*>(normed_.room(n_rows * cols * sizeof(float)));
    rms_norm(*norm, x, n_rows, cols, normed);
    return normed;
  }
  if (cublas_ != nullptr) {
    round_rows(format, norm_of(norm), x, n_rows, cols);
    return x;
  }
  quantise(format, norm, x, n_rows, cols);
  return x;
}

void CudaOps::add_product_needs(const StepBounds& bounds, size_t n_rows, std::vector<Need>& needs) {
  const size_t cols = bounds.widest_row;
  if (has_floats_) needs.push_back({&normed_, n_rows * cols * sizeof(float)});
  if (cublas_ != nullptr) return add_cublas_needs(bounds, needs);
  if (block_bytes_ == 0) return;
  // Rows of halves have as many blocks or one less.
  const size_t blocks_of_row = PackedShape{1, cols}.column_tiles(WeightFormat::kQ8_0);
  const size_t n_blocks = simt::padded_tokens(n_rows) * blocks_of_row;
  needs.push_back({&codes_, n_blocks * block_bytes_});
  for (Staged* each : {&scales_, &sums_}) needs.push_back({each, n_blocks * sizeof(float)});
  const size_t counters = spread_counters() * sizeof(uint32_t);
  needs.push_back({&spread_sums_, spread_bytes() - counters});
  needs.push_back({&arrived_, counters});
}

// With up to 32 rows, a third more tiles than multiprocessors are spread, too: whole blocks would
// give a third of those two tiles and the others one. On an H200 (132), 172 tiles took 19.1 us
// instead of 21.4 so; with 64 rows, whose blocks have more to join, 39.7 instead of 38.4.
size_t CudaOps::spread_counters() const { return n_processors_ + n_processors_ / 3; }

// An upper bound. A tile of 64 rows leaves 64 KiB of sums; one of 32, of which there may be a third
// more, leaves half.
size_t CudaOps::spread_bytes() const {
  return n_processors_ * spread_sums<simt::SpreadWideShape>() * sizeof(float) +
         spread_counters() * sizeof(uint32_t);
}

// The bits are those of blocks with all segments (shapes.cuh), so the device may decide. The sums
// of so few tiles fit into the L2 cache: 6 MB for 82 multiprocessors, 50 for 132.
simt::SpreadSums CudaOps::spread(const simt::GemmCall& call) {
  const bool few = call.n_rows <= simt::BlockOf<simt::SpreadVerifyShape>::kTokens;
  if (call.n_rows <= simt::BlockOf<simt::GemvShape>::kTokens ||
      call.n_rows > simt::BlockOf<simt::SpreadWideShape>::kTokens) {
    return {};
  }
  size_t row_blocks = 0;
  for (const simt::GemmMatrix& matrix : call.matrices) {
    row_blocks += row_blocks_of<simt::SpreadWideShape>(matrix);
  }
  if (row_blocks >= (few ? spread_counters() : n_processors_)) return {};
  const size_t sums =
      few ? spread_sums<simt::SpreadVerifyShape>() : spread_sums<simt::SpreadWideShape>();
  return {static_cast<float*>(spread_sums_.room(row_blocks * sums * sizeof(float))),
          static_cast<uint32_t*>(arrived_.room(spread_counters() * sizeof(uint32_t)))};
}

void CudaOps::multiply(std::span<const Product> products, const float* x, size_t n_rows, bool add) {
  if (products[0].w.prepared == nullptr) return;  // refused by prepare()
  if (cublas_ != nullptr) return multiply_by_cublas(products, n_rows, add);
  const WeightFormat format = product_format(products[0].w.format);
  const size_t padded = simt::padded_tokens(n_rows);
  simt::GemmCall call{{}, static_cast<uint32_t>(n_rows), static_cast<uint32_t>(padded), 0, add};
  for (size_t i = 0; i < products.size(); ++i) {
    const auto& matrix = *products[i].w.prepared_as<Matrix>();
    call.matrices[i] = matrix.gemm;
    call.matrices[i].out = products[i].out;
    call.column_tiles = static_cast<uint32_t>(matrix.column_tiles);
  }
  const bool launched = with_packed_format(format, [&]<WeightFormat kFormat>() {
    launch_q<kFormat>(stream_, {call, codes_.at<std::byte>(), scales_.at<float>(),
                                sums_.at<float>(), spread(call)});
  });
  if (launched) return;
  for (const Product& product : products) {
    const auto& matrix = *product.w.prepared_as<Matrix>();
    const simt::DenseArgs dense{reinterpret_cast<const float*>(matrix.gemm.codes),
                                product.w.rows,
                                product.w.cols,
                                x,
                                product.out,
                                add};
    const simt::Shape shape{{simt::blocks_for(product.w.rows, simt::kDenseThreads / simt::kWarp),
                             static_cast<unsigned>(n_rows)},
                            simt::kDenseThreads};
    stream_.launch(simt::dense_kernel, shape, dense);
  }
}

// Consecutive products of one format go into one launch; those of one kind of format share the
// converted rows. Nearly all products of a model do.
void CudaOps::multiply_all(const Norm* norm, std::span<const Product> products, const float* x,
                           size_t n_rows, bool add) {
  const auto format_of = [&](size_t i) { return product_format(products[i].w.format); };
  const float* rows = nullptr;
  for (size_t begin = 0, end; begin < products.size(); begin = end) {
    const WeightFormat format = format_of(begin);
    end = begin + 1;
    while (end < products.size() && end < begin + 3 && format_of(end) == format) ++end;
    const bool as_before =
        begin > 0 && (format == format_of(begin - 1) ||
                      (is_quantised(format) && is_quantised(format_of(begin - 1))));
    if (!as_before) rows = ready(format, norm, x, n_rows, products[begin].w.cols);
    multiply(products.subspan(begin, end - begin), rows, n_rows, add);
  }
  for (const Product& product : products) {
    if (product.bias == nullptr) continue;
    const size_t n = n_rows * product.w.rows;
    const simt::BiasArgs args{product.out, product.bias, product.w.rows, n};
    stream_.hold(simt::add_bias_kernel,
                 {{simt::blocks_for(n, simt::kBiasThreads), 1}, simt::kBiasThreads}, args,
                 {product.out, n, product.w.rows});
  }
}

void CudaOps::matmul(std::span<const Product> products, const float* x, size_t n_rows) {
  multiply_all(nullptr, products, x, n_rows, false);
}

void CudaOps::norm_matmul(const Norm& norm, std::span<const Product> products, const float* x,
                          size_t n_rows) {
  multiply_all(&norm, products, x, n_rows, false);
}

void CudaOps::matmul_add(const Product& product, const float* x, size_t n_rows) {
  multiply_all(nullptr, {&product, 1}, x, n_rows, true);
}

}  // namespace redact
