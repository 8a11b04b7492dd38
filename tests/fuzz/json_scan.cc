// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of this format: refused, or segments that can be read and written.
#include "documents/structured/json_scan.h"

#include "tests/fuzz/check_segments.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view file = redact::fuzz::text_of(data, size);
  const auto texts = redact::scan_json(file);
  if (texts.ok()) redact::fuzz::check_segments(file, texts->segments, texts->places);
  return 0;
}
