// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/post.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "server/exchange.h"
#include "server/work_limit.h"

namespace redact::server {

// The longest time that work on one request may hold a thread: reading a body of the largest size
// takes about a second, and so may the patterns of a request in a text.
inline constexpr std::chrono::seconds kMostAside{5};

// Calls work(WorkLimit&) on a thread of Service::workers and returns its result, so that the
// threads that read and write serve others meanwhile. The work is told to end when its client
// leaves. Objects that `work` refers to live in the coroutine that waits.
template <typename F>
asio::awaitable<std::invoke_result_t<F&, WorkLimit&>> run_aside(Exchange& exchange, F work) {
  struct State {
    explicit State(F its_work) : work(std::move(its_work)) {}
    F work;
    std::optional<std::invoke_result_t<F&, WorkLimit&>> result;
    std::exception_ptr error;
    std::atomic<bool> is_unwanted = false, is_done = false;
  };
  constexpr Milliseconds kLook{50};  // the longest time until a client's leaving is noticed
  const auto state = std::make_shared<State>(std::move(work));
  const auto waker = std::make_shared<Waker>(exchange.strand());
  Service& service = exchange.service();
  asio::post(service.workers, [state, waker, &service] {
    WorkLimit aside(WorkLimit::Clock::now() + kMostAside,
                    [&] { return state->is_unwanted.load() || service.is_over.load(); });
    try {
      state->result.emplace(state->work(aside));
    } catch (...) {
      state->error = std::current_exception();
    }
    state->is_done.store(true, std::memory_order_release);
    try {
      waker->notify();
    } catch (...) {  // no memory: the waiting coroutine looks again by itself
    }
  });
  while (!state->is_done.load(std::memory_order_acquire)) {
    co_await waker->wait(kLook);
    if (exchange.has_client_left()) state->is_unwanted = true;
  }
  if (state->error) std::rethrow_exception(state->error);
  co_return *std::move(state->result);
}

}  // namespace redact::server
