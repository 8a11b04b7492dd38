// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "redactor/finder/models.h"
#include "redactor/memory_budget.h"
#include "redactor/ticket.h"
#include "redactor/ticket_queue.h"

namespace redact {

struct RedactorOptions {
  int n_threads = 0;  // CPU threads; 0: one per core
  // The most windows in hand at a time, if few are expected: a lone note with fewer windows than
  // threads is done soonest if several threads share each window.
  size_t n_windows = SIZE_MAX;
  // Memory for documents in hand. With fewer bytes, documents wait for one another.
  size_t n_bytes = size_t{32} << 20;
};

// Redacts documents on threads of its own. Label models on CPUs get a session for each
// thread; an instruct model, and any model on a GPU, has one session, which uses all threads for
// its kernels. Safe for concurrent calls.
class Redactor {
 public:
  // Errors are those of RedactionModel::open_session.
  static Result<std::unique_ptr<Redactor>> open(Models models, const RedactorOptions& options = {});
  // Ends all open tickets.
  ~Redactor();

  // Waits until there is memory for the ticket, then queues it. when_done() reports its end. If its
  // deadline passes while it waits, it ends here.
  void submit(std::shared_ptr<Ticket> ticket);
  // The same without waiting: if there is no memory now, returns false and does nothing.
  bool try_submit(const std::shared_ptr<Ticket>& ticket);
  // Ends a ticket as cancelled, within a pass.
  void cancel(const std::shared_ptr<Ticket>& ticket) { queue_.cancel(ticket); }

  // Takes a share of the memory for objects that wait beside the documents; see MemoryBudget::take.
  MemoryBudget::Share hold(size_t n_bytes) { return budget_.take(n_bytes); }

  // Redacts one text, and many in their order.
  Result<Redaction> redact(const std::shared_ptr<const Configuration>& configuration,
                           std::string_view text);
  std::vector<Result<Redaction>> redact_all(
      const std::shared_ptr<const Configuration>& configuration,
      std::span<const std::string_view> texts);

  // The cost so far; complete when no ticket is open.
  FindingCounts counts() const;

 private:
  Redactor(Models models, size_t n_bytes)
      : models_(std::move(models)), budget_(n_bytes), queue_(models_.size()) {}

  void work(size_t index, int n_threads);
  using Sessions = std::vector<std::unique_ptr<ModelSession>>;  // one for each model
  // Opens new sessions after one has thrown an exception.
  Result<Sessions> open_sessions(int n_threads) const;

  Models models_;
  MemoryBudget budget_;
  TicketQueue queue_;
  mutable std::mutex sessions_mutex_;  // for their replacement and for counts()
  std::vector<Sessions> sessions_;     // of each thread that works with models
  std::atomic<size_t> n_working_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace redact
