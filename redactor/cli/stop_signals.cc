// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/stop_signals.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace redact {

namespace {

sigset_t stop_set() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM}) {
    // What the caller ignores, as nohup does, stays ignored.
    struct sigaction action;
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    sigaddset(&set, signal);
  }
  return set;
}

}  // namespace

StopSignals::StopSignals(std::function<void()> stop) : stop_(std::move(stop)) {
  const sigset_t set = stop_set();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal_fd_ = ::signalfd(-1, &set, SFD_CLOEXEC);
  end_fd_ = ::eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] { watch(); });
}

StopSignals::~StopSignals() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(end_fd_, &one, sizeof one);
  thread_.join();
  ::close(signal_fd_);
  ::close(end_fd_);
  const sigset_t set = stop_set();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void StopSignals::watch() {
  for (;;) {
    pollfd ready[] = {{signal_fd_, POLLIN, 0}, {end_fd_, POLLIN, 0}};
    if (::poll(ready, 2, -1) < 0) continue;
    signalfd_siginfo info;
    if (ready[0].revents != 0 && ::read(signal_fd_, &info, sizeof info) == sizeof info) {
      const auto signal = static_cast<int>(info.ssi_signo);
      if (caught_ != 0) end_by(signal);
      caught_ = signal;
      stop_();
    }
    if (ready[1].revents != 0) return;
  }
}

void StopSignals::end_by(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(signal);
  std::_Exit(128 + signal);
}

}  // namespace redact
