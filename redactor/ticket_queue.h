// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "redactor/finder/model_session.h"
#include "redactor/ticket.h"

namespace redact {

// A session of a finder's model. `n_pass_rows`: the rows of a pass, if every window is a single
// pass; 0 otherwise.
struct FinderSession {
  ModelSession& session;
  size_t n_pass_rows;
};

// The tickets in work. Threads with a session of each finder call work(), further threads may call
// help(); together they read the tickets, run their windows, finder after finder, and conclude
// them. Tickets end in any order. All functions may be called from any thread.
//
// The windows of the tickets that have been read take turns: every second turn is that of a ticket
// whose windows have begun, the others begin one. Short and long documents are read from separate
// queues, each within a bound on its bytes. So a short document waits for a few passes and for
// earlier short documents, never for a long one; and a long one makes progress however many short
// ones arrive.
class TicketQueue {
 public:
  explicit TicketQueue(size_t n_finders = 1) : turns_(n_finders) {}
  TicketQueue(const TicketQueue&) = delete;
  TicketQueue& operator=(const TicketQueue&) = delete;

  // Takes a ticket, whose when_done() reports its end. After close() the ticket is withheld.
  void submit(std::shared_ptr<Ticket> ticket);
  // Ends a ticket as cancelled: at once if no thread works on it, else within a pass. Its memory is
  // then returned.
  void cancel(const std::shared_ptr<Ticket>& ticket);
  // No more tickets may come; work() and help() return when all are done.
  void close();

  // Works on the tickets with a session of each finder, in their order. Returns true after close().
  // Returns false if a session threw an exception, so that none must be used again; the tickets
  // with windows in them are withheld.
  bool work(const std::vector<FinderSession>& sessions);
  // Works on the stages that need no session, until close(): reading, the decisions of windows that
  // the model has run, conclusions. The threads in work() then leave these stages to those in
  // help(), and wait for them if they hold the logits of so many passes that there is no memory for
  // those of the next (Engine::has_logit_memory).
  void help();

  // Withholds all tickets, and all later ones. Precondition: no thread is in work(), and none will
  // enter it.
  void give_up(const Error& error);

  // The number of open tickets.
  size_t n_open() const;
  // The source tokens and windows of tickets whose windows have all ended.
  FindingCounts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  // A window in a session, and after it until it is ended.
  struct InFlight {
    std::shared_ptr<Ticket> ticket;
    WindowDecoder* decoder;
    size_t n_rows;
    Result<void> result = {};  // whether the session has run it
  };
  // The state of a session in work().
  struct Worker {
    size_t finder;
    ModelSession& session;
    size_t n_pass_rows;
    std::unordered_map<const Constraint*, InFlight> in_flight = {};
    size_t n_rows = 0;                  // of the windows in flight
    std::optional<InFlight> held = {};  // started, but the engine had no room for it
    bool drains = false;                // a window waits until the session runs nothing
  };
  // Documents of one size class.
  struct Arrivals {
    Tickets waiting;          // to be read
    size_t n_read_bytes = 0;  // of those that are read and have windows left
  };
  // Tickets with windows to start for one finder. Those that wait longest have the next turns.
  struct Turns {
    Tickets unbegun, begun;   // by whether one of the windows has been started
    bool begun_next = false;  // which of them has the next turn

    bool empty() const { return unbegun.empty() && begun.empty(); }
  };
  using Lock = std::unique_lock<std::mutex>;

  // Each is called with the lock.
  Arrivals& arrivals(const Ticket& ticket);
  static void move(Ticket& ticket, Tickets& to);
  std::shared_ptr<Ticket> next_arrival();
  bool may_read() const;
  bool has_turns() const;
  std::shared_ptr<Ticket> next_turn(size_t finder);
  // Wakes a thread that reads and concludes tickets, if one waits.
  void wake_for_stages() { (n_helpers_ > 0 ? for_helpers_ : for_sessions_).notify_one(); }

  // Each takes the lock, releases it while it works, and returns with it. False if there was
  // nothing to do.
  bool read_some(Lock& lock);
  bool end_one(Lock& lock);
  bool conclude_one(Lock& lock);
  bool start_window(Worker& worker, Lock& lock);

  void start_windows(Worker& worker, Lock& lock);
  bool step(Worker& worker, std::vector<Ended>& ended);
  void stop_windows(Worker& worker, const std::optional<Error>& all);
  void abandon(Worker& worker, const Error& error);
  void wait_for_logit_memory(const std::vector<Worker>& workers, Lock& lock);
  void end_windows(Worker& worker, std::span<Ended> ended);
  void end_window(InFlight window);
  void fail_window(InFlight window, Error error);
  // Gives a ticket its first turn with a finder.
  void give_turn(const std::shared_ptr<Ticket>& ticket);
  // Ends the turns of a ticket with an error.
  void end_turns(const std::shared_ptr<Ticket>& ticket, Error error);
  // Called after all windows of a ticket for a finder have ended.
  void found(const std::shared_ptr<Ticket>& ticket);
  void conclude(Ticket& ticket);
  void withhold(Ticket& ticket, Error error);
  void ended(Ticket& ticket);
  void wake_all();
  bool is_over() const { return closed_ && n_open_ == 0; }

  mutable std::mutex mutex_;
  // Threads in help(), threads in work() without windows, and those that wait for helpers.
  std::condition_variable for_helpers_, for_sessions_, for_logit_memory_;
  // Every open ticket is in one of these lists. It changes its list without taking memory, so that
  // none is lost when memory runs out.
  Arrivals short_, long_;
  std::vector<Turns> turns_;  // of each finder
  Tickets found_;             // to be concluded, if there are helpers
  Tickets in_hand_;           // a thread works on it, or all its windows are in flight
  std::deque<InFlight> ran_;  // for helpers to end
  size_t n_ending_ = 0;       // these, and those that a helper is ending
  FindingCounts counts_{};
  uint64_t n_submitted_ = 0;
  size_t n_open_ = 0;
  size_t n_helpers_ = 0;
  bool closed_ = false;
  std::optional<Error> given_up_;
};

}  // namespace redact
