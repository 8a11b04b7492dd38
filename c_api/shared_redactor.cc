// SPDX-License-Identifier: Apache-2.0
#include "c_api/shared_redactor.h"

#include <utility>

namespace redact::c_api {

class SharedRedactor::Visit {
 public:
  explicit Visit(SharedRedactor& shared) : shared_(shared) {
    const std::lock_guard lock(shared_.mutex_);
    redactor_ = shared_.redactor_.get();
    ++shared_.n_visits_;
  }
  ~Visit() {
    const std::lock_guard lock(shared_.mutex_);
    if (--shared_.n_visits_ == 0) shared_.left_.notify_all();
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  Redactor* redactor() const { return redactor_; }

 private:
  SharedRedactor& shared_;
  Redactor* redactor_;
};

bool SharedRedactor::submit(Asked asked, bool wait) {
  const std::shared_ptr<Submission> submission = std::move(asked.submission);
  const auto when_done = [this, submission](Ticket& done) {
    submission->end(done, log_);
    forget(submission.get());
  };
  const auto ticket = std::make_shared<Ticket>(std::move(asked.configuration),
                                               std::move(asked.input), when_done, asked.deadline);
  submission->ticket = ticket;
  {
    const std::lock_guard lock(mutex_);
    open_.emplace(submission.get(), submission);
  }
  try {
    if (!wait) {
      const bool taken = redactor_->try_submit(ticket);
      if (!taken) forget(submission.get());
      return taken;
    }
    redactor_->submit(ticket);
    return true;
  } catch (...) {
    forget(submission.get());
    throw;
  }
}

void SharedRedactor::forget(const Submission* submission) {
  const std::lock_guard lock(mutex_);
  open_.erase(submission);
}

void SharedRedactor::cancel(const Submission& submission) {
  cancel_those([&](const Submission& open) { return &open == &submission; });
}

void SharedRedactor::cancel_group(const void* group) {
  cancel_those([&](const Submission& open) { return open.group == group; });
}

// A ticket returns its memory to the redactor, so a visit keeps the redactor open.
template <typename Which>
void SharedRedactor::cancel_those(const Which& is_meant) {
  const Visit visit(*this);
  if (visit.redactor() == nullptr) return;
  std::vector<std::shared_ptr<Ticket>> tickets;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, submission] : open_) {
      if (!is_meant(*submission)) continue;
      if (auto ticket = submission->ticket.lock()) tickets.push_back(std::move(ticket));
    }
  }
  for (const auto& ticket : tickets) visit.redactor()->cancel(ticket);
}

void SharedRedactor::cancel_all() {
  cancel_those([](const Submission&) { return true; });
}

void SharedRedactor::close() noexcept {
  std::unique_ptr<Redactor> last;
  std::unique_lock lock(mutex_);
  last = std::exchange(redactor_, nullptr);
  left_.wait(lock, [this] { return n_visits_ == 0; });
  lock.unlock();
  last.reset();  // joins its threads, which may end further submissions
}

}  // namespace redact::c_api
