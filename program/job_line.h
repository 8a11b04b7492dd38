// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "program/outcome.h"
#include "redactor/memory_budget.h"
#include "redactor/ticket.h"

namespace redact {

// An event of the inputs on its way to the output.
struct Job {
  Outcome outcome;                      // complete once the job is ready
  std::shared_ptr<Ticket> ticket = {};  // of its document; nullptr: there is nothing to redact
  MemoryBudget::Share share = {};       // of an event without a ticket
  bool is_ready = false;                // guarded by the line
};

// The jobs of a run in the order of the inputs. The reader of the inputs appends them, and the
// writer of the results takes each when it is ready; tickets may end in any order. Their number is
// bounded by the memory for documents in hand. Safe for concurrent calls.
class JobLine {
 public:
  using Jobs = std::list<std::unique_ptr<Job>>;

  // Appends jobs. Takes no memory: the ticket of a job refers to it, so once it is submitted the
  // job must find its place.
  void push(Jobs jobs) noexcept;
  // No job comes any more.
  void end();
  // The job has its outcome. It may be in the line or still on its way there.
  void set_ready(Job& job);

  // The first job, when it is ready; nullptr at the end, or at `until` if that comes first.
  std::unique_ptr<Job> pop(std::optional<std::chrono::steady_clock::time_point> until);
  // Whether pop() has returned everything.
  bool is_over() const;
  // Cancels all tickets in the line.
  void cancel_all();

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Jobs jobs_;
  bool ended_ = false;
};

}  // namespace redact
