// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cuda/launch.h"

namespace redact::simt {

// A launch as CUDA's node parameters; `arguments` receives the address of its arguments.
cudaKernelNodeParams node_of(const Launch& launch, void** arguments);

// A chain of launches that CUDA starts in one call. It must not be running when it is destroyed.
// Errors are CUDA's.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph();

  // Called once, before the other functions.
  cudaError_t build(std::span<const Launch> chain);
  // Updates the launches at the indices `changed` to those of `chain`, which is as long as the
  // chain that the graph was built from. Runs already started are not affected.
  cudaError_t change(std::span<const uint32_t> changed, std::span<const Launch> chain);
  cudaError_t start(cudaStream_t stream) { return cudaGraphLaunch(executable_, stream); }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  std::vector<cudaGraphNode_t> nodes_;
};

}  // namespace redact::simt
