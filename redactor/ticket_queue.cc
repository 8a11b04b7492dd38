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

// Takes a ticket out of a list of waiting ones. Returns whether it was there.
template <typename Waiting>
bool take_out(Waiting& waiting, const std::shared_ptr<Ticket>& ticket) {
  const auto at = std::find(waiting.begin(), waiting.end(), ticket);
  if (at == waiting.end()) return false;
  waiting.erase(at);
  return true;
}

}  // namespace

TicketQueue::Arrivals& TicketQueue::arrivals(const Ticket& ticket) {
  return ticket.n_bytes() <= kShortBytes ? short_ : long_;
}

void TicketQueue::submit(std::shared_ptr<Ticket> ticket) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      make_room();  // may throw
      ticket->number_ = n_submitted_ + 1;
      arrivals(*ticket).waiting.push_back(ticket);
      ++n_submitted_;
      ++n_open_;
      ticket.reset();
    }
  }
  if (ticket != nullptr) {
    return ticket->withhold({ErrorKind::kCancelled, "queue", "is closed"});
  }
  changed_.notify_all();
}

// So that each of turns_, and found_, can hold one more ticket.
void TicketQueue::make_room() {
  for (auto& turns : turns_) {
    if (turns.capacity() <= n_open_) turns.reserve(2 * n_open_ + 1);
  }
  if (found_.capacity() <= n_open_) found_.reserve(2 * n_open_ + 1);
}

void TicketQueue::cancel(const std::shared_ptr<Ticket>& ticket) {
  ticket->cancel();
  Error error = *ticket->why_stop();
  enum { kUnread, kHasTurn, kFound } was;
  {
    const std::lock_guard lock(mutex_);
    if (take_out(arrivals(*ticket).waiting, ticket)) {
      was = kUnread;
    } else if (std::ranges::any_of(turns_, [&](auto& turns) { return take_out(turns, ticket); })) {
      was = kHasTurn;
    } else if (take_out(found_, ticket)) {
      was = kFound;
    } else {
      return;  // the threads that work on it will see the cancellation
    }
  }
  if (was == kUnread) return withhold(*ticket, std::move(error));
  if (was == kFound) return conclude(*ticket);
  bool is_done = false;
  {
    const std::lock_guard windows_lock(ticket->windows_mutex_);
    ticket->windows().fail(std::move(error));
    ticket->has_turn_ = false;
    is_done = ticket->windows().is_done();  // else the last window in flight ends it
  }
  if (is_done) found(ticket);
}

void TicketQueue::give_up(const Error& error) {
  std::vector<std::shared_ptr<Ticket>> left;
  {
    Lock lock(mutex_);
    closed_ = true;
    changed_.wait(lock, [&] { return n_ending_ == 0; });
    const auto take = [&left](auto& waiting) {
      left.insert(left.end(), waiting.begin(), waiting.end());
      waiting.clear();
    };
    take(short_.waiting);
    take(long_.waiting);
    for (auto& turns : turns_) take(turns);
  }
  for (const auto& ticket : left) withhold(*ticket, error);
  changed_.notify_all();
}

void TicketQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
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
      lock.unlock();
      const bool all_work =
          std::ranges::all_of(workers, [&](Worker& worker) { return step(worker, ended); });
      for (Worker& worker : workers) {
        if (!all_work) abandon(worker, {ErrorKind::kInternal, "model", "failed in another model"});
      }
      if (!all_work) return false;
      lock.lock();
    } else {
      changed_.wait(lock,
                    [&] { return is_over() || has_turns() || (n_helpers_ == 0 && may_read()); });
    }
  }
  return true;
}

void TicketQueue::help() {
  Lock lock(mutex_);
  ++n_helpers_;
  while (!is_over()) {
    if (end_one(lock) || conclude_one(lock) || read_some(lock)) continue;
    changed_.wait(lock,
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
    std::shared_ptr<Ticket> ticket = std::move(each->waiting.front());
    each->waiting.pop_front();
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
    const bool has_turn = ticket->has_turn_;
    if (!has_turn) found(ticket);
    lock.lock();
    if (has_turn) {
      turns_[ticket->finder()].push_back(ticket);
      changed_.notify_all();
    }
  }
  return did;
}

bool TicketQueue::end_one(Lock& lock) {
  if (ran_.empty()) return false;
  InFlight window = std::move(ran_.front());
  ran_.pop_front();
  lock.unlock();
  end_window(std::move(window));
  lock.lock();
  if (--n_ending_ == 0) changed_.notify_all();
  return true;
}

bool TicketQueue::conclude_one(Lock& lock) {
  if (found_.empty()) return false;
  const std::shared_ptr<Ticket> ticket = std::move(found_.front());
  found_.erase(found_.begin());
  lock.unlock();
  conclude(*ticket);
  lock.lock();
  return true;
}

void TicketQueue::found(std::shared_ptr<Ticket> ticket) {
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
  {
    const std::lock_guard lock(mutex_);
    if (ticket->has_turn_) {
      std::vector<std::shared_ptr<Ticket>>& turns = turns_[ticket->finder()];
      turns.push_back(std::move(ticket));
      return changed_.notify_all();
    }
    arrivals(*ticket).n_read_bytes -= ticket->n_bytes();
    const bool is_over = ticket->is_done() || ticket->cancelled_;
    if (n_helpers_ > 0 && !is_over) found_.push_back(std::move(ticket));
  }
  if (ticket != nullptr) conclude(*ticket);
  changed_.notify_all();
}

void TicketQueue::conclude(Ticket& ticket) {
  try {
    if (!ticket.is_done()) ticket.conclude();
  } catch (...) {
    if (!ticket.is_done()) ticket.withhold(thrown_error());
  }
  ended();
}

void TicketQueue::withhold(Ticket& ticket, Error error) {
  ticket.withhold(std::move(error));
  ended();
}

void TicketQueue::ended() {
  {
    const std::lock_guard lock(mutex_);
    --n_open_;
    if (!is_over()) return;
  }
  changed_.notify_all();
}

}  // namespace redact
