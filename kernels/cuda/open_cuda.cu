// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/open_cuda.h"

namespace redact {

constexpr int kOldest = 80;  // the first with mma.m16n8k32 on 8-bit integers

std::vector<CudaDevice> cuda_devices() {
  int n = 0;
  if (cudaGetDeviceCount(&n) != cudaSuccess) n = 0;
  std::vector<CudaDevice> devices;
  for (int i = 0; i < n; ++i) {
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) continue;
    devices.push_back(
        {properties.name, properties.major * 10 + properties.minor, properties.totalGlobalMem});
  }
  return devices;
}

Result<std::unique_ptr<Ops>> open_cuda(size_t index, ThreadPool& pool) {
  const std::vector<CudaDevice> devices = cuda_devices();
  if (index >= devices.size()) {
    return Error{ErrorKind::kUnsupported, "device", "there is no such GPU here"};
  }
  if (devices[index].capability < kOldest) {
    return Error{ErrorKind::kUnsupported, "device", "the GPU is older than sm_80"};
  }
  if (cudaSetDevice(static_cast<int>(index)) != cudaSuccess) {
    return Error{ErrorKind::kUnsupported, "device", "the GPU can't be used"};
  }
  auto ops = std::make_unique<CudaOps>(pool);
  REDACT_TRY(ops->status());
  return std::unique_ptr<Ops>(std::move(ops));
}

}  // namespace redact
