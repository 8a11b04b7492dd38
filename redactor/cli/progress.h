// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace redact {

// A line on standard error that says how far the run is; silent unless that is a terminal. It shows
// counts only, never a name or a word of a document.
class Progress {
 public:
  explicit Progress(size_t n_total);
  ~Progress();
  void advance();

 private:
  void draw() const;

  size_t n_total_;
  size_t n_done_ = 0;
  bool shown_;
  bool color_;
  std::chrono::steady_clock::time_point start_, drawn_;
};

}  // namespace redact
