// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/structured/decoded.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// Further contents that a scan of a JSON text reports besides its strings.
struct JsonParts {
  bool keys = false;      // the names of objects, without their quotes
  bool numbers = false;   // whole
  bool literals = false;  // true, false and null
  bool extents = false;   // where members and items begin and end
};

// The part of a file that is scanned: the text that begins at `begin`, which other text follows
// unless it is the `last`.
struct JsonPlace {
  size_t begin = 0;
  bool is_last = true;
};

// The texts of a JSON text, in its order. Empty strings are left out. Joins are kPassage.
struct JsonTexts {
  std::vector<TextSegment> segments;  // codec kJsonString, or kJsonToken for numbers and literals
  Places places;
  // By place: the bytes of a member, from the quote of its name, or of an item.
  std::vector<ByteRange> extents;
  size_t end = 0;  // of the JSON text
};

// Scans one JSON text (RFC 8259), which may begin with a byte order mark. kBadInput, at a byte of
// `json`, for any other text, and for comments, NULs, lone surrogates, bytes that are not UTF-8,
// numbers beyond a double, and objects and arrays on more than 512 levels. Work: linear.
Result<JsonTexts> scan_json(std::string_view json, const JsonParts& parts = {},
                            StopCheck& stop = StopCheck::never(), JsonPlace where = {});

}  // namespace redact
