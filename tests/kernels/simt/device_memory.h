// SPDX-License-Identifier: Apache-2.0
// The memory of the emulated device: one range of addresses, of which every byte knows whether it
// may be touched, so that bounds are exact and a pointer says where it points. Freed addresses are
// used again only when nothing is taken any more, so what outlives its memory is seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace redact::simt {

// What an address of the range is.
enum class Space : uint8_t {
  kNone,      // nothing, or freed
  kDevice,    // for kernels and copies alone
  kManaged,   // for the host too: the tests' own vectors
  kBlank,     // a block's shared memory that nobody has written
  kShared,    // a block's shared memory
  kInFlight,  // shared memory that an asynchronous copy is still filling
};

constexpr size_t kDeviceAlignment = 256;

// What a block of sm_90 may have of shared memory: the most that a GPU has. The runtime looks at
// what the device at hand gives.
constexpr size_t kMostShared = 227 << 10;

// The shared memory of the `i`-th block that runs, i < 16: kMostShared bytes, no space yet.
unsigned char* shared_memory_of(size_t i);

// nullptr when the range is used up.
void* take_device_memory(size_t n_bytes, Space space);
// Of something taken; false for anything else.
bool give_device_memory(void* memory);
// Bytes that are taken at present.
size_t device_bytes_taken();

bool in_device_range(const void* address);
// Of an address of the range.
Space space_of(const void* address);
void set_space(void* begin, size_t n_bytes, Space space);
// Where `address` lies, from the range's first byte.
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

// What tests hand to kernels, and read themselves.
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
