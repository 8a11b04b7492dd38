// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace redact::judge {

// One of the answers that a model may give.
struct Option {
  std::string name;  // its name in records of answers
  std::string text;  // what the model writes; no option of a slot is a prefix of another
};

// A place in the answer where the model decides.
struct Slot {
  std::string before;               // fixed text of the answer before it
  std::vector<Option> options;      // at least two
  std::optional<size_t> last = {};  // the option after which no more slots are asked
};

// A question: a conversation of a system turn and a user turn, and the form of the answer. The
// model fills in the slots one after another and reads what it has filled in before.
struct Question {
  std::string id;  // unique in a run: the kind of question, the document's id, and which one of it
  std::string instruction;  // shared by many questions: a model reads it once
  std::string text;         // the subject; plain text to the model, whatever it holds
  std::vector<Slot> slots;  // at least one
};

struct Choice {
  size_t option = 0;  // into Slot::options
  float margin = 0;   // log-odds over the next best option, the smallest if several tokens decide
};

// The choices for the slots that were reached, in order. Empty: not answered.
struct Answer {
  std::vector<Choice> choices;
};

// Answers questions. One thread at a time.
class Judge {
 public:
  virtual ~Judge() = default;
  // Returns the answers in the order of the questions. Errors: those of the engine; options that a
  // model's tokens do not distinguish (kBadInput). Errors name questions by their number.
  virtual Result<std::vector<Answer>> ask(const std::vector<Question>& questions) = 0;
};

}  // namespace redact::judge
