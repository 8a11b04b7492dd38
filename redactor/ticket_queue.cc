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

// So that turns_ and found_ can hold one more ticket.
void TicketQueue::make_room() {
  if (turns_.capacity() <= n_open_) turns_.reserve(2 * n_open_ + 1);
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
    } else if (take_out(turns_, ticket)) {
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
    take(turns_);
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

bool TicketQueue::work(ModelSession& session, size_t n_pass_rows) {
  Worker worker{session, n_pass_rows};
  std::vector<Ended> ended;
  Lock lock(mutex_);
  while (!is_over()) {
    if (n_helpers_ == 0) read_some(lock);
    start_windows(worker, lock);
    if (!worker.in_flight.empty()) {
      lock.unlock();
      if (!step(worker, ended)) return false;
      lock.lock();
    } else {
      changed_.wait(
          lock, [&] { return is_over() || !turns_.empty() || (n_helpers_ == 0 && may_read()); });
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
      turns_.push_back(ticket);
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
  {
    const std::lock_guard lock(mutex_);
    arrivals(*ticket).n_read_bytes -= ticket->n_bytes();
    if (ticket->has_windows()) {
      counts_.source_tokens += ticket->windows().n_tokens();
      counts_.windows += ticket->windows().n_windows();
    }
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
