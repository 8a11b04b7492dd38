// SPDX-License-Identifier: Apache-2.0
#include "redactor/ticket.h"

#include <utility>

namespace redact {

Ticket::Ticket(std::shared_ptr<const Configuration> configuration, DocumentInput input,
               WhenDone when_done, std::optional<Clock::time_point> deadline)
    : configuration_(std::move(configuration)),
      input_(std::move(input)),
      n_bytes_(input_->bytes().size()),
      when_done_(std::move(when_done)),
      deadline_(deadline) {}

std::optional<Error> Ticket::why_stop() const {
  if (cancelled_.load(std::memory_order_relaxed)) {
    return Error{ErrorKind::kCancelled, "request", "was cancelled"};
  }
  if (deadline_ && Clock::now() >= *deadline_) {
    return Error{ErrorKind::kTimedOut, "request", "was not done by its deadline"};
  }
  return std::nullopt;
}

void Ticket::begin() {
  auto work = redact::begin(*input_, *configuration_, stop_);
  if (!work.ok()) return withhold(work.error());
  work_ = std::move(work).value();
}

bool Ticket::turn_to_next_finder() {
  while (has_windows() && windows().is_done() && !why_stop()) {
    const Result<bool> has_more = go_on(*work_, *configuration_);
    if (!has_more.ok()) {
      withhold(has_more.error());
      return false;
    }
  }
  return has_windows() && !why_stop();
}

void Ticket::conclude() {
  if (auto error = why_stop()) return withhold(*std::move(error));
  end(redact::conclude(*input_, *configuration_, std::move(work_), stop_));
}

void Ticket::withhold(Error error) { end(std::move(error)); }

// Frees everything that only the work needs: a result may wait for others. The result of a
// cancelled ticket is freed too, since nobody waits for it.
void Ticket::end(Result<Redaction> result) {
  work_.reset();
  result_.emplace(std::move(result));
  done_.store(true, std::memory_order_release);
  if (when_done_) when_done_(*this);
  input_.reset();
  if (cancelled_.load(std::memory_order_relaxed)) share_ = {};
}

}  // namespace redact
