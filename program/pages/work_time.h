// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "program/batch/past.h"

namespace redact {

// Converts times to a batch's working time, in which its runs follow one another without the hours
// between them.
class WorkTime {
 public:
  // `last_finished`: from Past, for runs that were killed.
  WorkTime(const std::vector<PastRun>& runs, const std::map<int64_t, double>& last_finished) {
    double worked = 0;
    for (const PastRun& run : runs) {
      const auto last = last_finished.find(run.number);
      const double known = last == last_finished.end() ? run.started : last->second;
      // A clock may jump back.
      const double seconds = std::max(run.ended.value_or(known) - run.started, 0.0);
      runs_[run.number] = {run.started, seconds, worked};
      if (last != last_finished.end()) starts_.push_back(worked);
      worked += seconds;
    }
  }

  std::optional<double> at(int64_t run, double since_1970) const {
    const auto found = runs_.find(run);
    if (found == runs_.end() || since_1970 <= 0) return std::nullopt;
    const auto& [started, seconds, before] = found->second;
    return before + std::clamp(since_1970 - started, 0.0, seconds);
  }

  // The beginnings of the runs that have documents, in seconds of work.
  const std::vector<double>& starts() const { return starts_; }

 private:
  struct Part {
    double started, seconds, before;
  };
  std::map<int64_t, Part> runs_;
  std::vector<double> starts_;
};

}  // namespace redact
