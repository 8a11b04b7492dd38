// SPDX-License-Identifier: Apache-2.0
// Checks every single access to memory for errors that a GPU does not report. Kernels compiled with
// gcc's -fsanitize=thread call hooks at every access (thread_hooks.cc), which call this check. It
// stops the test at
//
//   a race        two accesses, one of them a write, by threads that no barrier orders. The threads
//                 of a block are ordered only by barriers, and those of a warp by warp barriers
//                 too. Blocks are ordered only by fences and counters, as device.h describes. Warp
//                 instructions order nothing.
//   a bad address outside the device's memory, the block's shared memory and the thread's own
//                 memory; host code that touches device memory
//   a blank       a read of shared memory that no thread has written
//   in flight     shared memory that an asynchronous copy is still filling
//   misalignment  an access of n bytes at an address that is not a multiple of n
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact::simt {

struct Bytes {
  const unsigned char* begin = nullptr;
  size_t size = 0;

  bool holds(const void* address) const {
    return static_cast<size_t>(static_cast<const unsigned char*>(address) - begin) < size;
  }
};

// What a block has learned of another by a counter and a fence: its accesses before its barrier
// number `barriers`. The thread that counted has learned it at once, the rest of the block with its
// first barrier after barrier number `since`.
struct Learned {
  uint32_t of_block, barriers;
  uint32_t thread, since;
};

// The thread that is running, as the emulator describes it.
struct RunningThread {
  uint32_t block = 0;          // its number, unique in the process
  uint32_t first_block = 0;    // the number of the launch's first block
  uint32_t thread = 0;         // below 1,024
  uint32_t barriers = 0;       // how many its block has passed
  uint32_t warp_barriers = 0;  // how many its warp has passed, block barriers included
  Bytes stack, shared, parameters;
  const std::vector<Learned>* learned = nullptr;  // by its block
};

// `thread` is nullptr while the host runs.
void set_running(const RunningThread* thread);

// `where` is an address in the code, for the report.
void check_access(const void* address, size_t n_bytes, bool writes, const void* where);
// The number of bytes checked so far.
uint64_t n_bytes_checked();

// Mark shared memory as being filled by an asynchronous copy, and as filled. Both count as writes
// by the thread that issued the copy.
void begin_filling(void* address, size_t n_bytes, const void* where);
void end_filling(void* address, size_t n_bytes, const void* where);

[[noreturn, gnu::format(printf, 1, 2)]] void fail(const char* format, ...);

}  // namespace redact::simt
