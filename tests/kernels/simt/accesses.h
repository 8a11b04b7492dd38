// SPDX-License-Identifier: Apache-2.0
// What a GPU would not forgive about single accesses to memory. Kernels compiled with gcc's
// -fsanitize=thread call hooks at every access (thread_hooks.cc); these ask here. It stops the test
// at
//
//   a race        two threads, one of them writing, that no barrier orders. Barriers are all that
//                 orders the threads of a block, and warp barriers those of a warp; blocks are
//                 never ordered. Warp instructions order nothing.
//   a bad address neither the device's, nor the block's shared memory, nor the thread's own; host
//                 code that touches device memory
//   a blank       shared memory that nobody has written
//   in flight     shared memory that an asynchronous copy is still filling
//   misalignment  an access of n bytes whose address n does not divide
#pragma once

#include <cstddef>
#include <cstdint>

namespace redact::simt {

struct Bytes {
  const unsigned char* begin = nullptr;
  size_t size = 0;

  bool holds(const void* address) const {
    return static_cast<size_t>(static_cast<const unsigned char*>(address) - begin) < size;
  }
};

// The thread that runs, as the emulator keeps it.
struct RunningThread {
  uint32_t block = 0;          // a number that no other block of the process has
  uint32_t first_block = 0;    // of the launch
  uint32_t thread = 0;         // below 1,024
  uint32_t barriers = 0;       // that its block has passed
  uint32_t warp_barriers = 0;  // that its warp has passed, those of the block among them
  Bytes stack, shared, parameters;
};

// nullptr while the host runs.
void set_running(const RunningThread* thread);

// `where` is an address in the code, for the report.
void check_access(const void* address, size_t n_bytes, bool writes, const void* where);
// All bytes seen so far.
uint64_t n_bytes_checked();

// Marks shared memory that an asynchronous copy begins or ends to fill; both count as its thread's
// writes.
void begin_filling(void* address, size_t n_bytes, const void* where);
void end_filling(void* address, size_t n_bytes, const void* where);

[[noreturn, gnu::format(printf, 1, 2)]] void fail(const char* format, ...);

}  // namespace redact::simt
