// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "program/batch/journal.h"
#include "program/batch/resume.h"
#include "program/observer.h"

namespace redact {

// The reason to withhold a document that ended the run each time that it was tried.
Error broke_the_run();

// Finds the document that ends a run, such as one that makes the program crash. The journal records
// in advance which documents may be in hand. After a run was killed, these are tried one at a time;
// a document that was the only one in hand when kMostTries consecutive runs ended is withheld. More
// than one try is needed, because a run may also be killed from outside, or with its machine. Used
// by the thread that reads the inputs.
class Suspects : public Observer {
 public:
  static constexpr size_t kMostTries = 3;

  // The journal and the inputs outlive the object.
  Suspects(Journal& journal, const ResumePlan& plan, const Inputs& inputs);

  Result<Permission> began(const Event& event) override;

 private:
  // A place in a form that can be compared: the number of its input, and a number within it.
  struct Position {
    size_t input = 0, number = 0;
    bool is_after(const Position& other) const {
      return input > other.input || (input == other.input && number > other.number);
    }
  };
  std::optional<Position> position_of(const std::optional<DocumentPlace>& place) const;

  Result<Permission> judge(const Event& event);

  Journal& journal_;
  const Inputs& inputs_;
  std::optional<DocumentPlace> alone_;
  size_t tries_;
  std::optional<DocumentPlace> suspects_;
  std::optional<Position> last_suspect_;
  std::optional<Position> reached_;  // as recorded in the journal
};

}  // namespace redact
