// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace redact {

// The right of one run to a journal, from before its keys are read until the object is gone; it
// ends with the process too. SQLite's own lock is not enough: of two runs that make a journal, each
// may be refused for the other's sake, and the keys are read before the database is.
class RunLock {
 public:
  // Locks the file, which is made with mode 0600 if it is absent. kIo if another run has the lock,
  // or the file cannot be opened or locked.
  static Result<RunLock> take(const std::string& path);
  RunLock(RunLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

  // Whether the file holds nothing yet.
  Result<bool> is_empty() const;

 private:
  explicit RunLock(int fd) : fd_(fd) {}

  int fd_;
};

}  // namespace redact
