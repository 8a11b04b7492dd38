// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

#include "server/refusal.h"

namespace redact::server {

// Bounds the work of a thread of the server for one request, outside the redactor: reading a body,
// matching patterns, writing an answer. The work counts its units here and learns when to end:
// after a time, or when the client has left. Once it must end, the answer stays the same. Used by
// one thread.
class WorkLimit {
 public:
  using Clock = std::chrono::steady_clock;

  // Units between two looks at the clock. A unit is the reading of a byte, or a step that takes
  // about as long: some 10 ns.
  static constexpr size_t kInterval = size_t{1} << 16;

  WorkLimit() = default;  // never ends
  // `is_unwanted` is called on the working thread.
  WorkLimit(Clock::time_point end, std::function<bool()> is_unwanted)
      : end_(end), is_unwanted_(std::move(is_unwanted)) {}
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  // Counts `n` units and returns whether the work must end.
  bool after(size_t n) {
    n_since_ += n;
    return n_since_ >= kInterval && look();
  }
  // The same for a step that takes long by itself.
  bool must_end() { return look(); }
  // All units counted so far.
  size_t n_units() const { return n_units_ + n_since_; }

  // The refusal of a request whose work had to end.
  static Refusal refusal() { return {413, "the request asks for more work than the server does"}; }

 private:
  bool look() {
    if (!must_end_) must_end_ = Clock::now() >= end_ || (is_unwanted_ && is_unwanted_());
    // After the end the units stay above the interval, so each later call comes here.
    n_units_ += std::exchange(n_since_, must_end_ ? kInterval : 0);
    return must_end_;
  }

  Clock::time_point end_ = Clock::time_point::max();
  std::function<bool()> is_unwanted_;
  size_t n_since_ = 0, n_units_ = 0;  // since the last look; before it
  bool must_end_ = false;
};

}  // namespace redact::server
