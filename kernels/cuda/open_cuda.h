// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "kernels/ops.h"

namespace redact {

struct CudaDevice {
  std::string name;
  int capability;  // 86 for sm_86; 0 if the GPU does not answer
  size_t bytes;    // of memory
};

// The GPUs of this machine, in CUDA's order; empty if there are none or there is no driver.
// kUnsupported if there is a driver that cannot be used: it is too old for this build, or it fails.
Result<std::vector<CudaDevice>> cuda_devices();

// Errors: those of cuda_devices; the device does not exist, is older than sm_80, or cannot be used;
// with `cublas`, those of CudaOps::use_cublas. `pool` outlives the result.
Result<std::unique_ptr<Ops>> open_cuda(size_t index, ThreadPool& pool, bool cublas = false);

}  // namespace redact
