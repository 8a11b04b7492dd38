// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

#include "server/refusal.h"

namespace redact::server {

// Bounds what a thread of the server does for one request by itself, beside the work of the
// redactor: it reads a body, matches patterns, writes an answer. The work is counted here, and
// learns when to end: after a time, or when nobody wants the answer any more. Once it must end it
// goes on to hear so. Used by one thread.
class WorkLimit {
 public:
  using Clock = std::chrono::steady_clock;

  // Units between two looks at the clock. A unit is a byte that is looked at, or a step of about as
  // much work: some 10 ns.
  static constexpr size_t kInterval = size_t{1} << 16;

  WorkLimit() = default;  // without an end
  // `is_unwanted`: from the thread that works.
  WorkLimit(Clock::time_point end, std::function<bool()> is_unwanted)
      : end_(end), is_unwanted_(std::move(is_unwanted)) {}
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

  // Counts `n` units. Whether the work must end.
  bool after(size_t n) {
    n_since_ += n;
    return n_since_ >= kInterval && look();
  }
  // The same for a step that takes long by itself.
  bool must_end() { return look(); }
  // All units counted so far.
  size_t n_units() const { return n_units_ + n_since_; }

  // Why a request is refused whose work had to end.
  static Refusal refusal() { return {413, "the request asks for more work than the server does"}; }

 private:
  bool look() {
    if (!must_end_) must_end_ = Clock::now() >= end_ || (is_unwanted_ && is_unwanted_());
    // Behind the end the units stay above the interval, so each later call comes here.
    n_units_ += std::exchange(n_since_, must_end_ ? kInterval : 0);
    return must_end_;
  }

  Clock::time_point end_ = Clock::time_point::max();
  std::function<bool()> is_unwanted_;
  size_t n_since_ = 0, n_units_ = 0;  // since the last look, and before it
  bool must_end_ = false;
};

}  // namespace redact::server
