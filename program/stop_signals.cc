// SPDX-License-Identifier: Apache-2.0
#include "program/stop_signals.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace redact {

namespace {

// The handler of a signal can reach only variables of the file. A mask with a waiting thread would
// not need them, but existing threads of libraries do not have the mask.
std::atomic<int> caught_signal = 0;
std::atomic<int> wake_fd = -1;

constexpr int kSignals[] = {SIGINT, SIGTERM};

void wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(wake_fd, &one, sizeof one);
}

void handle(int signal) {
  int none = 0;
  if (!caught_signal.compare_exchange_strong(none, signal)) std::_Exit(128 + signal);
  wake();
}

// A signal that the caller ignores, as under nohup, stays ignored.
void set_handler(void (*handler)(int)) {
  for (const int signal : kSignals) {
    struct sigaction action = {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

StopSignals::StopSignals(std::function<void()> stop) : stop_(std::move(stop)) {
  caught_signal = 0;
  wake_fd = ::eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] {
    uint64_t n = 0;
    while (::read(wake_fd, &n, sizeof n) < 0) continue;
    if (caught_signal != 0) stop_();
  });
  set_handler(&handle);
}

StopSignals::~StopSignals() {
  set_handler(SIG_DFL);
  wake();
  thread_.join();
  ::close(wake_fd.exchange(-1));
}

int StopSignals::caught() const { return caught_signal; }

void StopSignals::end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace redact
