// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A text in Unicode's composed form (NFC), with a mapping of its bytes to the source.
struct ComposedText {
  // A range of bytes that differs from the range of the source that it stands for.
  struct Change {
    size_t begin, end;                // in `text`
    size_t source_begin, source_end;  // in the source
  };

  std::string text;
  std::vector<Change> changes;  // in order

  // Maps an offset in `text` to the source. Inside a change, source bytes are assigned byte by
  // byte; if the source is longer, the last byte gets the rest, and if it is shorter, the last
  // bytes get none. Call it with non-decreasing places and the same `at`, which starts at 0.
  size_t source_of(size_t place, size_t& at) const;
  // Maps ascending places to the source, `base` bytes further.
  void to_source(std::span<uint32_t> places, size_t base = 0) const;
};

// Takes any bytes; bytes that are not valid UTF-8 are left unchanged. Linear time.
ComposedText compose(std::string_view source);

}  // namespace redact
