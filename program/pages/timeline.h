// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace redact {

// The numbers of documents finished in slices of time. The width of a slice doubles as time grows,
// so the size is bounded.
class Timeline {
 public:
  // `seconds`: since the start of the work.
  void add(double seconds, size_t n = 1) {
    const double at = std::max(seconds, 0.0);
    while (at >= width_ * kMostSlices) widen();
    const auto slice = static_cast<size_t>(at / width_);
    if (slice >= counts_.size()) counts_.resize(slice + 1);
    counts_[slice] += n;
    end_ = std::max(end_, at);
  }

  // Adds the counts of another timeline.
  void add(const Timeline& other) {
    for (size_t i = 0; i < other.counts_.size(); ++i) {
      if (other.counts_[i] > 0) add(std::min(other.middle(i), other.end_), other.counts_[i]);
    }
    end_ = std::max(end_, other.end_);
  }

  double width() const { return width_; }  // seconds of a slice
  double end() const { return end_; }      // of the last document
  const std::vector<size_t>& counts() const { return counts_; }

 private:
  static constexpr size_t kMostSlices = 96;

  double middle(size_t slice) const { return (static_cast<double>(slice) + 0.5) * width_; }
  void widen() {
    for (size_t i = 0; i < counts_.size(); ++i) {
      const size_t n = std::exchange(counts_[i], 0);
      counts_[i / 2] += n;
    }
    counts_.resize((counts_.size() + 1) / 2);
    width_ *= 2;
  }

  double width_ = 1.0 / 16, end_ = 0;
  std::vector<size_t> counts_;
};

}  // namespace redact
