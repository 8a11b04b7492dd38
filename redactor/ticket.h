// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "base/result.h"
#include "base/stop_check.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/memory_budget.h"
#include "redactor/redaction.h"
#include "redactor/stages.h"

namespace redact {

class Ticket;
using Tickets = std::list<std::shared_ptr<Ticket>>;

// A document in a queue (ticket_queue.h), from its submission to its result. The submitter may
// cancel it and is told of its end; everything else belongs to the queue.
class Ticket {
 public:
  using Clock = std::chrono::steady_clock;
  using WhenDone = std::function<void(Ticket&)>;

  // `when_done` is called once, by the thread that ends the ticket. A document that is not done by
  // the deadline is withheld.
  Ticket(std::shared_ptr<const Configuration> configuration, DocumentInput input,
         WhenDone when_done = {}, std::optional<Clock::time_point> deadline = {});
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  const Configuration& configuration() const { return *configuration_; }
  // Valid until when_done() has returned; then the document is freed.
  const DocumentInput& input() const { return *input_; }
  // The size of the document.
  size_t n_bytes() const { return n_bytes_; }
  // The number in the order of submission, from 1; 0 if no queue has taken the ticket.
  uint64_t number() const { return number_; }

  bool is_done() const { return done_.load(std::memory_order_acquire); }
  // The redaction, or the reason that nothing of the document may be written (P3). Valid once
  // is_done().
  const Result<Redaction>& result() const { return *result_; }
  Result<Redaction> take_result() { return *std::move(result_); }

  // Asks for the work to stop: the ticket ends with an error unless it is done already.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  // The reason to stop the work: it was cancelled, or its deadline has passed.
  std::optional<Error> why_stop() const;

 private:
  friend class Redactor;
  friend class TicketQueue;

  // Each is called by one thread, in this order. begin() and conclude() end the ticket if they
  // fail, conclude() in any case; withhold() takes the place of either.
  void begin();
  void conclude();
  void withhold(Error error);
  void end(Result<Redaction> result);
  // Turns to the next finder, once the windows of the last one have ended. False if no window is
  // left to any finder, or if the ticket has ended with an error.
  bool turn_to_next_finder();
  // The number of finders that have read the text: the index of the one that reads it.
  size_t finder() const { return work_->findings.size(); }
  // Whether a finder has windows to read.
  bool has_windows() const { return work_ != nullptr && work_->windows.has_value(); }
  DocumentWindows& windows() { return *work_->windows; }

  const std::shared_ptr<const Configuration> configuration_;
  std::optional<const DocumentInput> input_;
  const size_t n_bytes_;
  const WhenDone when_done_;
  const std::optional<Clock::time_point> deadline_;
  std::atomic<bool> done_ = false, cancelled_ = false;
  StopCheck stop_{[this] { return why_stop(); }};  // for the current stage
  std::unique_ptr<WorkInProgress> work_;           // from begin() to the result
  std::optional<Result<Redaction>> result_;
  MemoryBudget::Share share_;  // of the memory for documents in hand
  uint64_t number_ = 0;
  Tickets* list_ = nullptr;   // the list of the queue that holds the ticket
  Tickets::iterator place_;   // in that list; both are guarded by the queue's mutex
  std::mutex windows_mutex_;  // guards the windows of work_ and has_turn_
  bool has_turn_ = false;     // the queue will start more of the windows: do not conclude yet
};

}  // namespace redact
