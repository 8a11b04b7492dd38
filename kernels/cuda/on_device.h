// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

namespace redact::simt {

// Makes a device current for the calling thread, as calls to CUDA require. At the end of the scope
// it restores the device that was current before, since the thread may belong to the embedding
// program. Since CUDA 12 a device gets a context when it becomes current, so a thread that uses
// cuda:1 while device 0 is current gives device 0 a context of a few hundred MiB;
// CUDA_VISIBLE_DEVICES hides devices that are not used.
class OnDevice {
 public:
  // Keeps an error in `first`, if that holds none.
  OnDevice(int device, cudaError_t& first) {
    cudaError_t error = cudaGetDevice(&before_);
    changes_ = error == cudaSuccess && before_ != device;
    if (changes_) error = cudaSetDevice(device);
    if (first == cudaSuccess) first = error;
  }
  ~OnDevice() {
    if (changes_) cudaSetDevice(before_);
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
  bool changes_ = false;
};

}  // namespace redact::simt
