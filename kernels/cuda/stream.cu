// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include "kernels/cuda/stream.h"

namespace redact::simt {

struct Stream::Handle {
  cudaStream_t stream = nullptr;
  cudaError_t first = cudaSuccess;

  // Whether calls may still be made.
  bool fine() const { return first == cudaSuccess; }
  void note(cudaError_t error) {
    if (fine()) first = error;
  }
};

Stream::Stream() : handle_(new Handle) { handle_->note(cudaStreamCreate(&handle_->stream)); }

Stream::~Stream() {
  if (handle_->stream != nullptr) cudaStreamDestroy(handle_->stream);
  delete handle_;
}

const char* Stream::error() const {
  return handle_->fine() ? nullptr : cudaGetErrorString(handle_->first);
}

// A device without memory left is no error of the stream: the caller may ask for less.
void* Stream::allocate(size_t bytes) {
  void* memory = nullptr;
  if (!handle_->fine() || cudaMalloc(&memory, bytes) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  handle_->note(cudaMemsetAsync(memory, 0, bytes, handle_->stream));
  return memory;
}

void Stream::free(void* memory) { cudaFree(memory); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  if (!handle_->fine()) return;
  handle_->note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, handle_->stream));
}

void Stream::to_host(void* to, const void* from, size_t bytes) {
  if (!handle_->fine()) return;
  handle_->note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, handle_->stream));
  handle_->note(cudaStreamSynchronize(handle_->stream));
}

void Stream::copy(void* to, const void* from, size_t bytes) {
  if (!handle_->fine()) return;
  handle_->note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, handle_->stream));
}

void Stream::launch_raw(const void* kernel, const Shape& shape, void** arguments) {
  if (!handle_->fine()) return;
  if (shape.shared_bytes > 48 << 10) {  // more than every device gives unasked
    handle_->note(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(shape.shared_bytes)));
  }
  handle_->note(cudaLaunchKernel(kernel, {shape.grid.x, shape.grid.y}, {shape.threads}, arguments,
                                 shape.shared_bytes, handle_->stream));
}

}  // namespace redact::simt
