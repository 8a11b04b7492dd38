// SPDX-License-Identifier: Apache-2.0
// A device that takes no time: the CUDA backend on a runtime that runs neither kernels nor copies,
// with logits that a CPU computed for the same windows before. So the host's share of a run on a
// GPU can be measured without one: drafts, tables, launches that change, the ways of logits,
// labels. It shows nothing of CUDA's calls, of waiting for events, of memory that is cold because a
// device wrote it, of the link to the device, and of many helpers that compete for memory.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "kernels/ops.h"

namespace redact::bench {

inline constexpr char kIdleDevice[] = "idle";
// A CPU that records what the idle device answers.
inline constexpr char kRecordingDevice[] = "recorder";

// The logits of every window that the recording device has run.
class LogitRecord {
 public:
  void add(uint64_t window, std::span<const float> logits) {
    logits_.try_emplace(window, logits.begin(), logits.end());
  }
  // False if the window was not recorded with so many logits.
  bool answer(uint64_t window, std::span<float> logits) const;

 private:
  std::unordered_map<uint64_t, std::vector<float>> logits_;
};

// The work of the idle device; to be read and reset while it has none.
struct IdleCounts {
  uint64_t passes = 0, unknown_windows = 0;
  // Processor time of the thread that called it, from the first pass to the last: what the
  // stand-ins take, which a GPU would not, and the rest.
  double own_seconds = 0, session_seconds = 0;
};

// Makes both names known to open_device. The arguments outlive such devices.
void add_idle_devices(LogitRecord& record, IdleCounts& counts);

}  // namespace redact::bench
