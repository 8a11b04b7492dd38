// SPDX-License-Identifier: Apache-2.0
#include "program/job_line.h"

#include <utility>

namespace redact {

void JobLine::push(Jobs jobs) noexcept {
  {
    const std::lock_guard lock(mutex_);
    jobs_.splice(jobs_.end(), jobs);
  }
  changed_.notify_one();
}

void JobLine::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
}

void JobLine::set_ready(Job& job) {
  // Notifies under the lock: after its release, the writer may take the last job and destroy the
  // line.
  const std::lock_guard lock(mutex_);
  job.is_ready = true;
  changed_.notify_one();
}

std::unique_ptr<Job> JobLine::pop(std::optional<std::chrono::steady_clock::time_point> until) {
  std::unique_lock lock(mutex_);
  const auto is_ready = [&] { return jobs_.empty() ? ended_ : jobs_.front()->is_ready; };
  if (!until) {
    changed_.wait(lock, is_ready);
  } else if (!changed_.wait_until(lock, *until, is_ready)) {
    return nullptr;
  }
  if (jobs_.empty()) return nullptr;
  std::unique_ptr<Job> job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

bool JobLine::is_over() const {
  const std::lock_guard lock(mutex_);
  return ended_ && jobs_.empty();
}

void JobLine::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& job : jobs_) {
    if (job->ticket != nullptr) job->ticket->cancel();
  }
}

}  // namespace redact
