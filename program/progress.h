// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "program/batch/report.h"
#include "program/observer.h"

namespace redact {

// Shows the progress of the run on standard error: a bar on a terminal, one line a minute
// elsewhere. It shows counts only, never a name or a word of a document.
class Progress : public Observer {
 public:
  enum class Mode {
    kAuto,  // no bar if results go to a terminal too
    kShow,  // always, with a line at the end
    kSilent
  };

  // `report` counts the documents before this observer is called; it outlives the object.
  Progress(Mode mode, bool results_to_stdout, const Report& report);
  ~Progress() override;

  Result<void> reported(const Outcome& outcome) override;

 private:
  // `share`: the share of the inputs that has been read, from 0 to 1; negative if unknown.
  void advance(size_t n_documents, double share);
  std::string numbers() const;
  void draw_bar() const;

  const Report& report_;
  Mode mode_;
  bool on_terminal_;
  bool shown_;
  bool color_;
  size_t n_documents_ = 0;
  double share_ = 0;
  std::chrono::steady_clock::time_point start_, now_, drawn_;
};

}  // namespace redact
