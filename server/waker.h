// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "server/asio.h"

namespace redact::server {

// Lets a coroutine wait until another thread notifies it.
class Waker : public std::enable_shared_from_this<Waker> {
 public:
  // `strand`: of the waiting coroutine.
  explicit Waker(const Executor& strand) : timer_(strand) {}

  // Returns once notify() was called after the last wait, or after `most`. One coroutine waits at a
  // time.
  asio::awaitable<void> wait(Milliseconds most);
  // Callable from any thread, also while no coroutine waits. May throw std::bad_alloc.
  void notify();

 private:
  asio::steady_timer timer_;
  bool is_notified_ = false;  // used on the strand, like everything except notify()
};

}  // namespace redact::server
