// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace redact {

namespace {

constexpr size_t kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw(100);

}  // namespace

Progress::Progress(size_t n_total)
    : n_total_(n_total),
      shown_(n_total > 1 && ::isatty(STDERR_FILENO)),
      color_(std::getenv("NO_COLOR") == nullptr),
      start_(std::chrono::steady_clock::now()),
      drawn_(start_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::advance() {
  ++n_done_;
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || (now - drawn_ < kRedraw && n_done_ < n_total_)) return;
  drawn_ = now;
  draw();
}

void Progress::draw() const {
  const size_t filled = kBarWidth * n_done_ / n_total_;
  const double seconds = std::chrono::duration<double>(drawn_ - start_).count();
  const double left =
      seconds / static_cast<double>(n_done_) * static_cast<double>(n_total_ - n_done_);
  std::fprintf(stderr, "\r%s%s%s%s  %zu of %zu documents, %.0f s left \033[K",
               color_ ? "\033[32m" : "", std::string(filled, '#').c_str(), color_ ? "\033[0m" : "",
               std::string(kBarWidth - filled, '.').c_str(), n_done_, n_total_, left);
  std::fflush(stderr);
}

}  // namespace redact
