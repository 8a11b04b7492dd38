// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/accesses.h"

#include <sys/mman.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/traffic.h"

namespace redact::simt {

namespace {

constexpr unsigned kWarpBits = 5, kThreadBits = 10, kBarrierBits = 14, kBlockBits = 26;
static_assert(kThreadBits + 2 * kBarrierBits + kBlockBits == 64);

// Which thread made an access, and between which barriers. Zero means no access: blocks are
// numbered from 1.
struct Access {
  uint64_t block : kBlockBits;
  uint64_t barriers : kBarrierBits;
  uint64_t warp_barriers : kBarrierBits;
  uint64_t thread : kThreadBits;
};

// The accesses kept for a byte: its last write, two readers of the block that read it last, and one
// reader of another block. Two readers suffice where barriers order whole blocks: a writing thread
// differs from at least one of them.
struct Cell {
  Access write, read, other_read, foreign_read;
};

thread_local const RunningThread* running = nullptr;
uint64_t n_checked = 0;

Cell& cell_at(const void* address) {
  static Cell* const cells = [] {
    void* memory = mmap(nullptr, sizeof(Cell) << 30, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) fail("no addresses for the accesses of all bytes");
    return static_cast<Cell*>(memory);
  }();
  return cells[device_offset(address)];
}

// Whether the block of the running thread has learned of an access by another block.
bool has_learned(const Access& before) {
  for (const Learned& it : *running->learned) {
    if (it.of_block == before.block && before.barriers < it.barriers &&
        (it.thread == running->thread || it.since < running->barriers)) {
      return true;
    }
  }
  return false;
}

// `shared`: the byte is in shared memory, where any other block ran before this one.
bool ordered(const Access& before, const Access& now, bool shared) {
  if (before.block < running->first_block) return true;  // an earlier launch, or no access
  if (before.block != now.block) return shared || has_learned(before);
  if (before.thread == now.thread || before.barriers != now.barriers) return true;
  return before.thread >> kWarpBits == now.thread >> kWarpBits &&
         before.warp_barriers != now.warp_barriers;
}

Access access_now() {
  if (running->barriers >= 1u << kBarrierBits || running->warp_barriers >= 1u << kBarrierBits ||
      running->block >= 1u << kBlockBits) {
    fail("more blocks or barriers than the race detector counts");
  }
  return {running->block, running->barriers, running->warp_barriers, running->thread};
}

[[noreturn]] void fail_at(const char* what, const void* address, size_t n_bytes,
                          const void* where) {
  const bool shared = running != nullptr && running->shared.holds(address);
  const auto* at = static_cast<const unsigned char*>(address);
  fail("%s: %zu bytes at %s%p, thread %u of block %u, code %p", what, n_bytes,
       shared ? "shared memory + " : "",
       shared ? reinterpret_cast<const void*>(at - running->shared.begin) : address,
       running != nullptr ? running->thread : 0, running != nullptr ? running->block : 0, where);
}

void note_read(Cell& cell, const Access& now) {
  if (cell.read.block != now.block) {
    if (cell.read.block >= running->first_block) cell.foreign_read = cell.read;
    cell.read = cell.other_read = now;
  } else if (cell.read.thread != now.thread || cell.read.barriers != now.barriers) {
    cell.other_read = cell.read;
    cell.read = now;
  }
}

void check_byte(const unsigned char* at, const Access& now, bool writes, const void* where) {
  const Space space = space_of(at);
  const bool shared = space == Space::kBlank || space == Space::kShared;
  if (space == Space::kNone) fail_at("outside of all memory that was taken", at, 1, where);
  if (space == Space::kInFlight) fail_at("an asynchronous copy is filling it", at, 1, where);
  if (shared) {
    if (!running->shared.holds(at)) fail_at("another block's shared memory", at, 1, where);
    if (space == Space::kBlank && !writes) fail_at("nobody has written it", at, 1, where);
    if (space == Space::kBlank) set_space(const_cast<unsigned char*>(at), 1, Space::kShared);
  }
  Cell& cell = cell_at(at);
  if (!ordered(cell.write, now, shared)) fail_at("a race with a write", at, 1, where);
  if (!writes) return note_read(cell, now);
  for (const Access& read : {cell.read, cell.other_read, cell.foreign_read}) {
    if (!ordered(read, now, shared)) fail_at("a race with a read", at, 1, where);
  }
  cell = {now, {}, {}, {}};
}

}  // namespace

void fail(const char* format, ...) {
  std::fputs("simt: ", stderr);
  va_list values;
  va_start(values, format);
  std::vfprintf(stderr, format, values);
  va_end(values);
  std::fputs("\n", stderr);
  std::abort();
}

void set_running(const RunningThread* thread) { running = thread; }

uint64_t n_bytes_checked() { return n_checked; }

void check_access(const void* address, size_t n_bytes, bool writes, const void* where) {
  if (running == nullptr) {
    if (!in_device_range(address)) return;
    if (space_of(address) != Space::kManaged) fail_at("the host's", address, n_bytes, where);
    return;
  }
  if (running->stack.holds(address)) return;
  n_checked += n_bytes;
  if (running->parameters.holds(address)) {
    if (writes) fail_at("a kernel writes its parameters", address, n_bytes, where);
    return;
  }
  if (!in_device_range(address)) {
    fail_at("neither the device's memory nor the thread's own", address, n_bytes, where);
  }
  const auto* at = static_cast<const unsigned char*>(address);
  const bool power = (n_bytes & (n_bytes - 1)) == 0 && n_bytes <= 16;
  if (power && device_offset(at) % n_bytes != 0) fail_at("misaligned", at, n_bytes, where);
  count_request(*running, at, n_bytes, where);
  const Access now = access_now();
  for (size_t i = 0; i < n_bytes; ++i) check_byte(at + i, now, writes, where);
}

void begin_filling(void* address, size_t n_bytes, const void* where) {
  check_access(address, n_bytes, true, where);
  set_space(address, n_bytes, Space::kInFlight);
}

void end_filling(void* address, size_t n_bytes, const void*) {
  set_space(address, n_bytes, Space::kShared);
  const Access now = access_now();
  for (size_t i = 0; i < n_bytes; ++i) {
    cell_at(static_cast<unsigned char*>(address) + i) = {now, {}, {}, {}};
  }
}

}  // namespace redact::simt
