// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/output.h"

#include <utility>

namespace redact {

namespace {

// A disk flush takes some milliseconds, about as long as redacting a short note. Results share one
// flush until they are this many, this large, or this old; a reader does not notice 100 ms.
constexpr size_t kMaxWaiting = 64;
constexpr size_t kMaxBytes = 1 << 20;
constexpr std::chrono::milliseconds kMaxWait(100);

}  // namespace

Result<void> Output::put(const std::string& name, std::string bytes, std::string_view sealed) {
  sealed_ += sealed;
  return add({Call::kPut, name, std::move(bytes)});
}

Result<void> Output::end_input() { return add({Call::kEnd, {}, {}}); }

Result<void> Output::drop_input() { return add({Call::kDrop, {}, {}}); }

Result<void> Output::finish() {
  REDACT_TRY(flush());
  return files_.finish();
}

Result<void> Output::flush() {
  if (seals()) REDACT_TRY(mapping_.append(sealed_));
  sealed_.clear();
  for (const Step& step : waiting_) REDACT_TRY(write(step));
  waiting_.clear();
  n_bytes_ = 0;
  return {};
}

Result<void> Output::flush_if_due() {
  if (waiting_.empty()) return {};
  const bool is_due = waiting_.size() >= kMaxWaiting || n_bytes_ >= kMaxBytes ||
                      std::chrono::steady_clock::now() - since_ >= kMaxWait;
  return is_due ? flush() : Result<void>();
}

std::optional<std::chrono::steady_clock::time_point> Output::due() const {
  return waiting_.empty() ? std::nullopt : std::optional(since_ + kMaxWait);
}

Result<void> Output::add(Step step) {
  if (!seals()) return write(step);
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  n_bytes_ += step.bytes.size();
  waiting_.push_back(std::move(step));
  return {};
}

Result<void> Output::write(const Step& step) {
  switch (step.call) {
    case Call::kPut: return files_.put(step.name, step.bytes);
    case Call::kEnd: return files_.end_input();
    case Call::kDrop: return files_.drop_input();
  }
  return {};
}

}  // namespace redact
