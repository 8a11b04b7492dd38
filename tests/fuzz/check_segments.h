// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "documents/structured/places.h"
#include "documents/structured/segment_text.h"
#include "tests/fuzz/require.h"
#include "tests/support/place_path.h"

namespace redact::fuzz {

// Checks that segments are inside the file, in order and disjoint, at places that exist; that each
// can be decoded, with a source for every byte of its text; and that the text can be replaced by
// itself.
inline void check_segments(std::string_view file, const std::vector<TextSegment>& segments,
                           const Places& places) {
  size_t reached = 0;
  for (const TextSegment& segment : segments) {
    require(segment.begin >= reached && segment.begin < segment.end && segment.end <= file.size());
    reached = segment.end;
    require(segment.place < places.size());
    std::ignore = testing::path_of(places, segment.place);
    const auto text = SegmentText::read(file, segment);
    if (!text.ok() || text->text().empty()) continue;
    const size_t size = text->text().size();
    const ByteRange source = text->source_of(0, size);
    require(source.begin >= segment.begin && source.end <= segment.end);
    const std::vector<Edit> same = {{0, size, text->text()}};
    const auto written = text->write(same);
    if (!written.ok()) continue;
    for (const Edit& edit : *written) {
      require(edit.begin >= segment.begin && edit.begin < edit.end && edit.end <= segment.end);
    }
  }
}

}  // namespace redact::fuzz
