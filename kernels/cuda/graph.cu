// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/graph.h"

namespace redact::simt {

cudaKernelNodeParams node_of(const Launch& launch, void** arguments) {
  arguments[0] = const_cast<uint8_t*>(launch.args);
  cudaKernelNodeParams params{};
  params.func = const_cast<void*>(launch.kernel);
  params.gridDim = {launch.shape.grid.x, launch.shape.grid.y};
  params.blockDim = {launch.shape.threads};
  params.sharedMemBytes = static_cast<unsigned>(launch.shape.shared_bytes);
  params.kernelParams = arguments;
  return params;
}

Graph::~Graph() {
  if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
  if (graph_ != nullptr) cudaGraphDestroy(graph_);
}

cudaError_t Graph::build(std::span<const Launch> chain) {
  cudaError_t error = cudaGraphCreate(&graph_, 0);
  void* arguments[1];
  for (size_t i = 0; i < chain.size() && error == cudaSuccess; ++i) {
    const cudaKernelNodeParams params = node_of(chain[i], arguments);
    const cudaGraphNode_t* before = i == 0 ? nullptr : &nodes_[i - 1];
    cudaGraphNode_t node = nullptr;
    error = cudaGraphAddKernelNode(&node, graph_, before, i == 0 ? 0 : 1, &params);
    nodes_.push_back(node);
  }
  return error == cudaSuccess ? cudaGraphInstantiate(&executable_, graph_, 0) : error;
}

cudaError_t Graph::change(std::span<const uint32_t> changed, std::span<const Launch> chain) {
  void* arguments[1];
  for (const uint32_t i : changed) {
    const cudaKernelNodeParams params = node_of(chain[i], arguments);
    const cudaError_t error = cudaGraphExecKernelNodeSetParams(executable_, nodes_[i], &params);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace redact::simt
