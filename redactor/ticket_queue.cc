// SPDX-License-Identifier: Apache-2.0
#include "redactor/ticket_queue.h"

#include <algorithm>
#include <utility>

#include "base/thrown_error.h"

namespace redact {

namespace {

// Documents above this size count as long. One has some 10 windows, a tenth of a second of work.
constexpr size_t kShortBytes = 1 << 14;

// Bytes of each class that are read ahead: some 100 notes, whose windows fill the passes of many
// sessions. A document read further ahead would only wait longer.
constexpr size_t kReadAheadBytes = 1 << 18;

// Bytes that a thread reads before it returns to the model's work: below a pass in time.
constexpr size_t kReadBytes = 1 << 16;

// A copy of an error, or the error that there is no memory for one.
Error copied(const Error& error) {
  try {
    return error;
  } catch (...) {
    return thrown_error();
  }
}

}  // namespace

TicketQueue::Arrivals& TicketQueue::arrivals(const Ticket& ticket) {
  return ticket.n_bytes() <= kShortBytes ? short_ : long_;
}

void TicketQueue::move(Ticket& ticket, Tickets& to) {
  to.splice(to.end(), *ticket.list_, ticket.place_);
  ticket.list_ = &to;
}

void TicketQueue::submit(std::shared_ptr<Ticket> ticket) {
  Tickets one{std::move(ticket)};  // may throw
  Ticket& submitted = *one.front();
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      submitted.number_ = ++n_submitted_;
      submitted.list_ = &one;
      submitted.place_ = one.begin();
      move(submitted, arrivals(submitted).waiting);
      ++n_open_;
      wake_for_stages();
    }
  }
  if (!one.empty()) submitted.withhold({ErrorKind::kCancelled, "queue", "is closed"});
}

void TicketQueue::cancel(const std::shared_ptr<Ticket>& ticket) {
  ticket->cancel();
  Error error = *ticket->why_stop();  // may throw, so not while the ticket is in hand
  enum { kUnread, kHasTurn, kFound } was;
  {
    const std::lock_guard lock(mutex_);
    const Tickets* const list = ticket->list_;
    if (list == nullptr || list == &in_hand_) return;  // whoever works on it will see it
    was = list == &found_ ? kFound : list == &arrivals(*ticket).waiting ? kUnread : kHasTurn;
    move(*ticket, in_hand_);
  }
  if (was == kUnread) return withhold(*ticket, std::move(error));
  if (was == kFound) return conclude(*ticket);
  end_turns(ticket, std::move(error));
}

void TicketQueue::end_turns(const std::shared_ptr<Ticket>& ticket, Error error) {
  bool is_done = false;
  {
    const std::lock_guard windows_lock(ticket->windows_mutex_);
    ticket->windows().fail(std::move(error));
    ticket->has_turn_ = false;
    is_done = ticket->windows().is_done();  // else the last window in flight ends it
  }
  if (is_done) found(ticket);
}

void TicketQueue::give_turn(const std::shared_ptr<Ticket>& ticket) {
  {
    const std::lock_guard lock(mutex_);
    if (!given_up_) {
      move(*ticket, turns_[ticket->finder()].unbegun);
      return for_sessions_.notify_one();
    }
  }
  end_turns(ticket, copied(*given_up_));
}

void TicketQueue::give_up(const Error& error) {
  Lock lock(mutex_);
  closed_ = true;
  given_up_ = copied(error);
  const auto each_of = [&](Tickets& list, const auto& end) {
    while (!list.empty()) {
      const std::shared_ptr<Ticket> ticket = list.front();
      move(*ticket, in_hand_);
      lock.unlock();
      end(ticket);
      lock.lock();
    }
  };
  for (Arrivals* each : {&short_, &long_}) {
    each_of(each->waiting, [&](const auto& ticket) { withhold(*ticket, copied(error)); });
  }
  for (Turns& turns : turns_) {
    for (Tickets* each : {&turns.unbegun, &turns.begun}) {
      each_of(*each, [&](const auto& ticket) { end_turns(ticket, copied(error)); });
    }
  }
  wake_all();
}

void TicketQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  wake_all();
}

void TicketQueue::wake_all() {
  for_helpers_.notify_all();
  for_sessions_.notify_all();
}

size_t TicketQueue::n_open() const {
  const std::lock_guard lock(mutex_);
  return n_open_;
}

bool TicketQueue::work(const std::vector<FinderSession>& sessions) {
  std::vector<Worker> workers;
  for (size_t i = 0; i < sessions.size(); ++i) {
    workers.push_back({i, sessions[i].session, sessions[i].n_pass_rows});
  }
  std::vector<Ended> ended;
  Lock lock(mutex_);
  while (!is_over()) {
    if (n_helpers_ == 0) read_some(lock);
    for (Worker& worker : workers) start_windows(worker, lock);
    const auto runs = [](const Worker& worker) { return !worker.in_flight.empty(); };
    if (std::ranges::any_of(workers, runs)) {
      wait_for_logit_memory(workers, lock);
      lock.unlock();
      const bool all_work =
          std::ranges::all_of(workers, [&](Worker& worker) { return step(worker, ended); });
      for (Worker& worker : workers) {
        if (!all_work) abandon(worker, {ErrorKind::kInternal, "model", "failed in another model"});
      }
      if (!all_work) {
        for_sessions_.notify_one();  // for a ticket that waits for the session that failed
        return false;
      }
      lock.lock();
    } else {
      for_sessions_.wait(
          lock, [&] { return is_over() || has_turns() || (n_helpers_ == 0 && may_read()); });
    }
  }
  return true;
}

