// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/outlet.h"

#include <utility>

namespace redact {

namespace {

// A disk flush takes some milliseconds, about as long as redacting a short note. Results share one
// flush until they are this many, this large, or this old; a reader does not notice 100 ms.
constexpr size_t kMaxWaiting = 64;
constexpr size_t kMaxBytes = 1 << 20;
constexpr std::chrono::milliseconds kMaxWait(100);

}  // namespace

Result<void> Outlet::put(const std::string& name, std::string bytes, std::string_view sealed) {
  sealed_ += sealed;
  return add({Call::kPut, name, std::move(bytes)});
}

Result<void> Outlet::end_input() { return add({Call::kEnd, {}, {}}); }

Result<void> Outlet::drop_input() { return add({Call::kDrop, {}, {}}); }

Result<void> Outlet::finish() {
  REDACT_TRY(flush());
  return sink_.finish();
}

Result<void> Outlet::flush() {
  if (seals()) REDACT_TRY(mapping_.append(sealed_));
  sealed_.clear();
  for (const Step& step : waiting_) REDACT_TRY(write(step));
  waiting_.clear();
  n_bytes_ = 0;
  return {};
}

Result<void> Outlet::flush_if_due() {
  if (waiting_.empty()) return {};
  const bool is_due = waiting_.size() >= kMaxWaiting || n_bytes_ >= kMaxBytes ||
                      std::chrono::steady_clock::now() - since_ >= kMaxWait;
  return is_due ? flush() : Result<void>();
}

Result<void> Outlet::add(Step step) {
  if (!seals()) return write(step);
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  n_bytes_ += step.bytes.size();
  waiting_.push_back(std::move(step));
  return {};
}

Result<void> Outlet::write(const Step& step) {
  switch (step.call) {
    case Call::kPut: return sink_.put(step.name, step.bytes);
    case Call::kEnd: return sink_.end_input();
    case Call::kDrop: return sink_.drop_input();
  }
  return {};
}

}  // namespace redact
