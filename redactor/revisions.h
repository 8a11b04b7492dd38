// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "documents/formats/read_document.h"
#include "redactor/span/span.h"
#include "redactor/text/reading_view.h"

namespace redact {

// The text of a document without one of its versions. A name that somebody corrected is a word only
// there.
class Revision {
 public:
  // None if the document has one version. `view`: of its text.
  static std::vector<Revision> of(const FormattedText& document, const ReadingView& view);

  const std::string& text() const { return text_; }
  // Converts spans of this text to spans of the view, with what is left out here in the middle of
  // them. Others disappear: whoever searches the view finds them there.
  std::vector<Span> in_view(std::vector<Span> spans) const;

 private:
  size_t in_view(size_t at) const;

  std::string text_;
  struct Piece {
    size_t begin, in_view;
  };
  std::vector<Piece> pieces_;
};

}  // namespace redact
