// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A text in Unicode's composed form (NFC), and where its bytes come from.
struct ComposedText {
  // Bytes that differ from those of the source that they stand for.
  struct Change {
    size_t begin, end;                // in `text`
    size_t source_begin, source_end;  // in the source
  };

  std::string text;
  std::vector<Change> changes;  // in order

  // Where a place of `text` lies in the source. A change shares its source out byte by byte; where
  // that is longer, the last byte has the rest, and where it is shorter, the last ones have none.
  // Ask for places that do not fall, with the same `at`, which begins at 0.
  size_t source_of(size_t place, size_t& at) const;
};

// Any bytes; those that are no valid UTF-8 stay as they are. Linear time.
ComposedText compose(std::string_view source);

}  // namespace redact
