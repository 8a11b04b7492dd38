// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace redact {

namespace {

// Spins before a thread sleeps: about 50 microseconds. Waking a thread costs as much, and the next
// task of a forward pass nearly always comes sooner.
constexpr int kSpins = 2000;

template <typename Condition>
bool spin_until(const Condition& condition) {
  for (int i = 0; i < kSpins; ++i) {
    if (condition()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return false;
}

}  // namespace

int ThreadPool::one_per_core() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));  // 0 means unknown
}

int ThreadPool::most() { return 4 * one_per_core(); }

ThreadPool::ThreadPool(int n_threads) {
  n_threads = n_threads <= 0 ? one_per_core() : std::min(n_threads, most());
  workers_.reserve(static_cast<size_t>(n_threads - 1));  // may throw, with no thread to join yet
  try {
    for (int i = 1; i < n_threads; ++i) {
      workers_.emplace_back([this, i] { work(static_cast<size_t>(i)); });
    }
  } catch (const std::system_error&) {  // the system has no more threads
  } catch (const std::bad_alloc&) {
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run_share(size_t worker) {
  const size_t n_shares = workers_.size() + 1;
  const size_t n_grains = (n_ + grain_ - 1) / grain_;
  const size_t begin = std::min(n_, n_grains * worker / n_shares * grain_);
  const size_t end = std::min(n_, n_grains * (worker + 1) / n_shares * grain_);
  if (begin >= end) return;
  try {
    call_(task_, begin, end);
  } catch (...) {  // other threads still use the task, so wait for them
    std::lock_guard lock(mutex_);
    thrown_ = std::current_exception();
  }
}

void ThreadPool::work(size_t worker) {
  uint64_t seen = 0;
  for (;;) {
    const auto called = [&] {
      return stop_ || generation_.load(std::memory_order_acquire) != seen;
    };
    if (!spin_until(called)) {
      std::unique_lock lock(mutex_);
      start_.wait(lock, called);
    }
    if (stop_) return;
    seen = generation_;
    run_share(worker);
    pending_.fetch_sub(1, std::memory_order_release);
  }
}

void ThreadPool::run(size_t n, size_t grain, const void* task, Call call) {
  grain = std::max<size_t>(grain, 1);
  if (n == 0) return;
  if (workers_.empty() || n <= grain) {
    call(task, 0, n);
    return;
  }
  task_ = task;
  call_ = call;
  n_ = n;
  grain_ = grain;
  pending_ = workers_.size();
  {
    // Under the lock, so that no worker misses the change between checking the generation and
    // waiting.
    std::lock_guard lock(mutex_);
    generation_.fetch_add(1, std::memory_order_release);
  }
  start_.notify_all();
  run_share(0);
  const auto all_done = [&] { return pending_.load(std::memory_order_acquire) == 0; };
  while (!spin_until(all_done)) std::this_thread::yield();
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace redact
