// SPDX-License-Identifier: Apache-2.0
#include "redactor/memory_budget.h"

#include <utility>

namespace redact {

MemoryBudget::Share::Share(Share&& other) noexcept
    : budget_(std::exchange(other.budget_, nullptr)), n_bytes_(other.n_bytes_) {}

MemoryBudget::Share& MemoryBudget::Share::operator=(Share&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(n_bytes_, other.n_bytes_);
  return *this;
}

MemoryBudget::Share::~Share() {
  if (budget_ != nullptr) budget_->give_back(n_bytes_);
}

MemoryBudget::Share MemoryBudget::take(size_t n_bytes) {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return fits(n_bytes); });
  n_taken_ += n_bytes;
  return Share(*this, n_bytes);
}

bool MemoryBudget::try_take(size_t n_bytes, Share& share) {
  const std::lock_guard lock(mutex_);
  if (!fits(n_bytes)) return false;
  n_taken_ += n_bytes;
  share = Share(*this, n_bytes);
  return true;
}

bool MemoryBudget::take_by(std::chrono::steady_clock::time_point deadline, size_t n_bytes,
                           Share& share) {
  std::unique_lock lock(mutex_);
  if (!freed_.wait_until(lock, deadline, [&] { return fits(n_bytes); })) return false;
  n_taken_ += n_bytes;
  lock.unlock();
  share = Share(*this, n_bytes);
  return true;
}

size_t MemoryBudget::n_taken() const {
  const std::lock_guard lock(mutex_);
  return n_taken_;
}

void MemoryBudget::give_back(size_t n_bytes) {
  {
    const std::lock_guard lock(mutex_);
    n_taken_ -= n_bytes;
  }
  freed_.notify_all();
}

}  // namespace redact
