// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace redact {

// Makes SIGINT and SIGTERM stop a run cleanly. The first one calls `stop`, on a thread of this
// object; the next one ends the program at once. To be made before the threads of the run, which
// then leave these signals to this object.
class StopSignals {
 public:
  explicit StopSignals(std::function<void()> stop);
  // Restores what the signals did before. A signal that came meanwhile was handled.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // The signal that came; 0: none.
  int caught() const { return caught_; }

  // Ends the program by the signal, as if it had not been handled, so that a shell sees why.
  [[noreturn]] static void end_by(int signal);

 private:
  void watch();

  std::function<void()> stop_;
  int signal_fd_ = -1, end_fd_ = -1;
  std::atomic<int> caught_ = 0;
  std::thread thread_;
};

}  // namespace redact
