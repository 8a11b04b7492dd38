// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "server/asio.h"

namespace redact::server {

// Does something when a time has passed. Used on one strand.
class Deadline {
 public:
  // What `act` uses outlives the deadline.
  Deadline(const Executor& strand, std::function<void()> act)
      : state_(std::make_shared<State>(strand, std::move(act))) {}
  ~Deadline() { stop(); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Counts from now and replaces the earlier setting.
  void set(Milliseconds after);
  void stop();
  bool has_passed() const { return state_->has_passed; }

 private:
  struct State {
    State(const Executor& strand, std::function<void()> its_act)
        : act(std::move(its_act)), timer(strand) {}
    std::function<void()> act;
    asio::steady_timer timer;
    uint64_t number = 0;  // of the last time that was set or stopped
    bool has_passed = false;
  };
  std::shared_ptr<State> state_;  // a handler that is on its way may outlive the deadline
};

}  // namespace redact::server
