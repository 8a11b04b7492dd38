// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/span/span.h"

namespace redact {

// A text with its spoken forms written out: numbers and digits ("double seven", "quarantadue"), the
// days and years of dates, spelled letters ("emme come Milano") and addresses ("at", "dot"), in the
// eight languages. "oh one one seven, four nine six" is read as "0117496". All other text is
// unchanged. The view is for rules, lists and known facts about people; the model reads the written
// text.
// A word that is also an ordinary word ("one", "sei", "at") counts only beside others. A text
// without spoken forms has no such view.
class SpokenView {
 public:
  // nullopt if nothing in the text is spoken. Takes time linear in the text.
  static std::optional<SpokenView> read(std::string_view text,
                                        StopCheck& stop = StopCheck::never());

  const std::string& text() const { return text_; }
  // Whether only letters are spoken in it, in which rules find nothing.
  bool only_letters() const { return only_letters_; }

  // Converts spans of the view to spans of the text. Spans without a spoken form in them are left
  // out: they are found in the text itself. A span that begins or ends inside a spoken form
  // includes all words from which the form was read.
  std::vector<Span> to_text(std::vector<Span> spans) const;

 private:
  // Bytes [begin, end) of the view that were read from [from, to) of the text.
  struct Replaced {
    size_t begin, end, from, to;
  };

  std::string text_;
  bool only_letters_ = true;
  std::vector<Replaced> replaced_;  // in order
};

}  // namespace redact
