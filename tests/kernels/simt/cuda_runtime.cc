// SPDX-License-Identifier: Apache-2.0
// Devices, memory and streams of the emulated CUDA runtime.
#include "tests/kernels/simt/cuda_runtime.h"

#include <cstdlib>
#include <cstring>

#include "tests/kernels/simt/accesses.h"
#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/runtime_state.h"

namespace redact::simt {

Runtime& runtime() {
  static Runtime& only = *new Runtime();
  return only;
}
namespace {
thread_local int chosen_device = 0;
}  // namespace

cudaError_t note(cudaError_t error) {
  if (error != cudaSuccess) runtime().last = error;
  return error;
}

cudaError_t begin_call() {
  Runtime& r = runtime();
  const uint64_t number = r.state.n_calls++;
  if (number == r.failing || (r.sticky && number > r.failing)) return note(r.error);
  return cudaSuccess;
}
cudaError_t begin_stream_call(const EmulatedStream& stream) {
  if (chosen_device != stream.device) fail("a thread has chosen another device than the stream's");
  return begin_call();
}

namespace {

bool is_pinned(const void* memory) {
  const auto after = runtime().pinned.upper_bound(memory);
  if (after == runtime().pinned.begin()) return false;
  const auto& [begin, n_bytes] = *std::prev(after);
  return static_cast<const char*>(memory) < static_cast<const char*>(begin) + n_bytes;
}

bool copy_is_sane(const void* to, const void* from, size_t n_bytes, cudaMemcpyKind kind) {
  const auto fits = [n_bytes](const void* memory, bool device) {
    return device ? is_device_memory(memory, n_bytes)
                  : memory != nullptr && !in_device_range(memory);
  };
  return fits(to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice) &&
         fits(from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);
}

std::set<EmulatedStream*>& streams() {
  static auto& all = *new std::set<EmulatedStream*>();
  return all;
}

void run_others_ahead(const EmulatedStream* awaited) {
  if (!runtime().run_ahead) return;
  for (EmulatedStream* stream : streams()) {
    if (stream != awaited) stream->finish();
  }
}

}  // namespace

cudaError_t set_copy(void* to, const void* from, size_t n_bytes, cudaMemcpyKind kind,
                     EmulatedNode& node) {
  if (!copy_is_sane(to, from, n_bytes, kind)) return note(cudaErrorInvalidValue);
  node.work = [=] {
    if (!copy_is_sane(to, from, n_bytes, kind)) fail("a copy of freed memory");
    std::memcpy(to, from, n_bytes);
  };
  return cudaSuccess;
}

}  // namespace redact::simt

using namespace redact::simt;

cudaError_t cudaDriverGetVersion(int* version) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  *version = runtime().driver;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  *version = kEmulatedCuda;
  return cudaSuccess;
}
// As in CUDA, a driver that is missing counts as one that is too old, and no device as an error.
cudaError_t cudaGetDeviceCount(int* n) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  if (runtime().driver < kEmulatedCuda) return note(cudaErrorInsufficientDriver);
  if (runtime().n_devices == 0) return note(cudaErrorNoDevice);
  *n = runtime().n_devices;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  if (device < 0 || device >= runtime().n_devices) return note(cudaErrorInvalidDevice);
  *properties = {"emulator", runtime().memory, runtime().capability / 10,
                 runtime().capability % 10};
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int device) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  if (device < 0 || device >= runtime().n_devices) return note(cudaErrorInvalidDevice);
  *value = runtime().processors;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  *device = chosen_device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (const cudaError_t failed = begin_call(); failed != cudaSuccess) return failed;
  if (device < 0 || device >= runtime().n_devices) return note(cudaErrorInvalidDevice);
  chosen_device = device;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  const cudaError_t last = runtime().last;
  runtime().last = cudaSuccess;
  return last;
}
const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInsufficientDriver:
      return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorUnknown: break;
  }
  return "unknown error";
}

