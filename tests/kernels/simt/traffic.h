// SPDX-License-Identifier: Apache-2.0
// What the accesses of a warp cost together. A request is what the lanes of a warp ask for with one
// instruction: the i-th time each of them reaches it. In global memory it costs sectors of 32
// bytes; in shared memory wavefronts, in each of which a bank gives one word of 4 bytes. A request
// of 8 or 16 bytes a lane goes in halves or quarters of a warp.
//
// Copies of structs that are neither 1, 2, 4, 8 nor 16 bytes are not counted: kernels do so with
// their parameters' kin alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace redact::simt {

struct RunningThread;

struct Traffic {
  uint64_t global_requests = 0;
  uint64_t global_sectors = 0;
  uint64_t least_sectors = 0;  // that could hold the bytes asked for, each byte once a request
  uint64_t shared_requests = 0;
  uint64_t shared_wavefronts = 0;
  uint64_t least_wavefronts = 0;  // if banks never met
  uint64_t memory_sectors = 0;    // different ones, of the whole count: what must come from memory
};

// Counts from here to the end of its life. One at a time.
class TrafficCount {
 public:
  TrafficCount();
  ~TrafficCount();
  TrafficCount(const TrafficCount&) = delete;
  TrafficCount& operator=(const TrafficCount&) = delete;
  // Of the launches that have ended.
  Traffic total() const;
};

void count_request(const RunningThread& thread, const unsigned char* address, size_t n_bytes,
                   const void* where);
// A launch ends.
void close_requests();

}  // namespace redact::simt
