// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "server/asio.h"

namespace redact::server {

// Lets a coroutine wait until another thread has something for it.
class Waker : public std::enable_shared_from_this<Waker> {
 public:
  // `strand`: of the coroutine that waits.
  explicit Waker(const Executor& strand) : timer_(strand) {}

  // Returns when notify() was called since the last wait, or after `most`. One waits at a time.
  asio::awaitable<void> wait(Milliseconds most);
  // From any thread, also while nobody waits. May throw std::bad_alloc.
  void notify();

 private:
  asio::steady_timer timer_;
  bool is_notified_ = false;  // on the strand, as all but notify()
};

}  // namespace redact::server
