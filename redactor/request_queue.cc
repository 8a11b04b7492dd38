// SPDX-License-Identifier: Apache-2.0
#include "redactor/request_queue.h"

#include <algorithm>
#include <utility>

#include "redactor/thrown_error.h"

namespace redact {

namespace {

// A longer document is a long one. It has some 10 windows, a tenth of a second of work.
constexpr size_t kShortBytes = 1 << 14;

// Bytes of each class that are read ahead: some 100 notes, whose windows fill the passes of many
// sessions. What is read further ahead would wait longer for its end.
constexpr size_t kReadAheadBytes = 1 << 18;

// Bytes that a thread reads before it looks at the model's work again: below a pass in time.
constexpr size_t kReadBytes = 1 << 16;

// Passes whose rows are in flight at a time. With one, the last rows of a pass would stay free
// when the next window does not fit; more would make a short document wait for more passes.
constexpr size_t kPassesInFlight = 2;

// Windows that wait for helpers, each with some 200 KB of logits of the bundled model. If helpers
// fall behind, the thread that ran a window decides it.
constexpr size_t kMostRan = 128;

// Why the work should stop, or that there is no memory to say so.
std::optional<Error> why_stop(const Request& request) {
  try {
    return request.why_stop();
  } catch (...) {
    return thrown_error();
  }
}

}  // namespace

RequestQueue::Arrivals& RequestQueue::arrivals(const Request& request) {
  return request.source().size() <= kShortBytes ? short_ : long_;
}

void RequestQueue::submit(std::shared_ptr<Request> request) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      make_room();  // which may throw
      request->number = n_submitted_ + 1;
      arrivals(*request).waiting.push_back(request);
      ++n_submitted_;
      ++n_open_;
      request.reset();
    }
  }
  if (request != nullptr) {
    return request->withhold({ErrorKind::kCancelled, "queue", "is closed"});
  }
  changed_.notify_all();
}

// So that turns_ and found_ can hold one more request.
void RequestQueue::make_room() {
  if (turns_.capacity() <= n_open_) turns_.reserve(2 * n_open_ + 1);
  if (found_.capacity() <= n_open_) found_.reserve(2 * n_open_ + 1);
}

void RequestQueue::cancel(const std::shared_ptr<Request>& request) {
  request->cancel();
  Error error = *request->why_stop();
  {
    const std::lock_guard lock(mutex_);
    auto& waiting = arrivals(*request).waiting;
    const auto at = std::find(waiting.begin(), waiting.end(), request);
    if (at == waiting.end()) return;  // the threads that work on it see the cancellation
    waiting.erase(at);
  }
  withhold(*request, std::move(error));
}

void RequestQueue::give_up(const Error& error) {
  std::vector<std::shared_ptr<Request>> left;
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
  for (const auto& request : left) withhold(*request, error);
  changed_.notify_all();
}

void RequestQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

size_t RequestQueue::n_open() const {
  const std::lock_guard lock(mutex_);
  return n_open_;
}

bool RequestQueue::work(ModelSession& session, size_t n_pass_rows) {
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

void RequestQueue::help() {
  Lock lock(mutex_);
  ++n_helpers_;
  while (!is_over()) {
    if (end_one(lock) || conclude_one(lock) || read_some(lock)) continue;
    changed_.wait(lock,
                  [&] { return is_over() || may_read() || !found_.empty() || !ran_.empty(); });
  }
  --n_helpers_;
}

bool RequestQueue::may_read() const {
  return (!short_.waiting.empty() && short_.n_read_bytes < kReadAheadBytes) ||
         (!long_.waiting.empty() && long_.n_read_bytes < kReadAheadBytes);
}

std::shared_ptr<Request> RequestQueue::next_arrival() {
  for (Arrivals* each : {&short_, &long_}) {
    if (each->waiting.empty() || each->n_read_bytes >= kReadAheadBytes) continue;
    std::shared_ptr<Request> request = std::move(each->waiting.front());
    each->waiting.pop_front();
    each->n_read_bytes += request->source().size();
    return request;
  }
  return nullptr;
}

bool RequestQueue::read_some(Lock& lock) {
  size_t n_bytes = 0;
  bool did = false;
  while (n_bytes < kReadBytes) {
    const std::shared_ptr<Request> request = next_arrival();
    if (request == nullptr) break;
    lock.unlock();
    did = true;
    n_bytes += request->source().size();
    try {
      auto error = request->why_stop();
      error ? request->withhold(*std::move(error)) : request->read();
      request->has_turn = !request->is_done() && !request->windows().is_done();
    } catch (...) {
      request->withhold(thrown_error());
      request->has_turn = false;
    }
    const bool has_turn = request->has_turn;
    if (!has_turn) found(request);
    lock.lock();
    if (has_turn) {
      turns_.push_back(request);
      changed_.notify_all();
    }
  }
  return did;
}

bool RequestQueue::end_one(Lock& lock) {
  if (ran_.empty()) return false;
  const Ran ran = std::move(ran_.front());
  ran_.pop_front();
  lock.unlock();
  end_window(ran.window, ran.result);
  lock.lock();
  if (--n_ending_ == 0) changed_.notify_all();
  return true;
}

bool RequestQueue::conclude_one(Lock& lock) {
  if (found_.empty()) return false;
  const std::shared_ptr<Request> request = std::move(found_.front());
  found_.erase(found_.begin());
  lock.unlock();
  conclude(*request);
  lock.lock();
  return true;
}

void RequestQueue::start_windows(Worker& worker, Lock& lock) {
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
    // Nothing will make room.
    if (!error) error = Error{ErrorKind::kInternal, "engine", "no room"};
    const InFlight window = *std::exchange(worker.held, std::nullopt);
    lock.unlock();
    end_window(window, *error);
    lock.lock();
  }
}

