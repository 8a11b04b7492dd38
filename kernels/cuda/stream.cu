// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "kernels/cuda/stream.h"

namespace redact::simt {

struct Stream::Handle {
  cudaStream_t stream;
};

Stream::Stream() : handle_(new Handle{}) { cudaStreamCreate(&handle_->stream); }

Stream::~Stream() {
  cudaStreamDestroy(handle_->stream);
  delete handle_;
}

void* Stream::allocate(size_t bytes) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, bytes) != cudaSuccess) return nullptr;
  cudaMemsetAsync(memory, 0, bytes, handle_->stream);
  return memory;
}

void Stream::free(void* memory) { cudaFree(memory); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, handle_->stream);
}

void Stream::to_host(void* to, const void* from, size_t bytes) {
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, handle_->stream);
  cudaStreamSynchronize(handle_->stream);
}

void Stream::copy(void* to, const void* from, size_t bytes) {
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, handle_->stream);
}

void Stream::launch_raw(const void* kernel, const Shape& shape, void** arguments) {
  if (shape.shared_bytes > 48 << 10) {  // more than every device gives unasked
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         static_cast<int>(shape.shared_bytes));
  }
  cudaLaunchKernel(kernel, {shape.grid.x, shape.grid.y}, {shape.threads}, arguments,
                   shape.shared_bytes, handle_->stream);
}

}  // namespace redact::simt
