// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <vector>

#include "kernels/cuda/graph.h"
#include "kernels/cuda/graph_plan.h"
#include "kernels/cuda/on_device.h"
#include "kernels/cuda/staging_plan.h"
#include "kernels/cuda/stream.h"

namespace redact::simt {

namespace {

// Pinned host memory that buffers copies until they have run; larger copies bypass it.
constexpr size_t kPinnedBytes = 4 << 20;
// The size of a half, for the tables of a step: 64 sequences of 4,096 entries have 64 KiB of page
// numbers, and 4,096 rows of the bundled model have 110 KB of candidates. With up to 16 added ids
// (kMostAddedIds) rows have up to 256 KiB of these. A table that does not fit is copied on its own.
constexpr size_t kStagedBytes = 1 << 20;

// The shared memory that a kernel may use without asking for more.
constexpr size_t kSharedUnasked = 48 << 10;

// A pending copy to the host, and the events before and behind it.
struct Reply {
  cudaEvent_t computed = nullptr, arrived = nullptr;
  void* to = nullptr;
  size_t bytes = 0;
  uint64_t step = 0;  // the step that it answers
};

}  // namespace

struct Stream::Handle {
  int device = 0, n_processors = 0;
  cudaStream_t stream = nullptr, replying = nullptr;  // in which replies are copied
  cudaError_t first = cudaSuccess;
  // kPinnedBytes, followed by two halves of kStagedBytes.
  uint8_t* pinned = nullptr;
  size_t pinned_used = 0;
  StagingPlan staging{kStagedBytes};
  uint8_t* staged = nullptr;  // those halves on the device
  Reply replies[kMostReplies];
  size_t next_reply = 0, n_replies = 0;  // the next to be awaited; how many are pending
  std::vector<Launch> chain;
  // A launch that belongs behind those of the chain, unless the next takes it over.
  struct Held {
    Launch launch;
    Written values;
  };
  std::optional<Held> held;
  GraphPlan plan;
  std::optional<Graph> graphs[kMostGraphs];
  std::set<const void*> with_more_shared;
  uint64_t n_chains = 0, n_copies = 0;

  // Whether calls may still be made.
  bool fine() const { return first == cudaSuccess; }
  void note(cudaError_t error) {
    if (fine()) first = error;
  }
  void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind direction) {
    copy(to, from, bytes, direction, stream);
  }
  void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind direction, cudaStream_t in) {
    if (fine()) note(cudaMemcpyAsync(to, from, bytes, direction, in));
    n_copies += direction == cudaMemcpyHostToDevice;
  }
  // Pinned memory, valid until the work so far is done.
  uint8_t* take_pinned(size_t bytes) {
    const size_t room = (bytes + 15) / 16 * 16;
    if (pinned_used + room > kPinnedBytes) finish();
    pinned_used += room;
    return pinned + pinned_used - room;
  }

  // Ends a copy to the host that went to `room`, which may be `to` itself. Fills `to` with zeros if
  // an error prevented the copy.
  void deliver(void* to, const void* room, size_t bytes) const {
    auto* out = static_cast<uint8_t*>(to);
    if (!fine()) {
      std::fill_n(out, bytes, uint8_t{0});
    } else if (room != to) {
      std::copy_n(static_cast<const uint8_t*>(room), bytes, out);
    }
  }

  void copy_staged() {
    const auto [begin, end] = staging.uncopied();
    if (begin == end) return;
    copy(staged + begin, pinned + kPinnedBytes + begin, end - begin, cudaMemcpyHostToDevice);
  }

  void start_graph() {
    const GraphPlan::Choice choice = plan.choose(chain);
    std::optional<Graph>& graph = graphs[choice.slot];
    if (choice.build) {
      if (graph) note(cudaStreamSynchronize(stream));  // it may be running
      graph.emplace();
      if (fine()) note(graph->build(chain));
    } else if (fine()) {
      note(graph->change(choice.changed, chain));
    }
    if (fine()) note(graph->start(stream));
  }

  void start_one(const Launch& launch) {
    void* arguments[1];
    const cudaKernelNodeParams node = node_of(launch, arguments);
    if (!fine()) return;
    note(cudaLaunchKernel(node.func, node.gridDim, node.blockDim, node.kernelParams,
                          node.sharedMemBytes, stream));
  }

  // Puts a launch into the chain, which starts when it is full.
  void record(const Launch& launch) {
    if (!fine()) return;
    if (launch.shape.shared_bytes > kSharedUnasked &&
        with_more_shared.insert(launch.kernel).second) {
      const OnDevice here(device, first);
      note(cudaFuncSetAttribute(launch.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(launch.shape.shared_bytes)));
    }
    chain.push_back(launch);
    if (chain.size() == kChainLaunches) start_chain();
  }
  void record_held() {
    if (held) record(held->launch);
    held.reset();
  }

  // Starts all launches so far.
  void start() {
    record_held();
    start_chain();
  }
  // Copies the staged tables, then starts the recorded launches.
  void start_chain() {
    if (chain.empty() || !fine()) return;
    const OnDevice here(device, first);
    copy_staged();
    if (chain.size() >= kGraphLaunches) {
      start_graph();
    } else {
      for (const Launch& launch : chain) start_one(launch);
    }
    chain.clear();
    ++n_chains;
  }

  // Waits until all requested work is done; after an error too, since work that was started before
  // it may still write to host memory.
  void finish() {
    start();
    if (stream == nullptr) return;
    const OnDevice here(device, first);
    note(cudaStreamSynchronize(stream));
    if (replying != nullptr) note(cudaStreamSynchronize(replying));
    pinned_used = 0;
    staging.finished(staging.step());
  }
};

