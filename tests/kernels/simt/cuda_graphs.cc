// SPDX-License-Identifier: Apache-2.0
// Kernels and graphs of the emulated CUDA runtime.
#include <cstdlib>
#include <cstring>
#include <memory>

#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/emulator.h"
#include "tests/kernels/simt/runtime_state.h"

using namespace redact::simt;

struct EmulatedGraph {
  std::vector<std::unique_ptr<EmulatedNode>> nodes;
};
struct EmulatedGraphExec {
  std::map<const EmulatedNode*, size_t> place;
  std::vector<EmulatedNode> nodes;
};

namespace {

constexpr unsigned kMostThreads = 1024, kMostGridY = 65535;

// The most shared memory that a block may have; from the CUDA C++ Programming Guide, technical
// specifications by compute capability.
size_t most_shared() {
  const int capability = runtime().capability;
  return capability >= 90 ? kMostShared : capability == 80 ? 163 << 10 : 99 << 10;
}

cudaError_t set_launch(const cudaKernelNodeParams& params, EmulatedNode& node) {
  const auto found = runtime().kernels.find(params.func);
  if (found == runtime().kernels.end()) return note(cudaErrorInvalidValue);
  const Kernel& kernel = found->second;
  if (params.gridDim.x == 0 || params.gridDim.y == 0 || params.gridDim.y > kMostGridY ||
      params.blockDim.x == 0 || params.blockDim.x > kMostThreads ||
      params.sharedMemBytes > kernel.most_shared) {
    return note(cudaErrorInvalidValue);
  }
  if (runtime().idle) return cudaSuccess;
  const Launch launch{
      {params.gridDim.x, params.gridDim.y}, {params.blockDim.x, 1}, params.sharedMemBytes};
  // Aligned like the parameters of a kernel.
  const std::shared_ptr<unsigned char> args(
      static_cast<unsigned char*>(std::aligned_alloc(64, (kernel.args_bytes + 63) / 64 * 64)),
      std::free);
  std::memcpy(args.get(), params.kernelParams[0], kernel.args_bytes);
  node.work = [launch, args, call = kernel.call, func = params.func, n = kernel.args_bytes] {
    ++runtime().state.n_launches;
    run(launch, {call, func}, args.get(), n);
  };
  return cudaSuccess;
}

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                     size_t n_before, EmulatedNode made) {
  // Only chains are supported: nodes run in the order in which they were added.
  made.before = n_before == 0 ? nullptr : before[0];
  const bool chained = graph->nodes.empty()
                           ? n_before == 0
                           : n_before == 1 && before[0] == graph->nodes.back().get();
  if (!chained) return note(cudaErrorInvalidValue);
  graph->nodes.push_back(std::make_unique<EmulatedNode>(std::move(made)));
  *node = graph->nodes.back().get();
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int value) {
  REDACT_CALL();
  const auto found = runtime().kernels.find(kernel);
  if (found == runtime().kernels.end() || value < 0 || static_cast<size_t>(value) > most_shared()) {
    return note(cudaErrorInvalidValue);
  }
  found->second.most_shared = static_cast<size_t>(value);
  return cudaSuccess;
}
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  REDACT_CALL();
  *graph = new EmulatedGraph();
  ++runtime().state.graphs;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const cudaError_t failed = begin_call();
  delete graph;
  --runtime().state.graphs;
  return failed;
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* before, size_t n_before,
                                   const cudaKernelNodeParams* params) {
  REDACT_CALL();
  EmulatedNode made;
  const cudaError_t error = set_launch(*params, made);
  return error != cudaSuccess ? error : add_node(node, graph, before, n_before, std::move(made));
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long) {
  REDACT_CALL();
  auto made = std::make_unique<EmulatedGraphExec>();
  for (const auto& node : graph->nodes) {
    made->place[node.get()] = made->nodes.size();
    made->nodes.push_back(*node);
  }
  *executable = made.release();
  ++runtime().state.executables;
  ++runtime().state.n_instantiated;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  const cudaError_t failed = begin_call();
  delete executable;
  --runtime().state.executables;
  return failed;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  REDACT_CALL();
  return set_launch(*params, executable->nodes[executable->place.at(node)]);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  REDACT_STREAM_CALL(stream);
  if (runtime().idle) {
    runtime().state.n_launches += executable->nodes.size();
    return cudaSuccess;
  }
  // Copies the work of the nodes as it is now: they may be changed before they run.
  for (const EmulatedNode& node : executable->nodes) stream->queue.push_back(node.work);
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** args,
                             size_t shared_bytes, cudaStream_t stream) {
  REDACT_STREAM_CALL(stream);
  EmulatedNode node;
  const cudaKernelNodeParams params{const_cast<void*>(kernel),           grid, block,
                                    static_cast<unsigned>(shared_bytes), args, nullptr};
  if (const cudaError_t error = set_launch(params, node); error != cudaSuccess) return error;
  if (runtime().idle) {
    ++runtime().state.n_launches;
  } else {
    stream->queue.push_back(node.work);
  }
  return cudaSuccess;
}

namespace redact::simt {

void announce_kernel(const void* kernel, void (*call)(const void* kernel, const void* args),
                     size_t args_bytes) {
  runtime().kernels.try_emplace(kernel, Kernel{call, args_bytes});
}

}  // namespace redact::simt
