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

bool SharedRedactor::submit(const std::shared_ptr<Submission>& submission,
                            const std::shared_ptr<Request>& request, bool wait) {
  submission->request = request;
  request->when_done = [this, submission](Request& done) {
    submission->end(done, log_);
    forget(submission.get());
  };
  {
    const std::lock_guard lock(mutex_);
    open_.emplace(submission.get(), submission);
  }
  try {
    if (!wait) {
      const bool taken = redactor_->try_submit(request);
      if (!taken) forget(submission.get());
      return taken;
    }
    redactor_->submit(request);
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

// A request gives its memory back to the redactor, so none is held here without a visit.
void SharedRedactor::cancel(const Submission& submission) {
  const Visit visit(*this);
  if (visit.redactor() == nullptr) return;
  std::shared_ptr<Request> request;
  {
    const std::lock_guard lock(mutex_);
    const auto open = open_.find(&submission);
    if (open != open_.end()) request = open->second->request.lock();
  }
  if (request != nullptr) visit.redactor()->cancel(request);
}

void SharedRedactor::cancel_group(const void* group) {
  cancel_those([&](const Submission& open) { return open.group == group; });
}

template <typename Which>
void SharedRedactor::cancel_those(const Which& is_meant) {
  const Visit visit(*this);
  if (visit.redactor() == nullptr) return;
  std::vector<std::shared_ptr<Request>> requests;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, submission] : open_) {
      if (!is_meant(*submission)) continue;
      if (auto request = submission->request.lock()) requests.push_back(std::move(request));
    }
  }
  for (const auto& request : requests) visit.redactor()->cancel(request);
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
