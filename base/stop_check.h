// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/result.h"

namespace redact {

// Tells the work on a document when to stop: its request was cancelled, or its deadline has passed.
// The work counts its units here, and the check asks its question again after less than a
// millisecond of them. Once it has said stop, it keeps saying so, and the results of the work are
// meaningless: the code that made the check reads result() after each stage. Used by one thread.
class StopCheck {
 public:
  // Returns the error to stop with, or none. It may read a clock, for example.
  using Why = std::function<std::optional<Error>()>;

  // Units of work between two questions. A unit is a byte of text, or a step that takes about as
  // long: 10 ns on a slow machine. So the interval is below a millisecond, and the 50 ns of a
  // question are negligible.
  static constexpr size_t kInterval = size_t{1} << 16;

  StopCheck() = default;  // never stops
  explicit StopCheck(Why why) : why_(std::move(why)) {}
  StopCheck(const StopCheck&) = delete;
  StopCheck& operator=(const StopCheck&) = delete;

  // A check of the calling thread that never stops.
  static StopCheck& never() {
    thread_local StopCheck check;
    return check;
  }

  // Counts `n` units of work and returns whether the work should stop.
  bool after(size_t n) {
    n_since_ += n;
    return n_since_ >= kInterval && ask();
  }
  bool has_stopped() const { return error_.has_value(); }
  // Asks at once, between two steps that may have counted nothing.
  Result<void> look() {
    (void)ask();
    return result();
  }
  // Why the work should stop, if it should.
  const std::optional<Error>& error() const { return error_; }
  Result<void> result() const { return error_ ? Result<void>(*error_) : Result<void>(); }
  // All units counted so far.
  size_t n_units() const { return n_units_ + n_since_; }

 private:
  bool ask() {
    if (!error_ && why_) error_ = why_();
    // Once stopped, the units stay above the interval, so each later call comes here.
    if (!error_) n_units_ += std::exchange(n_since_, 0);
    return error_.has_value();
  }

  Why why_;
  size_t n_since_ = 0;  // units since the last question
  size_t n_units_ = 0;  // units before the last question
  std::optional<Error> error_;
};

// Asks a check once for each stride of a text that a loop reads by bytes or characters.
class StopStride {
 public:
  explicit StopStride(StopCheck& stop) : stop_(stop) {}

  // Whether the work should stop at byte `at`, which grows from call to call.
  bool at(size_t at) { return at >= next_ && reach(at); }

 private:
  static constexpr size_t kStride = 4096;

  bool reach(size_t at) {
    next_ = at + kStride;
    return stop_.after(kStride);
  }

  StopCheck& stop_;
  size_t next_ = kStride;
};

}  // namespace redact