// Non-blocking, so that it does not synchronise with the default stream of the embedding program.
Stream::Stream() : handle_(std::make_unique<Handle>()) {
  Handle& h = *handle_;
  h.note(cudaGetDevice(&h.device));
  if (h.fine()) {
    h.note(cudaDeviceGetAttribute(&h.n_processors, cudaDevAttrMultiProcessorCount, h.device));
  }
  for (cudaStream_t* stream : {&h.stream, &h.replying}) {
    if (h.fine()) h.note(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  void *pinned = nullptr, *staged = nullptr;
  if (h.fine()) {
    h.note(cudaHostAlloc(&pinned, kPinnedBytes + 2 * kStagedBytes, cudaHostAllocDefault));
  }
  h.pinned = static_cast<uint8_t*>(pinned);
  for (Reply& reply : h.replies) {
    for (cudaEvent_t* event : {&reply.computed, &reply.arrived}) {
      if (h.fine()) h.note(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    }
  }
  if (h.fine()) h.note(cudaMalloc(&staged, 2 * kStagedBytes));
  h.staged = static_cast<uint8_t*>(staged);
  h.chain.reserve(kChainLaunches);
}

// Memory that can no longer be freed is released with the process.
Stream::~Stream() {
  handle_->finish();
  const OnDevice here(handle_->device, handle_->first);
  for (std::optional<Graph>& graph : handle_->graphs) graph.reset();
  for (const Reply& reply : handle_->replies) {
    for (const cudaEvent_t event : {reply.computed, reply.arrived}) {
      if (event != nullptr) cudaEventDestroy(event);
    }
  }
  if (handle_->staged != nullptr) cudaFree(handle_->staged);
  if (handle_->pinned != nullptr) cudaFreeHost(handle_->pinned);
  for (const cudaStream_t stream : {handle_->replying, handle_->stream}) {
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
}

const char* Stream::error() const {
  return handle_->fine() ? nullptr : cudaGetErrorString(handle_->first);
}

bool Stream::lacks_memory() const { return handle_->first == cudaErrorMemoryAllocation; }

uint64_t Stream::n_chains() const { return handle_->n_chains; }
uint64_t Stream::n_copies() const { return handle_->n_copies; }

size_t Stream::n_processors() const { return static_cast<size_t>(handle_->n_processors); }

size_t Stream::free_bytes() const {
  Handle& h = *handle_;
  size_t free = 0, total = 0;
  const OnDevice here(h.device, h.first);
  if (h.fine()) h.note(cudaMemGetInfo(&free, &total));
  return h.fine() ? free : 0;
}

// Running out of device memory is not an error of the stream: the caller may ask for less.
void* Stream::allocate(size_t bytes) {
  Handle& h = *handle_;
  const OnDevice here(h.device, h.first);
  if (!h.fine()) return nullptr;
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, bytes);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  h.note(error);
  // Launches already recorded start after this call, but they do not use this memory.
  if (h.fine()) h.note(cudaMemsetAsync(memory, 0, bytes, h.stream));
  if (h.fine()) return memory;
  if (error == cudaSuccess) h.note(cudaFree(memory));
  return nullptr;
}

void Stream::free(void* memory) {
  handle_->finish();
  const OnDevice here(handle_->device, handle_->first);
  handle_->note(cudaFree(memory));
}

// A lack of pinned memory is not an error: copies reach other memory, too, only slower.
std::shared_ptr<void> Stream::allocate_pinned(size_t bytes) {
  Handle& h = *handle_;
  const OnDevice here(h.device, h.first);
  void* memory = nullptr;
  if (!h.fine()) return nullptr;
  const cudaError_t error = cudaHostAlloc(&memory, bytes, cudaHostAllocDefault);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  h.note(error);
  return h.fine() ? std::shared_ptr<void>(memory, cudaFreeHost) : nullptr;
}

void Stream::finish() { handle_->finish(); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  if (bytes == 0) return;
  h.start();
  if (!h.fine()) return;
  const bool large = bytes > kPinnedBytes;
  const void* source = from;
  if (!large) source = std::memcpy(h.take_pinned(bytes), from, bytes);
  const OnDevice here(h.device, h.first);
  h.copy(to, source, bytes, cudaMemcpyHostToDevice);
  if (large) h.finish();
}

void Stream::to_host(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  h.start();
  void* room = bytes > kPinnedBytes || !h.fine() ? to : h.take_pinned(bytes);
  const OnDevice here(h.device, h.first);
  h.copy(room, from, bytes, cudaMemcpyDeviceToHost);
  h.finish();
  h.deliver(to, room, bytes);
}

void Stream::ask_host(void* to, const void* from, size_t bytes) {
  Handle& h = *handle_;
  h.start();
  Reply& reply = h.replies[(h.next_reply + h.n_replies++) % kMostReplies];
  reply.to = to, reply.bytes = bytes, reply.step = h.staging.step();
  const OnDevice here(h.device, h.first);
  if (h.fine()) h.note(cudaEventRecord(reply.computed, h.stream));
  if (h.fine()) h.note(cudaStreamWaitEvent(h.replying, reply.computed));
  if (bytes > 0) h.copy(to, from, bytes, cudaMemcpyDeviceToHost, h.replying);
  if (h.fine()) h.note(cudaEventRecord(reply.arrived, h.replying));
}

void Stream::await_host() {
  Handle& h = *handle_;
  if (h.n_replies == 0) return;
  const Reply& reply = h.replies[h.next_reply];
  h.next_reply = (h.next_reply + 1) % kMostReplies;
  --h.n_replies;
  const OnDevice here(h.device, h.first);
  if (h.fine()) h.note(cudaEventSynchronize(reply.arrived));
  if (h.fine()) {
    h.staging.finished(reply.step);
  } else {
    h.finish();  // work from before the error may still write to host memory
  }
  h.deliver(reply.to, reply.to, reply.bytes);
}

size_t Stream::n_replies() const { return handle_->n_replies; }

void Stream::begin_step() {
  Handle& h = *handle_;
  h.start();  // before the tables that its launches read are overwritten
  if (h.staging.begin_step()) h.finish();
}

const void* Stream::stage(const void* data, size_t bytes) {
  Handle& h = *handle_;
  const auto at = h.fine() ? h.staging.take(bytes) : std::nullopt;
  if (!at) return nullptr;
  // An empty table may have no data.
  if (bytes > 0) std::memcpy(h.pinned + kPinnedBytes + *at, data, bytes);
  return h.staged + *at;
}

void Stream::call_library(void (*task)(const void*, void*), const void* of) {
  Handle& h = *handle_;
  h.start();
  const OnDevice here(h.device, h.first);
  if (h.fine()) task(of, h.stream);
}

void Stream::record(const Launch& launch) {
  handle_->record_held();
  handle_->record(launch);
}

void Stream::hold_back(const Launch& launch, const Written& values) {
  handle_->record_held();
  handle_->held = {launch, values};
}

std::optional<Launch> Stream::take_held(const void* kernel, const Written& values) {
  auto& held = handle_->held;
  if (!held || held->launch.kernel != kernel) return std::nullopt;
  const auto& [at, n, width] = held->values;
  const bool widths_differ = width != values.width && width != 0 && values.width != 0;
  if (at != values.at || n != values.n || widths_differ) return std::nullopt;
  const Launch launch = held->launch;
  held.reset();
  return launch;
}

}  // namespace redact::simt
