// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace redact {

// Bounds the memory of the documents in hand. Each takes a share and returns it on destruction.
// Safe for concurrent calls; outlives its shares.
class MemoryBudget {
 public:
  explicit MemoryBudget(size_t n_bytes) : n_bytes_(n_bytes) {}

  class Share {
   public:
    Share() = default;
    Share(MemoryBudget& budget, size_t n_bytes) : budget_(&budget), n_bytes_(n_bytes) {}
    Share(Share&& other) noexcept;
    Share& operator=(Share&& other) noexcept;
    ~Share();

   private:
    MemoryBudget* budget_ = nullptr;
    size_t n_bytes_ = 0;
  };

  // Waits until the bytes are free. A share above the whole budget waits until no other share is
  // taken, so that such a document is in hand alone.
  Share take(size_t n_bytes);
  // The same without waiting, or with a deadline: false if the bytes are not free by then.
  bool try_take(size_t n_bytes, Share& share);
  bool take_by(std::chrono::steady_clock::time_point deadline, size_t n_bytes, Share& share);

  size_t n_taken() const;

 private:
  bool fits(size_t n_bytes) const { return n_taken_ == 0 || n_taken_ + n_bytes <= n_bytes_; }
  void give_back(size_t n_bytes);

  size_t n_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  size_t n_taken_ = 0;
};

}  // namespace redact
