// SPDX-License-Identifier: Apache-2.0
// The rate at which cuBLAS multiplies on this GPU, for comparison with the project's kernels:
// W[4096, 4096] by 4 to 512 rows, in int8 with sums of 32 bits and in halves with sums in float.
// The values are random, since zeros take less power and so allow a higher clock. Each product uses
// other matrices than the one before, since in a step of a model no weight is in a cache. Prints a
// table; exits with 1 if a call fails. It uses the machine's own cuBLAS.
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

namespace {

constexpr int kWidth = 4096;
constexpr int kTries = 5, kCalls = 32;
// Matrices in turn: 16 of int8 are 256 MiB, several times the second-level cache of an H200.
constexpr int kCopies = 16;

void check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "cublas-limits: %s failed\n", what);
  std::exit(1);
}

struct DeviceFree {
  void operator()(void* memory) const { cudaFree(memory); }
};
std::unique_ptr<void, DeviceFree> allocate(size_t n_bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, n_bytes) == cudaSuccess, "cudaMalloc");
  return std::unique_ptr<void, DeviceFree>(memory);
}

// `n` random numbers: all bytes of int8, and halves from -2 to 2.
std::unique_ptr<void, DeviceFree> random_values(size_t n, size_t value_bytes) {
  static std::mt19937 random(1);
  std::vector<uint8_t> bytes(n * value_bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(random());
    // The second byte of a half has the sign, five bits of the exponent and two of the fraction.
    if (value_bytes == 2 && i % 2 == 1) bytes[i] = (bytes[i] & 0x83) | (8 + random() % 8) << 2;
  }
  auto memory = allocate(bytes.size());
  check(cudaMemcpy(memory.get(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice) == cudaSuccess,
        "cudaMemcpy");
  return memory;
}

struct Kind {
  const char* name;
  cudaDataType_t in, out;
  cublasComputeType_t sums;
  size_t in_bytes;
};
constexpr Kind kKinds[] = {{"int8", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 1},
                           {"halves", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2}};

using Matrices = std::vector<std::unique_ptr<void, DeviceFree>>;

// Seconds of one product, the best of a few tries. Column-major, as in cuBLAS: out[width, rows] =
// W^T x, with both operands stored by columns. `matrices`: kCopies of W.
double seconds(cublasHandle_t handle, const Kind& kind, const Matrices& matrices, int rows) {
  const auto x = random_values(size_t{kWidth} * static_cast<size_t>(rows), kind.in_bytes);
  const auto out = allocate(size_t{kWidth} * static_cast<size_t>(rows) * 4);
  const int one_int = 1, zero_int = 0;
  const float one = 1, zero = 0;
  const bool integers = kind.sums == CUBLAS_COMPUTE_32I;
  const void* alpha = integers ? static_cast<const void*>(&one_int) : &one;
  const void* beta = integers ? static_cast<const void*>(&zero_int) : &zero;
  const auto multiply = [&](int call) {
    const void* w = matrices[static_cast<size_t>(call % kCopies)].get();
    check(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, kWidth, rows, kWidth, alpha, w, kind.in,
                       kWidth, x.get(), kind.in, kWidth, beta, out.get(), kind.out, kWidth,
                       kind.sums, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
          "cublasGemmEx");
  };
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess,
        "cudaEventCreate");
  multiply(0);  // cuBLAS chooses its kernel
  float best_ms = 1e30f;
  for (int i = 0; i < kTries; ++i) {
    cudaEventRecord(begin);
    for (int call = 0; call < kCalls; ++call) multiply(call);
    cudaEventRecord(end);
    check(cudaEventSynchronize(end) == cudaSuccess, "a product");
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    if (ms < best_ms) best_ms = ms;
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return best_ms * 1e-3 / kCalls;
}

}  // namespace

int main() {
  cublasHandle_t handle = nullptr;
  check(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  std::printf("| W[4096, 4096] by rows | int8 us | Top/s | halves us | Top/s |\n");
  std::printf("| --- | --- | --- | --- | --- |\n");
  Matrices matrices[std::size(kKinds)];
  for (size_t k = 0; k < std::size(kKinds); ++k) {
    for (int i = 0; i < kCopies; ++i) {
      matrices[k].push_back(random_values(size_t{kWidth} * kWidth, kKinds[k].in_bytes));
    }
  }
  for (const int rows : {4, 16, 32, 64, 128, 256, 512}) {
    std::printf("| %d |", rows);
    for (size_t k = 0; k < std::size(kKinds); ++k) {
      const double s = seconds(handle, kKinds[k], matrices[k], rows);
      std::printf(" %.1f | %.1f |", s * 1e6, 2.0 * kWidth * kWidth * rows / s * 1e-12);
    }
    std::printf("\n");
  }
  cublasDestroy(handle);
}