cudaError_t cudaMalloc(void** memory, size_t n_bytes) {
  ++runtime().state.n_memory_calls;
  REDACT_CALL();
  *memory = device_bytes_taken() + n_bytes > runtime().memory
                ? nullptr
                : take_device_memory(n_bytes, Space::kDevice);
  if (*memory == nullptr) return note(cudaErrorMemoryAllocation);
  ++runtime().state.memories;
  runtime().device_of[*memory] = chosen_device;
  return cudaSuccess;
}
// Waits for the device, as in CUDA.
cudaError_t cudaFree(void* memory) {
  ++runtime().state.n_memory_calls;
  const cudaError_t failed = begin_call();
  if (failed == cudaSuccess) {
    for (EmulatedStream* stream : streams()) stream->finish();
  } else {
    for (EmulatedStream* stream : streams()) stream->queue.clear();  // as after a fault
  }
  if (memory == nullptr) return failed;
  if (!give_device_memory(memory)) fail("memory is freed twice");
  runtime().device_of.erase(memory);
  --runtime().state.memories;
  return failed;
}
cudaError_t cudaHostAlloc(void** memory, size_t n_bytes, unsigned) {
  ++runtime().state.n_memory_calls;
  REDACT_CALL();
  *memory = std::malloc(n_bytes);
  runtime().pinned[*memory] = n_bytes;
  ++runtime().state.pinned;
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) {
  ++runtime().state.n_memory_calls;
  const cudaError_t failed = begin_call();
  if (runtime().pinned.erase(memory) == 0) fail("pinned memory is freed twice");
  std::free(memory);
  --runtime().state.pinned;
  return failed;
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  REDACT_CALL();
  *total = runtime().memory;
  *free = *total - device_bytes_taken();
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* memory, int value, size_t n_bytes, cudaStream_t stream) {
  REDACT_STREAM_CALL(stream);
  if (!is_device_memory(memory, n_bytes)) return note(cudaErrorInvalidValue);
  const auto device = runtime().device_of.find(memory);
  if (device != runtime().device_of.end() && device->second != stream->device) {
    fail("memory of another device than the stream's");
  }
  if (runtime().idle) return cudaSuccess;
  stream->queue.push_back([=] { std::memset(memory, value, n_bytes); });
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t n_bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  REDACT_STREAM_CALL(stream);
  if (kind == cudaMemcpyHostToDevice) runtime().state.bytes_to_device += n_bytes;
  if (kind == cudaMemcpyDeviceToHost) runtime().state.bytes_to_host += n_bytes;
  if (runtime().idle) return cudaSuccess;
  EmulatedNode node;
  if (const cudaError_t error = set_copy(to, from, n_bytes, kind, node); error != cudaSuccess) {
    return error;
  }
  if (kind == cudaMemcpyHostToDevice && !is_pinned(from)) {  // read before the call returns
    const auto* begin = static_cast<const unsigned char*>(from);
    node.work = [to, bytes = std::vector<unsigned char>(begin, begin + n_bytes)] {
      std::memcpy(to, bytes.data(), bytes.size());
    };
  }
  stream->queue.push_back(node.work);
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  REDACT_CALL();
  *stream = new EmulatedStream{chosen_device, {}};
  streams().insert(*stream);
  ++runtime().state.streams;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const cudaError_t failed = begin_call();
  streams().erase(stream);
  delete stream;
  --runtime().state.streams;
  return failed;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  ++runtime().state.n_stream_waits;
  if (const cudaError_t failed = begin_stream_call(*stream); failed != cudaSuccess) {
    stream->queue.clear();  // after a fault, the rest of the queue does not run
    return failed;
  }
  run_others_ahead(stream);
  stream->finish();
  return cudaSuccess;
}
// Waits for what the event was recorded behind by now.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  REDACT_STREAM_CALL(stream);
  if (event->stream == nullptr) return cudaSuccess;
  stream->queue.push_back(
      [on = event->stream, reached = event->n_reached, number = event->n_recorded] {
        on->run_until([&] { return *reached >= number; });
      });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  REDACT_CALL();
  *event = new EmulatedEvent();
  ++runtime().state.events;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const cudaError_t failed = begin_call();
  delete event;
  --runtime().state.events;
  return failed;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  REDACT_STREAM_CALL(stream);
  event->stream = stream;
  stream->queue.push_back(
      [reached = event->n_reached, number = ++event->n_recorded] { *reached = number; });
  return cudaSuccess;
}
// Runs the work queued before the event, and none of the work behind it.
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  EmulatedStream& stream = *event->stream;
  if (const cudaError_t failed = begin_stream_call(stream); failed != cudaSuccess) {
    stream.queue.clear();
    return failed;
  }
  run_others_ahead(&stream);
  stream.run_until([&] { return event->reached(); });
  return cudaSuccess;
}

namespace redact::simt {

CudaState cuda_state() { return runtime().state; }

void fail_cuda_call(uint64_t call, cudaError_t error, bool sticky) {
  Runtime& r = runtime();
  r.state.n_calls = 0;
  r.failing = call, r.error = error, r.sticky = sticky;
}
void let_cuda_calls_pass() {
  fail_cuda_call(std::numeric_limits<uint64_t>::max(), cudaSuccess, false);
  runtime().last = cudaSuccess;
}
void set_cuda_memory(size_t n_bytes) { runtime().memory = n_bytes; }
void set_cuda_devices(int n, int capability) {
  runtime().n_devices = n, runtime().capability = capability;
}
void set_cuda_processors(int n) { runtime().processors = n; }
void set_cuda_driver(int version) { runtime().driver = version; }
void let_streams_run_ahead(bool do_run) { runtime().run_ahead = do_run; }
void idle_cuda() { runtime().idle = true; }

}  // namespace redact::simt
