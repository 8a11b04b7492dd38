// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cuda/launch.h"

namespace redact::simt {

// What CUDA wants to know of a launch; `arguments` holds the address of its arguments.
cudaKernelNodeParams node_of(const Launch& launch, void** arguments);

// A chain of launches that CUDA starts in one call. Nothing of it may be under way when it is
// destroyed. Errors are CUDA's.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  // Once, and before the others.
  cudaError_t build(std::span<const Launch> chain);
  // The launches of `chain`, as long as the one it was built from, at the places `changed`. What
  // was started before runs as it was.
  cudaError_t change(std::span<const uint32_t> changed, std::span<const Launch> chain);
  cudaError_t start(cudaStream_t stream) { return cudaGraphLaunch(executable_, stream); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  std::vector<cudaGraphNode_t> nodes_;
};

}  // namespace redact::simt
