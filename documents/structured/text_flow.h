// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "documents/structured/segment.h"

namespace redact {

// Gathers the segments of a markup document and joins its texts.
class TextFlow {
 public:
  explicit TextFlow(std::vector<TextSegment>& segments) : segments_(segments) {}

  // Records that a tag, or white space alone, is between the texts before and after.
  void separate(Join join) { join_ = std::max(join_, join); }
  // The next text of the flow.
  void add_text(TextSegment segment) {
    segment.join = std::exchange(join_, Join::kNothing);
    segments_.push_back(std::move(segment));
  }
  // Adds a segment beside the flow, a passage of its own.
  void add_aside(TextSegment segment) {
    segment.join = Join::kPassage;
    segments_.push_back(std::move(segment));
  }

 private:
  std::vector<TextSegment>& segments_;
  Join join_ = Join::kPassage;  // the first text has none before it
};

}  // namespace redact
