// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace redact {

// One run's exclusive use of a journal, from before its keys are read until the object or the
// process ends. SQLite's own lock is not enough: two runs that create a journal could refuse each
// other, and the keys are read before the database.
class RunLock {
 public:
  // Locks the file and creates it with mode 0600 if it is absent. kIo if another run has the lock,
  // or the file cannot be opened or locked.
  static Result<RunLock> take(const std::string& path);
  RunLock(RunLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

  // Whether the file is still empty.
  Result<bool> is_empty() const;

 private:
  explicit RunLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace redact