void TicketQueue::help() {
  Lock lock(mutex_);
  ++n_helpers_;
  while (!is_over()) {
    if (end_one(lock) || conclude_one(lock) || read_some(lock)) continue;
    for_helpers_.wait(lock,
                      [&] { return is_over() || may_read() || !found_.empty() || !ran_.empty(); });
  }
  --n_helpers_;
}

bool TicketQueue::has_turns() const {
  return std::ranges::any_of(turns_, [](const auto& turns) { return !turns.empty(); });
}

bool TicketQueue::may_read() const {
  return (!short_.waiting.empty() && short_.n_read_bytes < kReadAheadBytes) ||
         (!long_.waiting.empty() && long_.n_read_bytes < kReadAheadBytes);
}

std::shared_ptr<Ticket> TicketQueue::next_arrival() {
  for (Arrivals* each : {&short_, &long_}) {
    if (each->waiting.empty() || each->n_read_bytes >= kReadAheadBytes) continue;
    std::shared_ptr<Ticket> ticket = each->waiting.front();
    move(*ticket, in_hand_);
    each->n_read_bytes += ticket->n_bytes();
    return ticket;
  }
  return nullptr;
}

bool TicketQueue::read_some(Lock& lock) {
  size_t n_bytes = 0;
  bool did = false;
  while (n_bytes < kReadBytes) {
    const std::shared_ptr<Ticket> ticket = next_arrival();
    if (ticket == nullptr) break;
    if (may_read()) wake_for_stages();  // the end of a long document may admit several short ones
    lock.unlock();
    did = true;
    n_bytes += ticket->n_bytes();
    try {
      auto error = ticket->why_stop();
      error ? ticket->withhold(*std::move(error)) : ticket->begin();
      ticket->has_turn_ = ticket->has_windows() && !ticket->windows().is_done();
    } catch (...) {
      ticket->withhold(thrown_error());
      ticket->has_turn_ = false;
    }
    ticket->has_turn_ ? give_turn(ticket) : found(ticket);
    lock.lock();
  }
  return did;
}

bool TicketQueue::end_one(Lock& lock) {
  if (ran_.empty()) return false;
  InFlight window = std::move(ran_.front());
  ran_.pop_front();
  if (!ran_.empty()) for_helpers_.notify_one();  // a session wakes only one for all of a pass
  lock.unlock();
  end_window(std::move(window));
  lock.lock();
  --n_ending_;
  for_logit_memory_.notify_all();
  return true;
}

bool TicketQueue::conclude_one(Lock& lock) {
  if (found_.empty()) return false;
  const std::shared_ptr<Ticket> ticket = found_.front();
  move(*ticket, in_hand_);
  lock.unlock();
  conclude(*ticket);
  lock.lock();
  return true;
}

void TicketQueue::found(const std::shared_ptr<Ticket>& ticket) {
  if (ticket->has_windows()) {
    const std::lock_guard lock(mutex_);
    counts_.source_tokens += ticket->windows().n_tokens();
    counts_.windows += ticket->windows().n_windows();
  }
  try {
    ticket->has_turn_ = ticket->turn_to_next_finder();
  } catch (...) {
    ticket->withhold(thrown_error());
    ticket->has_turn_ = false;
  }
  if (ticket->has_turn_) return give_turn(ticket);
  {
    const std::lock_guard lock(mutex_);
    arrivals(*ticket).n_read_bytes -= ticket->n_bytes();
    const bool is_over = ticket->is_done() || ticket->cancelled_;
    const bool is_left = n_helpers_ > 0 && !is_over;
    if (is_left) move(*ticket, found_);
    if (is_left) wake_for_stages();
    if (may_read()) wake_for_stages();
    if (is_left) return;
  }
  conclude(*ticket);
}

void TicketQueue::conclude(Ticket& ticket) {
  try {
    if (!ticket.is_done()) ticket.conclude();
  } catch (...) {
    if (!ticket.is_done()) ticket.withhold(thrown_error());
  }
  ended(ticket);
}

void TicketQueue::withhold(Ticket& ticket, Error error) {
  ticket.withhold(std::move(error));
  ended(ticket);
}

void TicketQueue::ended(Ticket& ticket) {
  Tickets last;  // outlives the lock: the document is freed with it
  const std::lock_guard lock(mutex_);
  move(ticket, last);
  ticket.list_ = nullptr;
  --n_open_;
  if (is_over()) wake_all();
}

}  // namespace redact
