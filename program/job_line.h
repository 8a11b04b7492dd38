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

// An event of the inputs, from the reader to the writer.
struct Job {
  Outcome outcome;                      // complete once the job is ready
  std::shared_ptr<Ticket> ticket = {};  // of its document; nullptr: nothing to redact
  MemoryBudget::Share share = {};       // of an event without a ticket
  bool is_ready = false;                // guarded by the line
};

// The jobs of a run in the order of the inputs. The reader of the inputs appends them, and the
// writer of the results takes each when it is ready; tickets may end in any order. The memory for
// documents in hand bounds their number. Safe for concurrent calls.
class JobLine {
 public:
  using Jobs = std::list<std::unique_ptr<Job>>;

  // Appends jobs. Allocates nothing: once a ticket is submitted, it refers to its job, which must
  // then reach the line.
  void push(Jobs jobs) noexcept;
  // Ends the line: no more jobs follow.
  void end();
  // Marks that the job has its outcome. The job may be in the line or still on its way there.
  void set_ready(Job& job);

  // Returns the first job when it is ready; nullptr at the end of the line, or at `until` if that
  // is earlier.
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
