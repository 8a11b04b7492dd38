// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/device_memory.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <map>

namespace redact::simt {

namespace {

constexpr size_t kRange = size_t{1} << 30;  // bytes of addresses; pages are committed on first use
// Shared memory is at the beginning of the range, with gaps.
constexpr size_t kSharedStep = 256 << 10, kSharedEnd = 16 * kSharedStep;
static_assert(kSharedStep > kMostShared);  // with a gap behind

unsigned char* reserve(size_t n_bytes) {
  void* memory = mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "simt: no addresses for the device's memory\n");
    std::abort();
  }
  return static_cast<unsigned char*>(memory);
}

struct Range {
  unsigned char* memory = reserve(kRange);
  unsigned char* spaces = reserve(kRange);
  std::map<size_t, size_t> taken;  // where, and how many bytes
  size_t end = kSharedEnd;         // behind all memory taken so far, freed or not
  size_t n_bytes = 0;
};

Range& range() {
  static Range& all = *new Range();  // never destroyed: static vectors may be freed at exit
  return all;
}

}  // namespace

unsigned char* shared_memory_of(size_t i) { return range().memory + i * kSharedStep; }

void* take_device_memory(size_t n_bytes, Space space) {
  Range& r = range();
  if (r.taken.empty()) r.end = kSharedEnd;
  const size_t whole = (n_bytes / kDeviceAlignment + 2) * kDeviceAlignment;  // with a gap behind
  if (whole > kRange - r.end) return nullptr;
  const size_t at = r.end;
  r.end += whole;
  r.taken[at] = n_bytes;
  r.n_bytes += n_bytes;
  std::memset(r.memory + at, 0xff, n_bytes);
  set_space(r.memory + at, n_bytes, space);
  return r.memory + at;
}

bool give_device_memory(void* memory) {
  Range& r = range();
  if (!in_device_range(memory)) return false;
  const auto found = r.taken.find(device_offset(memory));
  if (found == r.taken.end()) return false;
  const size_t n_bytes = found->second;
  r.n_bytes -= n_bytes;
  r.taken.erase(found);
  set_space(memory, n_bytes, Space::kNone);
  const size_t page = 4096, first = (device_offset(memory) + page - 1) / page * page;
  const size_t last = (device_offset(memory) + n_bytes) / page * page;
  if (last > first) madvise(r.memory + first, last - first, MADV_DONTNEED);
  return true;
}

size_t device_bytes_taken() { return range().n_bytes; }

bool in_device_range(const void* address) {
  const auto* at = static_cast<const unsigned char*>(address);
  return at >= range().memory && at < range().memory + kRange;
}

size_t device_offset(const void* address) {
  return static_cast<size_t>(static_cast<const unsigned char*>(address) - range().memory);
}

Space space_of(const void* address) {
  return static_cast<Space>(range().spaces[device_offset(address)]);
}

void set_space(void* begin, size_t n_bytes, Space space) {
  std::memset(range().spaces + device_offset(begin), static_cast<int>(space), n_bytes);
}

bool is_device_memory(const void* begin, size_t n_bytes) {
  const auto* bytes = static_cast<const unsigned char*>(begin);
  if (!in_device_range(bytes) || (n_bytes > 0 && !in_device_range(bytes + n_bytes - 1))) {
    return false;
  }
  for (size_t i = 0; i < n_bytes; ++i) {
    const Space space = space_of(bytes + i);
    if (space != Space::kDevice && space != Space::kManaged) return false;
  }
  return true;
}

}  // namespace redact::simt
