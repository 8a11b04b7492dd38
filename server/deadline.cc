// SPDX-License-Identifier: Apache-2.0
#include "server/deadline.h"

namespace redact::server {

void Deadline::set(Milliseconds after) {
  state_->has_passed = false;
  state_->timer.expires_after(after);
  state_->timer.async_wait([state = state_, number = ++state_->number](const ErrorCode&) {
    // An expired timer can't be cancelled any more: its handler sees that the number has changed.
    if (number != state->number) return;
    state->has_passed = true;
    state->act();
  });
}

void Deadline::stop() {
  ++state_->number;
  state_->timer.cancel();
}

}  // namespace redact::server
