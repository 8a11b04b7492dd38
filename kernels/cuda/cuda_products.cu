// SPDX-License-Identifier: Apache-2.0
// The verbs that multiply: how a matrix is laid out at load, what its rows are made into, and which
// kernel takes them.
#include <type_traits>

#include "kernels/cuda/bias.cuh"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/dense.cuh"
#include "kernels/cuda/gemm_f16.cuh"
#include "kernels/cuda/gemm_q.cuh"
#include "kernels/cuda/norm.cuh"
#include "kernels/cuda/packed.h"
#include "kernels/cuda/quantise.cuh"

namespace redact {

namespace {

bool is_quantised(WeightFormat format) { return block_weights(format) > 1; }

// Whether simt::element knows the format, or products do.
bool reads(WeightFormat format, WeightUse use) {
  switch (format) {
    case WeightFormat::kF32:
    case WeightFormat::kF16:
    case WeightFormat::kBf16:
    case WeightFormat::kQ8_0:
    case WeightFormat::kQ4_0:
    case WeightFormat::kQ4_K:
    case WeightFormat::kQ6_K: return true;
    case WeightFormat::kQ4_1: return use == WeightUse::kGathered;
    default: return false;
  }
}

simt::NormArgs norm_of(const Norm* norm) {
  return norm == nullptr ? simt::NormArgs{} : simt::NormArgs{norm->weight, norm->eps};
}

// A product's launch; kernel(r, n) is the one whose blocks take r row tiles and n token tiles. With
// one token tile, memory bounds it, and many small blocks keep most in flight. With more, the cache
// does, from which two row tiles at a time read the activations half as often; up to 32 rows go
// together, so that weights are read once. Two by eight are as many sums as leave room for two
// blocks on a processor; four by four read less from the cache by a fifth, but take up to 254
// registers and a sixth more instructions (bench/gpu_model.py).
template <typename Args, typename Kernel>
void launch_tiled(simt::Stream& stream, Args args, const Kernel& kernel) {
  const size_t tokens = simt::blocks_for(args.call.n_rows, 8);
  const auto launch = [&](auto r, auto n) {
    uint32_t row_blocks = 0;
    for (simt::GemmMatrix& matrix : args.call.matrices) {
      matrix.first_block = row_blocks;
      row_blocks += simt::blocks_for(matrix.rows, r * PackedShape::kTileRows);
    }
    const simt::Shape shape{{simt::blocks_for(tokens, n), row_blocks},
                            simt::kGemmWarps * simt::kWarp,
                            simt::kGemmShared<n>};
    stream.launch(kernel(r, n), shape, args);
  };
  constexpr std::integral_constant<unsigned, 1> kOne;
  constexpr std::integral_constant<unsigned, 2> kTwo;
  if (tokens == 1) return launch(kOne, kOne);
  if (tokens <= 4) return launch(kTwo, std::integral_constant<unsigned, 4>());
  launch(kTwo, std::integral_constant<unsigned, 8>());
}

template <WeightFormat kFormat>
void launch_q(simt::Stream& stream, const simt::GemmQArgs& args) {
  launch_tiled(stream, args, [](auto r, auto n) { return simt::gemm_q_kernel<kFormat, r, n>; });
}
template <WeightFormat kFormat>
void launch_f16(simt::Stream& stream, const simt::GemmF16Args& args) {
  launch_tiled(stream, args, [](auto r, auto n) { return simt::gemm_f16_kernel<kFormat, r, n>; });
}

}  // namespace

Weight CudaOps::prepare(const Weight& w, WeightUse use) {
  if (!reads(w.format, use)) {  // status() says so
    refused_ = w.format;
    return w;
  }
  Weight prepared = w;
  if (use == WeightUse::kGathered) {
    const auto memory = put_for_good(w.data, w.n_bytes());
    prepared.data = memory.get();
    prepared.prepared = memory;
    return prepared;
  }
  auto matrix = std::make_shared<Matrix>();
  const auto put = [&](const void* data, size_t n_bytes) {
    matrix->memory.push_back(put_for_good(data, n_bytes));
    return matrix->memory.back().get();
  };
  const auto put_all = [&](const std::vector<uint8_t>& bytes) {
    return put(bytes.data(), bytes.size());
  };
  if (is_quantised(w.format)) {
    const PackedMatrix packed = pack(w);
    matrix->gemm.codes = put_all(packed.codes);
    matrix->gemm.high = put_all(packed.high);
    matrix->gemm.scales = put_all(packed.scales);
    matrix->gemm.steps = put_all(packed.steps);
    matrix->column_tiles = packed.shape.column_tiles();
  } else if (w.format == WeightFormat::kF32) {
    matrix->gemm.codes = put(w.data, w.n_bytes());
  } else {
    const std::vector<uint16_t> packed = pack_halves(w);
    matrix->gemm.codes = put(packed.data(), packed.size() * sizeof(uint16_t));
    matrix->column_tiles = simt::blocks_for(w.cols, 16);
  }
  matrix->gemm.rows = static_cast<uint32_t>(w.rows);
  prepared.prepared = std::move(matrix);
  return prepared;
}

void CudaOps::rms_norm(const Norm& norm, const float* x, size_t n_rows, size_t d, float* out) {
  const simt::RmsNormArgs args{norm_of(&norm), x, d, out};
  stream_.launch(simt::rms_norm_kernel,
                 {{simt::blocks_for(n_rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
}

void CudaOps::quantise(const Norm* norm, const float* x, size_t n_rows, size_t cols) {
  const size_t blocks = PackedShape{1, cols}.column_tiles(), rows = (n_rows + 7) / 8 * 8;
  const simt::QuantiseArgs args{x,
                                n_rows,
                                cols,
                                blocks,
                                static_cast<int8_t*>(codes_.room(rows * blocks * 32)),
                                static_cast<float*>(scales_.room(rows * blocks * sizeof(float))),
                                static_cast<float*>(sums_.room(rows * blocks * sizeof(float)))};
  const auto grid = static_cast<unsigned>(rows);
  if (norm != nullptr) {
    const simt::NormQuantiseArgs normed{norm_of(norm), args};
    return stream_.launch(simt::norm_quantise_kernel,
                          {{grid, 1}, simt::kNormThreads, simt::kNormShared}, normed);
  }
  stream_.launch(
      simt::quantise_kernel,
      {{simt::blocks_for(blocks, simt::kQuantiseWarps), grid}, simt::kQuantiseWarps * simt::kWarp},
      args);
}

const float* CudaOps::ready(WeightFormat format, const Norm* norm, const float* x, size_t n_rows,
                            size_t cols) {
  if (is_quantised(format)) {
    quantise(norm, x, n_rows, cols);
    return x;
  }
  if (format == WeightFormat::kF32) {
    if (norm == nullptr) return x;
    auto* normed = static_cast<float*>(normed_.room(n_rows * cols * sizeof(float)));
    rms_norm(*norm, x, n_rows, cols, normed);
    return normed;
  }
  const size_t tiles = simt::blocks_for(cols, 16), rows = (n_rows + 7) / 8 * 8;
  const simt::SplitArgs args{
      norm_of(norm),
      x,
      n_rows,
      cols,
      tiles,
      static_cast<simt::Halves2*>(parts_.room(rows * tiles * sizeof(simt::Words4) * 4)),
      static_cast<float*>(part_scales_.room(rows * sizeof(float)))};
  stream_.launch(format == WeightFormat::kF16 ? simt::split_kernel<WeightFormat::kF16>
                                              : simt::split_kernel<WeightFormat::kBf16>,
                 {{static_cast<unsigned>(rows), 1}, simt::kNormThreads, simt::kNormShared}, args);
  return x;
}

void CudaOps::multiply(std::span<const Product> products, const float* x, size_t n_rows, bool add) {
  const WeightFormat format = products[0].w.format;
  if (products[0].w.prepared == nullptr) return;  // refused by prepare()
  simt::GemmCall call{{}, n_rows, 0, add};
  for (size_t i = 0; i < products.size(); ++i) {
    const auto& matrix = *static_cast<const Matrix*>(products[i].w.prepared.get());
    call.matrices[i] = matrix.gemm;
    call.matrices[i].out = products[i].out;
    call.column_tiles = matrix.column_tiles;
  }
  const simt::GemmQArgs args{call, codes_.at<int8_t>(), scales_.at<float>(), sums_.at<float>()};
  const simt::GemmF16Args halves{call, parts_.at<simt::Halves2>(), part_scales_.at<float>()};
  switch (format) {
    case WeightFormat::kQ8_0: return launch_q<WeightFormat::kQ8_0>(stream_, args);
    case WeightFormat::kQ4_0: return launch_q<WeightFormat::kQ4_0>(stream_, args);
    case WeightFormat::kQ4_K: return launch_q<WeightFormat::kQ4_K>(stream_, args);
    case WeightFormat::kQ6_K: return launch_q<WeightFormat::kQ6_K>(stream_, args);
    case WeightFormat::kF16: return launch_f16<WeightFormat::kF16>(stream_, halves);
    case WeightFormat::kBf16: return launch_f16<WeightFormat::kBf16>(stream_, halves);
    default: break;
  }
  for (const Product& product : products) {
    const auto& matrix = *static_cast<const Matrix*>(product.w.prepared.get());
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

// Neighbours of one format go together, in one launch; of one kind, they share what their rows are
// made into. Of a model's products nearly all are.
void CudaOps::multiply_all(const Norm* norm, std::span<const Product> products, const float* x,
                           size_t n_rows, bool add) {
  const float* rows = nullptr;
  for (size_t begin = 0, end; begin < products.size(); begin = end) {
    const WeightFormat format = products[begin].w.format;
    end = begin + 1;
    while (end < products.size() && end < begin + 3 && products[end].w.format == format) ++end;
    const bool as_before =
        begin > 0 && (format == products[begin - 1].w.format ||
                      (is_quantised(format) && is_quantised(products[begin - 1].w.format)));
    if (!as_before) rows = ready(format, norm, x, n_rows, products[begin].w.cols);
    multiply(products.subspan(begin, end - begin), rows, n_rows, add);
  }
  for (const Product& product : products) {
    if (product.bias == nullptr) continue;
    const size_t n = n_rows * product.w.rows;
    const simt::BiasArgs args{product.out, product.bias, product.w.rows, n};
    stream_.launch(simt::add_bias_kernel,
                   {{simt::blocks_for(n, simt::kBiasThreads), 1}, simt::kBiasThreads}, args);
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
