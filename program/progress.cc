// SPDX-License-Identifier: Apache-2.0
#include "program/progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace redact {

namespace {

constexpr size_t kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw(100);
constexpr std::chrono::seconds kLineEvery(60);

}  // namespace

Progress::Progress(Mode mode, bool results_to_stdout, const Report& report)
    : report_(report),
      mode_(mode),
      on_terminal_(::isatty(STDERR_FILENO) == 1),
      color_(std::getenv("NO_COLOR") == nullptr),
      start_(std::chrono::steady_clock::now()),
      now_(start_),
      drawn_(start_) {
  const bool is_crowded = on_terminal_ && results_to_stdout && ::isatty(STDOUT_FILENO) == 1;
  shown_ = mode == Mode::kShow || (mode == Mode::kAuto && !is_crowded);
}

Progress::~Progress() {
  if (!shown_) return;
  if (on_terminal_) std::fputs("\r\033[K", stderr);
  if (mode_ == Mode::kShow) std::fprintf(stderr, "redact: %s\n", numbers().c_str());
}

Result<void> Progress::reported(const Outcome& outcome) {
  const Event& event = outcome.event;
  const bool has_advanced = event.kind == Event::Kind::kInputEnd || outcome.text.ok();
  if (has_advanced) advance(report_.n_done(), event.share_read);
  return {};
}

void Progress::advance(size_t n_documents, double share) {
  n_documents_ = n_documents;
  share_ = share;
  now_ = std::chrono::steady_clock::now();
  if (!shown_ || now_ - drawn_ < (on_terminal_ ? kRedraw : kLineEvery)) return;
  drawn_ = now_;
  if (on_terminal_) {
    draw_bar();
  } else {
    std::fprintf(stderr, "redact: %s\n", numbers().c_str());
  }
}

std::string Progress::numbers() const {
  const double seconds = std::chrono::duration<double>(now_ - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(n_documents_) / seconds : 0;
  char line[128];
  int n = std::snprintf(line, sizeof line, "%zu document%s, %.1f/s", n_documents_,
                        n_documents_ == 1 ? "" : "s", rate);
  if (share_ > 0) {
    std::snprintf(line + n, sizeof line - static_cast<size_t>(n), ", %.0f %% read, %.0f s left",
                  100 * share_, seconds * (1 - share_) / share_);
  }
  return line;
}

void Progress::draw_bar() const {
  const size_t filled = share_ > 0 ? static_cast<size_t>(kBarWidth * share_) : 0;
  std::fprintf(stderr, "\r%s%s%s%s  %s \033[K", color_ ? "\033[32m" : "",
               std::string(filled, '#').c_str(), color_ ? "\033[0m" : "",
               std::string(kBarWidth - filled, '.').c_str(), numbers().c_str());
  std::fflush(stderr);
}

}  // namespace redact
