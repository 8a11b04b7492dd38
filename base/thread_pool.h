// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace redact {

// A fixed set of workers for row-parallel kernels. The calling thread works too, so a pool of one
// thread starts no workers. Only one thread may call parallel_for at a time, and never from inside
// a task.
class ThreadPool {
 public:
  // n_threads counts the calling thread; 0 or less: one per core. The pool has fewer threads than
  // n_threads if that exceeds most() or if the system refuses to start more. Results do not depend
  // on the number of threads (P4), so fewer threads are not an error.
  explicit ThreadPool(int n_threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  static int one_per_core();  // 1 if the system does not report the number of cores

  // The maximum threads of a pool: four per core. A thread without a core of its own makes all
  // others wait at the end of every task: on 2 cores a note of 900 bytes takes 0.3 s with 2
  // threads, 0.6 s with 8 and 11 s with 512. The factor of four allows for systems that report too
  // few cores.
  static int most();

  int n_threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls task(begin, end) over disjoint ranges that tile [0, n); the length of each but the last
  // is a multiple of `grain`. Returns when all are done. Which thread runs a range is unspecified,
  // so results must not depend on it (P4): tasks write disjoint outputs and sum nothing across
  // ranges. An exception from a task is rethrown here when all are done. Allocates nothing.
  template <typename Task>
  void parallel_for(size_t n, size_t grain, const Task& task) {
    run(n, grain, &task, [](const void* t, size_t begin, size_t end) {
      (*static_cast<const Task*>(t))(begin, end);
    });
  }

 private:
  using Call = void (*)(const void* task, size_t begin, size_t end);

  void run(size_t n, size_t grain, const void* task, Call call);
  void work(size_t worker);
  void run_share(size_t worker);

  std::vector<std::thread> workers_;
  std::mutex mutex_;  // guards sleeping and waking, and thrown_
  std::condition_variable start_;
  const void* task_ = nullptr;
  Call call_ = nullptr;
  size_t n_ = 0;
  size_t grain_ = 1;
  std::exception_ptr thrown_;             // by a share of the current task
  std::atomic<size_t> pending_ = 0;       // workers not yet done with the current task
  std::atomic<uint64_t> generation_ = 0;  // counts tasks; its store publishes the fields above
  std::atomic<bool> stop_ = false;
};

}  // namespace redact
