// SPDX-License-Identifier: Apache-2.0
#include "redactor/redactor.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <utility>

#include "base/thread_pool.h"

namespace redact {

namespace {

// The memory of a ticket: its text, view and tokens take up to 16 times the text; spans, windows
// and the result of a short note some 4 KiB.
size_t bytes_of(const Ticket& ticket) { return 4096 + 16 * ticket.n_bytes(); }

}  // namespace

Result<std::unique_ptr<Redactor>> Redactor::open(Models models, const RedactorOptions& options) {
  std::unique_ptr<Redactor> redactor(new Redactor(std::move(models), options.n_bytes));
  const RedactionModel& first = *redactor->models_.front();  // several are alike
  const bool on_host = first.is_on_host();
  const int most = std::min(options.n_threads > 0 ? options.n_threads : ThreadPool::one_per_core(),
                            ThreadPool::most());
  const size_t n_windows = std::clamp<size_t>(options.n_windows, 1, static_cast<size_t>(most));
  const int n_sessions = first.one_pass() && on_host ? static_cast<int>(n_windows) : 1;
  const int n_threads = most / n_sessions;
  for (int i = 0; i < n_sessions; ++i) {
    REDACT_ASSIGN(Sessions sessions, redactor->open_sessions(n_threads));
    redactor->sessions_.push_back(std::move(sessions));
  }
  redactor->n_working_ = redactor->sessions_.size();
  for (size_t i = 0; i < redactor->sessions_.size(); ++i) {
    redactor->threads_.emplace_back([=, r = redactor.get()] { r->work(i, n_threads); });
  }
  // On a GPU the host's cores are free for the stages before and after the model. The thread with
  // the session takes some 4 % of the time of one token (bench/results/gpu-model.md), so with a
  // helper fewer its core would be idle.
  for (int i = 0; !on_host && i < most; ++i) {
    redactor->threads_.emplace_back([r = redactor.get()] { r->queue_.help(); });
  }
  return redactor;
}

Redactor::~Redactor() {
  queue_.close();
  for (std::thread& thread : threads_) thread.join();
}

void Redactor::work(size_t index, int n_threads) {
  const auto works = [&] {
    try {
      std::vector<FinderSession> sessions;
      for (size_t i = 0; i < models_.size(); ++i) {
        const RedactionModel& model = *models_[i];
        sessions.push_back({*sessions_[index][i], model.one_pass() ? model.max_rows() : 0});
      }
      return queue_.work(sessions);
    } catch (const std::bad_alloc&) {  // before any work
      return false;
    }
  };
  while (!works()) {
    auto fresh = open_sessions(n_threads);
    if (!fresh.ok()) {
      if (--n_working_ == 0) queue_.give_up(fresh.error());
      return;
    }
    const std::lock_guard lock(sessions_mutex_);
    sessions_[index] = std::move(fresh).value();
  }
}

Result<Redactor::Sessions> Redactor::open_sessions(int n_threads) const {
  try {
    Sessions sessions;
    for (const auto& model : models_) {
      REDACT_ASSIGN(auto session, model->open_session(n_threads));
      sessions.push_back(std::move(session));
    }
    return sessions;
  } catch (const std::exception&) {
    return Error{ErrorKind::kExhausted, {}, "out of memory"};
  }
}

void Redactor::submit(std::shared_ptr<Ticket> ticket) {
  const size_t n_bytes = bytes_of(*ticket);
  if (!ticket->deadline_) {
    ticket->share_ = budget_.take(n_bytes);
  } else if (!budget_.take_by(*ticket->deadline_, n_bytes, ticket->share_)) {
    return ticket->withhold(*ticket->why_stop());
  }
  queue_.submit(std::move(ticket));
}

bool Redactor::try_submit(const std::shared_ptr<Ticket>& ticket) {
  if (!budget_.try_take(bytes_of(*ticket), ticket->share_)) return false;
  queue_.submit(ticket);
  return true;
}

Result<Redaction> Redactor::redact(const std::shared_ptr<const Configuration>& configuration,
                                   std::string_view text) {
  return std::move(redact_all(configuration, {&text, 1})[0]);
}

std::vector<Result<Redaction>> Redactor::redact_all(
    const std::shared_ptr<const Configuration>& configuration,
    std::span<const std::string_view> texts) {
  std::mutex mutex;
  std::condition_variable ended;
  std::vector<std::optional<Result<Redaction>>> results(texts.size());
  size_t n_submitted = 0, n_done = 0;
  const auto wait_for_submitted = [&] {
    std::unique_lock lock(mutex);
    ended.wait(lock, [&] { return n_done == n_submitted; });
  };
  try {
    for (; n_submitted < texts.size(); ++n_submitted) {
      submit(std::make_shared<Ticket>(configuration, DocumentInput{texts[n_submitted]},
                                      [&, i = n_submitted](Ticket& done) {
                                        const std::lock_guard lock(mutex);
                                        results[i].emplace(done.take_result());
                                        ++n_done;
                                        ended.notify_all();
                                      }));
    }
  } catch (...) {  // the callbacks refer to this frame
    wait_for_submitted();
    throw;
  }
  wait_for_submitted();
  std::vector<Result<Redaction>> out;
  for (auto& result : results) out.push_back(*std::move(result));
  return out;
}

FindingCounts Redactor::counts() const {
  const std::lock_guard lock(sessions_mutex_);
  FindingCounts sum;
  for (const Sessions& each : sessions_) {
    for (const auto& session : each) sum += session->counts();
  }
  sum += queue_.counts();
  return sum;
}

}  // namespace redact
