// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace redact {

// Makes SIGINT and SIGTERM stop a run cleanly. The first signal calls `stop`, on a thread of this
// object; the next one ends the program at once. There is one such object at a time.
class StopSignals {
 public:
  explicit StopSignals(std::function<void()> stop);
  // Restores the previous handling of the signals.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // The signal that was caught; 0: none.
  int caught() const;

  // Ends the program by the signal, as if it had not been handled, so that a shell sees the cause.
  [[noreturn]] static void end_by(int signal);

 private:
  std::function<void()> stop_;
  std::thread thread_;
};

}  // namespace redact
