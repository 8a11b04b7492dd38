// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>

namespace redact {

ThreadPool::ThreadPool(int n_threads) {
  for (int i = 1; i < n_threads; ++i) {
    workers_.emplace_back([this, i] { work(static_cast<size_t>(i)); });
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
  if (begin < end) call_(task_, begin, end);
}

void ThreadPool::work(size_t worker) {
  uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return stop_ || generation_ != seen; });
      if (stop_) return;
      seen = generation_;
    }
    run_share(worker);
    std::lock_guard lock(mutex_);
    if (--pending_ == 0) done_.notify_one();
  }
}

void ThreadPool::run(size_t n, size_t grain, const void* task, Call call) {
  grain = std::max<size_t>(grain, 1);
  if (n == 0) return;
  if (workers_.empty() || n <= grain) {
    call(task, 0, n);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    task_ = task;
    call_ = call;
    n_ = n;
    grain_ = grain;
    pending_ = workers_.size();
    ++generation_;
  }
  start_.notify_all();
  run_share(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return pending_ == 0; });
}

}  // namespace redact