std::shared_ptr<Request> RequestQueue::next_turn() {
  if (turns_.empty()) return nullptr;
  oldest_first_ = !oldest_first_;
  const auto by_number = [](const auto& a, const auto& b) { return a->number < b->number; };
  const auto at =
      oldest_first_ ? std::min_element(turns_.begin(), turns_.end(), by_number) : turns_.begin();
  std::shared_ptr<Request> request = *at;
  turns_.erase(at);
  return request;
}

// Starts a window of the request whose turn it is, and holds it.
bool RequestQueue::start_window(Worker& worker, Lock& lock) {
  const std::shared_ptr<Request> request = next_turn();
  if (request == nullptr) return false;
  lock.unlock();
  WindowDecoder* decoder = nullptr;
  bool has_more = false, is_done = false;
  {
    const std::lock_guard windows_lock(request->windows_mutex());
    DocumentWindows& windows = request->windows();
    try {
      if (auto error = request->why_stop()) windows.fail(*std::move(error));
      decoder = windows.next(worker.session);
    } catch (...) {
      windows.fail(thrown_error());
    }
    has_more = request->has_turn = windows.has_more();
    is_done = windows.is_done();
  }
  if (decoder != nullptr) {
    worker.held = InFlight{request, decoder, decoder->constraint().min_rows()};
  } else if (has_more) {
    worker.drains = true;
  }
  if (is_done) found(request);
  lock.lock();
  if (has_more && decoder == nullptr) {
    turns_.insert(turns_.begin(), request);
  } else if (has_more) {
    turns_.push_back(request);
    changed_.notify_all();
  }
  return true;
}

bool RequestQueue::step(Worker& worker, std::vector<Ended>& ended) {
  stop_windows(worker, std::nullopt);
  if (worker.in_flight.empty()) return true;
  try {
    worker.session.engine().step(ended);
  } catch (...) {
    if (worker.held) {
      const InFlight window = *std::exchange(worker.held, std::nullopt);
      end_window(window, thrown_error());
    }
    stop_windows(worker, thrown_error());
    return false;
  }
  for (const Ended& sequence : ended) {
    const InFlight window = worker.in_flight.extract(sequence.constraint).mapped();
    worker.n_rows -= window.n_rows;
    Ran ran{window, sequence.result};
    leave_to_helpers(ran);
  }
  ended.clear();
  return true;
}

// Ends the windows whose request should stop, which frees their places; or `all`, for a reason.
void RequestQueue::stop_windows(Worker& worker, const std::optional<Error>& all) {
  for (auto at = worker.in_flight.begin(); at != worker.in_flight.end();) {
    const auto error = all ? all : why_stop(*at->second.request);
    if (!error) {
      ++at;
      continue;
    }
    const InFlight window = at->second;
    worker.session.engine().cancel(window.decoder->constraint());
    worker.n_rows -= window.n_rows;
    at = worker.in_flight.erase(at);
    end_window(window, *error);
  }
}

// The device waits for this thread, so what windows decide is left to helpers if there are any.
void RequestQueue::leave_to_helpers(Ran& ran) {
  bool left = false;
  try {
    const std::lock_guard lock(mutex_);
    if (n_helpers_ > 0 && ran_.size() < kMostRan) {
      ran_.push_back(ran);
      ++n_ending_;
      left = true;
    }
  } catch (...) {  // no memory for it
  }
  if (left) return changed_.notify_all();
  end_window(ran.window, ran.result);
}

void RequestQueue::end_window(const InFlight& window, Result<void> result) {
  Request& request = *window.request;
  try {
    if (result.ok()) window.decoder->decide();
  } catch (...) {
    result = thrown_error();
  }
  bool is_done = false;
  {
    const std::lock_guard windows_lock(request.windows_mutex());
    try {
      request.windows().done(*window.decoder, result);
    } catch (...) {
      request.windows().fail(thrown_error());
      request.windows().done(*window.decoder, thrown_error());
    }
    is_done = request.windows().is_done() && !request.has_turn;
  }
  if (is_done) found(window.request);
}

void RequestQueue::found(std::shared_ptr<Request> request) {
  {
    const std::lock_guard lock(mutex_);
    arrivals(*request).n_read_bytes -= request->source().size();
    if (!request->is_done()) {
      counts_.source_tokens += request->windows().n_tokens();
      counts_.windows += request->windows().n_windows();
    }
    if (n_helpers_ > 0 && !request->is_done()) found_.push_back(std::move(request));
  }
  if (request != nullptr) conclude(*request);
  changed_.notify_all();
}

void RequestQueue::conclude(Request& request) {
  try {
    if (!request.is_done()) request.conclude(request.windows().take());
  } catch (...) {
    if (!request.is_done()) request.withhold(thrown_error());
  }
  ended();
}

void RequestQueue::withhold(Request& request, Error error) {
  request.withhold(std::move(error));
  ended();
}

void RequestQueue::ended() {
  {
    const std::lock_guard lock(mutex_);
    --n_open_;
    if (!is_over()) return;
  }
  changed_.notify_all();
}

}  // namespace redact
