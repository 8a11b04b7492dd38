// SPDX-License-Identifier: Apache-2.0
// The part of a queue that runs the windows of its tickets in a session.
#include <algorithm>
#include <utility>

#include "base/thrown_error.h"
#include "redactor/ticket_queue.h"

namespace redact {

namespace {

// Passes whose rows are in flight at a time. With one, the last rows of a pass would stay unused if
// the next window does not fit; with more, a short document would wait for more passes.
constexpr size_t kPassesInFlight = 2;

// The reason to stop the work, or an error of a failed allocation.
std::optional<Error> why_stop(const Ticket& ticket) {
  try {
    return ticket.why_stop();
  } catch (...) {
    return thrown_error();
  }
}

}  // namespace

void TicketQueue::start_windows(Worker& worker, Lock& lock) {
  const size_t most_rows = worker.n_pass_rows > 0 ? kPassesInFlight * worker.n_pass_rows : SIZE_MAX;
  for (;;) {
    if (worker.drains && !worker.in_flight.empty()) return;
    worker.drains = false;
    if (!worker.held && !start_window(worker, lock)) return;
    if (!worker.held) continue;
    Constraint& constraint = worker.held->decoder->constraint();
    if (!worker.in_flight.empty() && worker.n_rows + worker.held->n_rows > most_rows) return;
    std::optional<Error> error;
    try {
      worker.in_flight.emplace(&constraint, *worker.held);
      if (worker.session.engine().submit(constraint)) {
        worker.n_rows += worker.held->n_rows;
        worker.held.reset();
        continue;
      }
    } catch (...) {
      error = thrown_error();
    }
    worker.in_flight.erase(&constraint);
    if (!error && !worker.in_flight.empty()) return;
    // Waiting would not make room.
    if (!error) error = Error{ErrorKind::kInternal, "engine", "no room"};
    InFlight window = *std::exchange(worker.held, std::nullopt);
    lock.unlock();
    fail_window(std::move(window), *std::move(error));
    lock.lock();
  }
}

std::shared_ptr<Ticket> TicketQueue::next_turn(size_t finder) {
  Turns& turns = turns_[finder];
  if (turns.empty()) return nullptr;
  const bool begun = turns.unbegun.empty() || (turns.begun_next && !turns.begun.empty());
  turns.begun_next = !begun;
  std::shared_ptr<Ticket> ticket = (begun ? turns.begun : turns.unbegun).front();
  move(*ticket, in_hand_);
  return ticket;
}

// Starts a window of the ticket that has the turn, and holds it.
bool TicketQueue::start_window(Worker& worker, Lock& lock) {
  const std::shared_ptr<Ticket> ticket = next_turn(worker.finder);
  if (ticket == nullptr) return false;
  lock.unlock();
  WindowDecoder* decoder = nullptr;
  bool has_more = false, is_done = false;
  {
    const std::lock_guard windows_lock(ticket->windows_mutex_);
    DocumentWindows& windows = ticket->windows();
    try {
      if (auto error = ticket->why_stop()) windows.fail(*std::move(error));
      decoder = windows.next(worker.session);
    } catch (...) {
      windows.fail(thrown_error());
    }
    has_more = ticket->has_turn_ = windows.has_more();
    is_done = windows.is_done();
  }
  if (decoder != nullptr) {
    worker.held = InFlight{ticket, decoder, decoder->constraint().min_rows()};
  } else if (has_more) {
    worker.drains = true;
  }
  if (is_done) found(ticket);
  lock.lock();
  if (has_more) {
    Turns& turns = turns_[worker.finder];
    move(*ticket, turns.begun);
    if (decoder != nullptr) {
      for_sessions_.notify_one();
    } else {  // it has the next turn, too
      turns.begun.splice(turns.begun.begin(), turns.begun, ticket->place_);
      turns.begun_next = true;
    }
  }
  return true;
}

bool TicketQueue::step(Worker& worker, std::vector<Ended>& ended) {
  stop_windows(worker, std::nullopt);
  if (worker.in_flight.empty()) return true;
  try {
    worker.session.engine().step(ended);
  } catch (...) {
    abandon(worker, thrown_error());
    return false;
  }
  end_windows(worker, ended);
  ended.clear();
  return true;
}

// The device waits for this thread, so it leaves the decisions of windows to helpers, if there are
// any.
void TicketQueue::end_windows(Worker& worker, std::span<Ended> ended) {
  for (Ended& each : ended) {
    InFlight& window = worker.in_flight.at(each.constraint);
    worker.n_rows -= window.n_rows;
    window.result = std::move(each.result);
  }
  size_t n_left = 0;  // to helpers
  try {
    const std::lock_guard lock(mutex_);
    for (; n_helpers_ > 0 && n_left < ended.size(); ++n_left, ++n_ending_) {
      ran_.push_back(worker.in_flight.at(ended[n_left].constraint));
    }
  } catch (...) {  // no memory to do so
  }
  if (n_left > 0) for_helpers_.notify_one();
  for (const Ended& each : ended) {
    InFlight window = worker.in_flight.extract(each.constraint).mapped();
    if (n_left > 0) {
      --n_left;
    } else {
      end_window(std::move(window));
    }
  }
}

// A pass takes memory for its logits, which helpers hold until they have decided its windows.
void TicketQueue::wait_for_logit_memory(const std::vector<Worker>& workers, Lock& lock) {
  for_logit_memory_.wait(lock, [&] {
    return n_ending_ == 0 || std::ranges::all_of(workers, [](const Worker& worker) {
             return worker.session.engine().has_logit_memory();
           });
  });
}

// Ends the windows whose ticket should stop, which frees their places; or all windows, with the
// error `all`.
void TicketQueue::stop_windows(Worker& worker, const std::optional<Error>& all) {
  for (auto at = worker.in_flight.begin(); at != worker.in_flight.end();) {
    const auto error = all ? all : why_stop(*at->second.ticket);
    if (!error) {
      ++at;
      continue;
    }
    InFlight window = std::move(at->second);
    worker.session.engine().cancel(window.decoder->constraint());
    worker.n_rows -= window.n_rows;
    at = worker.in_flight.erase(at);
    fail_window(std::move(window), *error);
  }
}

void TicketQueue::abandon(Worker& worker, const Error& error) {
  if (worker.held) fail_window(*std::exchange(worker.held, std::nullopt), error);
  stop_windows(worker, error);
}

void TicketQueue::fail_window(InFlight window, Error error) {
  window.result = std::move(error);
  end_window(std::move(window));
}

void TicketQueue::end_window(InFlight window) {
  Ticket& ticket = *window.ticket;
  try {
    if (window.result.ok()) window.result = window.decoder->decide();
  } catch (...) {
    window.result = thrown_error();
  }
  bool is_done = false;
  {
    const std::lock_guard windows_lock(ticket.windows_mutex_);
    try {
      ticket.windows().done(*window.decoder, window.result);
    } catch (...) {
      ticket.windows().fail(thrown_error());
      ticket.windows().done(*window.decoder, thrown_error());
    }
    is_done = ticket.windows().is_done() && !ticket.has_turn_;
  }
  if (is_done) found(window.ticket);
}

}  // namespace redact
