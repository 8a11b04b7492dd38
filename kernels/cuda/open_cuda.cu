// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <string>

#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/on_device.h"
#include "kernels/cuda/open_cuda.h"

namespace redact {

constexpr int kOldest = 80;  // the first with mma.m16n8k32 on 8-bit integers

namespace {

// CUDA gives versions as 1000 * major + 10 * minor.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// The reason that the GPUs cannot be counted. It is never a missing driver, which CUDA reports as a
// driver that is too old, of version 0.
Result<void> driver_error(cudaError_t error) {
  int driver = 0, built_for = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  if (cudaRuntimeGetVersion(&built_for) != cudaSuccess) built_for = 0;
  if (error == cudaErrorNoDevice || driver == 0) return {};
  if (error != cudaErrorInsufficientDriver) {
    return Error{ErrorKind::kUnsupported, "device",
                 std::string("the GPU's driver fails: ") + cudaGetErrorString(error)};
  }
  return Error{ErrorKind::kUnsupported, "device",
               "the GPU's driver is too old: it supports CUDA " + version_text(driver) +
                   ", and this program was built with CUDA " + version_text(built_for) +
                   "; update the driver, or build with an older CUDA, from 12.0 on"};
}

// The file of the cuBLAS that belongs to the CUDA of this build.
std::string cublas_library() {
  int built_for = 0;
  if (cudaRuntimeGetVersion(&built_for) != cudaSuccess) built_for = 0;
  return "libcublasLt.so." + std::to_string(built_for / 1000);
}

}  // namespace

Result<std::vector<CudaDevice>> cuda_devices() {
  int n = 0;
  std::vector<CudaDevice> devices;
  if (const cudaError_t error = cudaGetDeviceCount(&n); error != cudaSuccess) {
    REDACT_TRY(driver_error(error));
    return devices;
  }
  for (int i = 0; i < n; ++i) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, i) == cudaSuccess) {
      devices.push_back(
          {properties.name, properties.major * 10 + properties.minor, properties.totalGlobalMem});
    } else {
      devices.push_back(
          {"a GPU that does not answer", 0, 0});  // a placeholder keeps the other GPUs' numbers
    }
  }
  return devices;
}

Result<std::unique_ptr<Ops>> open_cuda(size_t index, ThreadPool& pool, bool cublas) {
  REDACT_ASSIGN(const std::vector<CudaDevice> devices, cuda_devices());
  if (index >= devices.size()) {
    return Error{ErrorKind::kUnsupported, "device", "this machine has no GPU of that number"};
  }
  if (devices[index].capability == 0) {
    return Error{ErrorKind::kUnsupported, "device", "the GPU does not answer"};
  }
  if (devices[index].capability < kOldest) {
    return Error{ErrorKind::kUnsupported, "device",
                 "the GPU is too old: compute capability 8.0 or higher is required"};
  }
  cudaError_t error = cudaSuccess;
  const simt::OnDevice here(static_cast<int>(index), error);
  if (error != cudaSuccess) {
    return Error{ErrorKind::kUnsupported, "device", "cannot use the GPU"};
  }
  auto ops = std::make_unique<CudaOps>(pool);
  REDACT_TRY(ops->status());
  if (cublas) REDACT_TRY(ops->use_cublas(cublas_library()));
  return std::unique_ptr<Ops>(std::move(ops));
}

}  // namespace redact
