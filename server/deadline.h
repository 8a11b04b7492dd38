// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "server/asio.h"

namespace redact::server {

// Calls a function when a time has passed. Used on one strand.
class Deadline {
 public:
  // Objects that `act` uses outlive the deadline.
  Deadline(const Executor& strand, std::function<void()> act)
      : state_(std::make_shared<State>(strand, std::move(act))) {}
  ~Deadline() { stop(); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // Starts counting now and replaces the earlier setting.
  void set(Milliseconds after);
  void stop();
  bool has_passed() const { return state_->has_passed; }

 private:
  struct State {
    State(const Executor& strand, std::function<void()> its_act)
        : act(std::move(its_act)), timer(strand) {}
    std::function<void()> act;
    asio::steady_timer timer;
    uint64_t number = 0;  // number of the last set or stop
    bool has_passed = false;
  };
  std::shared_ptr<State> state_;  // a pending handler may outlive the deadline
};

}  // namespace redact::server
