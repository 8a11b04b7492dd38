// SPDX-License-Identifier: Apache-2.0
#include "server/waker.h"

#include <boost/asio/post.hpp>

namespace redact::server {

asio::awaitable<void> Waker::wait(Milliseconds most) {
  const auto self = shared_from_this();
  if (!is_notified_) {
    ErrorCode cancelled;
    timer_.expires_after(most);
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  is_notified_ = false;
}

void Waker::notify() {
  asio::post(timer_.get_executor(), [self = shared_from_this()] {
    self->is_notified_ = true;
    self->timer_.cancel();
  });
}

}  // namespace redact::server
