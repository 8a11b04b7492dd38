// SPDX-License-Identifier: Apache-2.0
// The memory of the emulated device: one range of addresses with a state for every byte that says
// who may touch it, so that bounds are exact and the kind of memory follows from the address. Freed
// addresses are reused only when no memory is taken any more, so that uses after free are seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace redact::simt {

// The state of a byte in the range.
enum class Space : uint8_t {
  kNone,      // nothing, or freed
  kDevice,    // for kernels and copies only
  kManaged,   // for the host too: the tests' own vectors
  kBlank,     // a block's shared memory that no thread has written
  kShared,    // a block's shared memory
  kInFlight,  // shared memory that an asynchronous copy is still filling
};

constexpr size_t kDeviceAlignment = 256;

// The shared memory that a block may have on sm_90, the most that any GPU has. The runtime checks
// launches against the limit of the emulated device.
constexpr size_t kMostShared = 227 << 10;

// The shared memory of the `i`-th resident block, i < 16: kMostShared bytes, all Space::kNone at
// first.
unsigned char* shared_memory_of(size_t i);

// Returns nullptr when the range is used up.
void* take_device_memory(size_t n_bytes, Space space);
// Frees memory that was taken; returns false for any other pointer.
bool give_device_memory(void* memory);
// The number of bytes that are taken at present.
size_t device_bytes_taken();

bool in_device_range(const void* address);
// The address must be in the range.
Space space_of(const void* address);
void set_space(void* begin, size_t n_bytes, Space space);
// The offset of `address` from the range's first byte.
size_t device_offset(const void* address);
// Whether all of [begin, begin + n_bytes) may be touched by copies.
bool is_device_memory(const void* begin, size_t n_bytes);

template <typename T>
struct DeviceAllocator {
  using value_type = T;
  DeviceAllocator() = default;
  template <typename U>
  DeviceAllocator(const DeviceAllocator<U>&) {}
  T* allocate(size_t n) {
    void* memory = take_device_memory(n * sizeof(T), Space::kManaged);
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { give_device_memory(memory); }
  bool operator==(const DeviceAllocator&) const = default;
};

// Values that tests pass to kernels and read themselves.
template <typename T>
using DeviceVector = std::vector<T, DeviceAllocator<T>>;

template <typename Values>
auto on_device(const Values& values) {
  return DeviceVector<typename Values::value_type>(values.begin(), values.end());
}
template <typename T>
std::vector<T> on_host(const DeviceVector<T>& values) {
  return {values.begin(), values.end()};
}

}  // namespace redact::simt
