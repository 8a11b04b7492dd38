// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "kernels/cuda/stream.h"

namespace redact::simt {

namespace {

// Host memory that copies to the device wait in until their graph has run: ids, positions, pages
// and candidates of a step are some tens of KiB; what is larger goes on its own.
constexpr size_t kPinnedBytes = 4 << 20;
// Graphs kept. A model has a few for each width of its products, of which there are 3, times the
// copies that a step may do without; one is some 50 KiB.
constexpr size_t kMostGraphs = 256;

// What a kernel may have of shared memory unless it asks for more.
constexpr size_t kSharedUnasked = 48 << 10;

// A node of a graph: a launch, or a copy.
struct Work {
  const void* kernel = nullptr;  // null for a copy
  Shape shape{};
  alignas(16) uint8_t args[kMostArgs] = {};
  bool (*same_args)(const void*, const void*) = nullptr;
  void* to = nullptr;
  const void* from = nullptr;
  size_t bytes = 0;
  cudaMemcpyKind direction = cudaMemcpyHostToDevice;

  uint64_t kind() const {
    return kernel != nullptr ? reinterpret_cast<uintptr_t>(kernel) : uint64_t{1} + direction;
  }
  // Of two of one kind.
  bool operator==(const Work& other) const {
    if (kernel != nullptr) return shape == other.shape && same_args(args, other.args);
    return to == other.to && from == other.from && bytes == other.bytes;
  }
  cudaKernelNodeParams launch(void** arguments) const {
    arguments[0] = const_cast<uint8_t*>(args);
    cudaKernelNodeParams params{};
    params.func = const_cast<void*>(kernel);
    params.gridDim = {shape.grid.x, shape.grid.y};
    params.blockDim = {shape.threads};
    params.sharedMemBytes = static_cast<unsigned>(shape.shared_bytes);
    params.kernelParams = arguments;
    return params;
  }
};

// A chain of nodes, instantiated; `work` is what they do at present.
struct Graph {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  std::vector<cudaGraphNode_t> nodes;
  std::vector<Work> work;

  Graph() = default;
  Graph(Graph&&) = delete;
  ~Graph() {
    if (executable != nullptr) cudaGraphExecDestroy(executable);
    if (graph != nullptr) cudaGraphDestroy(graph);
  }

  cudaError_t build(const std::vector<Work>& wanted) {
    cudaError_t error = cudaGraphCreate(&graph, 0);
    void* arguments[1];
    for (size_t i = 0; i < wanted.size() && error == cudaSuccess; ++i) {
      const Work& w = wanted[i];
      const cudaGraphNode_t* before = i == 0 ? nullptr : &nodes[i - 1];
      const size_t n_before = i == 0 ? 0 : 1;
      cudaGraphNode_t node = nullptr;
      if (w.kernel != nullptr) {
        const cudaKernelNodeParams params = w.launch(arguments);
        error = cudaGraphAddKernelNode(&node, graph, before, n_before, &params);
      } else {
        error = cudaGraphAddMemcpyNode1D(&node, graph, before, n_before, w.to, w.from, w.bytes,
                                         w.direction);
      }
      nodes.push_back(node);
    }
    work = wanted;
    return error == cudaSuccess ? cudaGraphInstantiate(&executable, graph, 0) : error;
  }

  // `wanted` has the kinds of `work`.
  cudaError_t change(const std::vector<Work>& wanted) {
    void* arguments[1];
    for (size_t i = 0; i < wanted.size(); ++i) {
      const Work& w = wanted[i];
      if (w == work[i]) continue;
      cudaError_t error;
      if (w.kernel != nullptr) {
        const cudaKernelNodeParams params = w.launch(arguments);
        error = cudaGraphExecKernelNodeSetParams(executable, nodes[i], &params);
      } else {
        error = cudaGraphExecMemcpyNodeSetParams1D(executable, nodes[i], w.to, w.from, w.bytes,
                                                   w.direction);
      }
      if (error != cudaSuccess) return error;
      work[i] = w;
    }
    return cudaSuccess;
  }
};

}  // namespace

struct Stream::Handle {
  int device = 0;
  cudaStream_t stream = nullptr;
  cudaError_t first = cudaSuccess;
  uint8_t* pinned = nullptr;
  size_t pinned_used = 0;
  std::vector<Work> recorded;
  std::map<uint64_t, Graph> graphs;  // by the hash of their kinds
  std::set<const void*> with_more_shared;
  uint64_t n_graphs = 0;

  // Whether calls may still be made.
  bool fine() const { return first == cudaSuccess; }
  void note(cudaError_t error) {
    if (fine()) first = error;
  }
  // A thread's device is its own affair: whoever calls CUDA says first which one it means.
  void choose() { note(cudaSetDevice(device)); }

  void record(const Work& work) {
    recorded.push_back(work);
    if (recorded.size() == kGraphNodes) start();
  }

