// SPDX-License-Identifier: Apache-2.0
// Counts what the memory accesses of a warp cost together. A request is the accesses of a warp's
// lanes by one instruction: the i-th access of every lane there. In global memory a request costs
// sectors of 32 bytes; in shared memory it costs wavefronts, in each of which a bank serves one
// word of 4 bytes. A request of 8 or 16 bytes a lane is served by halves or quarters of a warp.
//
// Copies of structs whose size is not 1, 2, 4, 8 or 16 bytes are not counted: kernels copy only
// parameters and similar structs in this way.
#pragma once

#include <cstddef>
#include <cstdint>

namespace redact::simt {

struct RunningThread;

struct Traffic {
  uint64_t global_requests = 0;
  uint64_t global_sectors = 0;
  uint64_t least_sectors = 0;  // that could hold the bytes requested, each byte once a request
  uint64_t shared_requests = 0;
  uint64_t shared_wavefronts = 0;
  uint64_t least_wavefronts = 0;  // without bank conflicts
  uint64_t memory_sectors = 0;    // distinct ones over the whole count, which memory must supply
};

// Counts while it exists. At most one may exist at a time.
class TrafficCount {
 public:
  TrafficCount();
  ~TrafficCount();
  TrafficCount(const TrafficCount&) = delete;
  TrafficCount& operator=(const TrafficCount&) = delete;
  // The total over the launches that have ended.
  Traffic total() const;
};

void count_request(const RunningThread& thread, const unsigned char* address, size_t n_bytes,
                   const void* where);
// Called when a launch ends.
void close_requests();

}  // namespace redact::simt
