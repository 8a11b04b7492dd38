// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/result.h"

namespace redact {

// Tells work on a document when to stop: its request was cancelled, or its deadline has passed. The
// work counts what it does here, and now and then, after some milliseconds at most, that asks. Once
// it says stop it goes on to say so, and what the work returns then means nothing: whoever made the
// check looks at result() behind each stage. Used by one thread.
class StopCheck {
 public:
  // An error to stop with, or none. Reads a clock, for example.
  using Why = std::function<std::optional<Error>()>;

  // Units of work between two questions. A unit is a byte of a text, or a step of about as much
  // work: 10 ns on a slow machine, so this is below a millisecond, and a question of 50 ns is lost
  // in it.
  static constexpr size_t kInterval = size_t{1} << 16;

  StopCheck() = default;  // never stops
  explicit StopCheck(Why why) : why_(std::move(why)) {}
  StopCheck(const StopCheck&) = delete;
  StopCheck& operator=(const StopCheck&) = delete;

  // One that never stops, of the calling thread.
  static StopCheck& never() {
    thread_local StopCheck check;
    return check;
  }

  // Counts `n` units of work. Whether the work should stop.
  bool after(size_t n) {
    n_since_ += n;
    return n_since_ >= kInterval && ask();
  }
  bool has_stopped() const { return error_.has_value(); }
  // The same at once, between two steps of which one may have counted nothing.
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
    // Once stopped, the units since then stay above the interval, so each later call comes here.
    if (!error_) n_units_ += std::exchange(n_since_, 0);
    return error_.has_value();
  }

  Why why_;
  size_t n_since_ = 0;  // units since the last question
  size_t n_units_ = 0;  // before that
  std::optional<Error> error_;
};

// Asks a check about each stride of a text that a loop goes through byte by byte, or character by
// character.
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
