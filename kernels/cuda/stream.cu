// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstring>
#include <map>

#include "kernels/cuda/stream.h"

namespace redact::simt {

namespace {

// Host memory that copies to the device wait in until their graph has run: ids, positions, pages
// and candidates of a step are some tens of KiB; what is larger goes on its own.
constexpr size_t kPinnedBytes = 4 << 20;
// A recording longer than this starts by itself, so that prompts of many passes, of which nobody
// reads, do not keep the device idle: two to three steps of a model of 32 layers.
constexpr size_t kMostNodes = 1000;
// Graphs kept. A model has one for each width of its products, 3, times the copies that a step may
// do without; a graph is some 100 KiB.
constexpr size_t kMostGraphs = 64;

}  // namespace

struct Stream::Handle {
  cudaStream_t stream = nullptr;
  cudaError_t first = cudaSuccess;
  uint8_t* pinned = nullptr;
  size_t pinned_used = 0;
  uint64_t kinds = 0;  // hash of the nodes recorded, without their sizes and addresses
  size_t n_nodes = 0;
  uint64_t n_graphs = 0;
  std::map<uint64_t, cudaGraphExec_t> graphs;  // by kinds

  // Whether calls may still be made.
  bool fine() const { return first == cudaSuccess; }
  void note(cudaError_t error) {
    if (fine()) first = error;
  }

  // Before a node is added. Relaxed: memory may be taken while a graph is recorded.
  void record(uint64_t kind) {
    if (n_nodes == kMostNodes) start();
    if (n_nodes == 0) {
      note(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
      kinds = 0;
    }
    ++n_nodes;
    kinds = (kinds ^ kind) * 0x9e3779b97f4a7c15u + (kinds >> 29);
  }

  // Starts what was recorded.
  void start() {
    if (n_nodes == 0) return;
    n_nodes = 0;
    cudaGraph_t graph = nullptr;
    note(cudaStreamEndCapture(stream, &graph));
    if (!fine()) return;
    if (graphs.size() > kMostGraphs) forget_graphs();
    cudaGraphExec_t& executable = graphs[kinds];
    cudaGraphExecUpdateResultInfo result;
    if (executable != nullptr && cudaGraphExecUpdate(executable, graph, &result) != cudaSuccess) {
      cudaGetLastError();  // another graph after all
      cudaGraphExecDestroy(executable);
      executable = nullptr;
    }
    if (executable == nullptr) note(cudaGraphInstantiate(&executable, graph, 0));
    cudaGraphDestroy(graph);
    if (fine()) note(cudaGraphLaunch(executable, stream));
    ++n_graphs;
  }

  // Waits until all that was asked for is done.
  void finish() {
    start();
    if (fine()) note(cudaStreamSynchronize(stream));
    pinned_used = 0;
  }

  void forget_graphs() {
    if (fine()) note(cudaStreamSynchronize(stream));
    for (const auto& [kind, executable] : graphs) {
      if (executable != nullptr) cudaGraphExecDestroy(executable);
    }
    graphs.clear();
  }
};

// Not blocking: the default stream of the embedding program must not end a recording.
Stream::Stream() : handle_(std::make_unique<Handle>()) {
  handle_->note(cudaStreamCreateWithFlags(&handle_->stream, cudaStreamNonBlocking));
  void* pinned = nullptr;
  handle_->note(cudaHostAlloc(&pinned, kPinnedBytes, cudaHostAllocDefault));
  handle_->pinned = static_cast<uint8_t*>(pinned);
}

Stream::~Stream() {
  handle_->finish();
  handle_->forget_graphs();
  if (handle_->pinned != nullptr) cudaFreeHost(handle_->pinned);
  if (handle_->stream != nullptr) cudaStreamDestroy(handle_->stream);
}

const char* Stream::error() const {
  return handle_->fine() ? nullptr : cudaGetErrorString(handle_->first);
}

uint64_t Stream::graphs() const { return handle_->n_graphs; }

size_t Stream::free_bytes() const {
  size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
}

// A device without memory left is no error of the stream: the caller may ask for less.
void* Stream::allocate(size_t bytes) {
  void* memory = nullptr;
  if (!handle_->fine() || cudaMalloc(&memory, bytes) != cudaSuccess) {
    cudaGetLastError();
    return nullptr;
  }
  handle_->start();
  handle_->note(cudaMemsetAsync(memory, 0, bytes, handle_->stream));
  return memory;
}

void Stream::free(void* memory) {
  handle_->finish();
  cudaFree(memory);
}

void Stream::finish() { handle_->finish(); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  if (!h.fine()) return;
  if (bytes > kPinnedBytes - h.pinned_used) h.finish();
  if (bytes > kPinnedBytes) {
    h.note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, h.stream));
    return h.finish();
  }
  uint8_t* at = h.pinned + h.pinned_used;
  h.pinned_used += (bytes + 15) / 16 * 16;
  if (h.pinned_used > kPinnedBytes) h.pinned_used = kPinnedBytes;
  std::memcpy(at, from, bytes);
  h.record(1);
  h.note(cudaMemcpyAsync(to, at, bytes, cudaMemcpyHostToDevice, h.stream));
}

void Stream::to_host(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  h.start();
  if (h.fine()) h.note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, h.stream));
  h.finish();
}

void Stream::copy(void* to, const void* from, size_t bytes) {
  if (!handle_->fine()) return;
  handle_->record(2);
  handle_->note(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, handle_->stream));
}

void Stream::record_launch(const void* kernel, const Shape& shape, void** arguments) {
  if (!handle_->fine()) return;
  handle_->record(reinterpret_cast<uintptr_t>(kernel));
  handle_->note(cudaLaunchKernel(kernel, {shape.grid.x, shape.grid.y}, {shape.threads}, arguments,
                                 shape.shared_bytes, handle_->stream));
}

}  // namespace redact::simt
