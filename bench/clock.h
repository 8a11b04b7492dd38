// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <chrono>

namespace redact::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Processor time of this thread (CLOCK_THREAD_CPUTIME_ID) or of all (CLOCK_PROCESS_CPUTIME_ID),
// which other programs on the machine hardly change.
inline double processor_seconds(clockid_t of) {
  timespec now{};
  clock_gettime(of, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double thread_seconds() { return processor_seconds(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace redact::bench
