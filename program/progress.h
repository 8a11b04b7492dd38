// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace redact {

// Shows the progress of the run on standard error: a bar on a terminal, one line a minute
// elsewhere. It shows counts only, never a name or a word of a document.
class Progress {
 public:
  enum class Mode {
    kAuto,  // no bar if results go to a terminal too
    kShow,  // always, with a line at the end
    kSilent
  };

  Progress(Mode mode, bool results_to_stdout);
  ~Progress();

  // `share`: the share of the inputs that has been read, from 0 to 1; negative if unknown.
  void advance(size_t n_documents, double share);

 private:
  std::string numbers() const;
  void draw_bar() const;

  Mode mode_;
  bool on_terminal_;
  bool shown_;
  bool color_;
  size_t n_documents_ = 0;
  double share_ = 0;
  std::chrono::steady_clock::time_point start_, now_, drawn_;
};

}  // namespace redact