  // Starts what was recorded.
  void start() {
    if (recorded.empty() || !fine()) return;
    choose();
    uint64_t kinds = recorded.size();
    for (const Work& work : recorded) {
      kinds = (kinds ^ work.kind()) * 0x9e3779b97f4a7c15u;
      kinds ^= kinds >> 29;
    }
    if (graphs.size() >= kMostGraphs && !graphs.contains(kinds)) {
      note(cudaStreamSynchronize(stream));
      graphs.clear();
    }
    Graph& graph = graphs[kinds];
    if (fine()) note(graph.executable == nullptr ? graph.build(recorded) : graph.change(recorded));
    if (fine()) note(cudaGraphLaunch(graph.executable, stream));
    recorded.clear();
    ++n_graphs;
  }

  // Waits until all that was asked for is done; after an error too, since what was started before
  // it may still write to the host's memory.
  void finish() {
    start();
    if (stream == nullptr) return;
    choose();
    note(cudaStreamSynchronize(stream));
    pinned_used = 0;
  }
};

// Not blocking: the default stream of the embedding program is none of our business.
Stream::Stream() : handle_(std::make_unique<Handle>()) {
  Handle& h = *handle_;
  h.note(cudaGetDevice(&h.device));
  h.choose();
  if (h.fine()) h.note(cudaStreamCreateWithFlags(&h.stream, cudaStreamNonBlocking));
  void* pinned = nullptr;
  if (h.fine()) h.note(cudaHostAlloc(&pinned, kPinnedBytes, cudaHostAllocDefault));
  h.pinned = static_cast<uint8_t*>(pinned);
  h.recorded.reserve(kGraphNodes);
}

// What can't be freed any more goes with the process.
Stream::~Stream() {
  handle_->finish();
  cudaSetDevice(handle_->device);
  handle_->graphs.clear();
  if (handle_->pinned != nullptr) cudaFreeHost(handle_->pinned);
  if (handle_->stream != nullptr) cudaStreamDestroy(handle_->stream);
}

const char* Stream::error() const {
  return handle_->fine() ? nullptr : cudaGetErrorString(handle_->first);
}

bool Stream::lacks_memory() const { return handle_->first == cudaErrorMemoryAllocation; }

uint64_t Stream::graphs() const { return handle_->n_graphs; }

size_t Stream::free_bytes() const {
  Handle& h = *handle_;
  size_t free = 0, total = 0;
  if (h.fine()) h.choose();
  if (h.fine()) h.note(cudaMemGetInfo(&free, &total));
  return h.fine() ? free : 0;
}

// A device without memory left is no error of the stream: the caller may ask for less.
void* Stream::allocate(size_t bytes) {
  Handle& h = *handle_;
  if (h.fine()) h.choose();
  if (!h.fine()) return nullptr;
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, bytes);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  h.note(error);
  // What is recorded starts later and knows nothing of this memory.
  if (h.fine()) h.note(cudaMemsetAsync(memory, 0, bytes, h.stream));
  if (h.fine()) return memory;
  if (error == cudaSuccess) h.note(cudaFree(memory));
  return nullptr;
}

void Stream::free(void* memory) {
  handle_->finish();
  if (!handle_->fine()) cudaSetDevice(handle_->device);
  handle_->note(cudaFree(memory));
}

void Stream::finish() { handle_->finish(); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  if (!h.fine() || bytes == 0) return;
  if (bytes > kPinnedBytes) {
    h.start();
    if (h.fine()) h.choose();
    if (h.fine()) h.note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, h.stream));
    return h.finish();
  }
  const size_t room = (bytes + 15) / 16 * 16;
  if (h.pinned_used + room > kPinnedBytes) h.finish();
  uint8_t* at = h.pinned + h.pinned_used;
  h.pinned_used += room;
  std::memcpy(at, from, bytes);
  Work work;
  work.to = to, work.from = at, work.bytes = bytes, work.direction = cudaMemcpyHostToDevice;
  h.record(work);
}

// Zeros where an error keeps the bytes away.
void Stream::to_host(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  h.start();
  if (h.fine()) h.choose();
  if (h.fine()) h.note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, h.stream));
  h.finish();
  if (!h.fine()) std::memset(to, 0, bytes);
}

void Stream::copy(void* to, const void* from, size_t bytes) {
  if (!handle_->fine() || bytes == 0) return;
  Work work;
  work.to = to, work.from = from, work.bytes = bytes, work.direction = cudaMemcpyDeviceToDevice;
  handle_->record(work);
}

void Stream::record_launch(const void* kernel, const Shape& shape, const void* args, size_t size,
                           SameArgs same) {
  Handle& h = *handle_;
  if (!h.fine()) return;
  if (shape.shared_bytes > kSharedUnasked && h.with_more_shared.insert(kernel).second) {
    h.choose();
    h.note(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(shape.shared_bytes)));
  }
  Work work;
  work.kernel = kernel;
  work.shape = shape;
  work.same_args = same;
  std::memcpy(work.args, args, size);
  h.record(work);
}

}  // namespace redact::simt
