// SPDX-License-Identifier: Apache-2.0
#include "documents/files/text_reader.h"

#include <algorithm>
#include <cstdint>

namespace redact {

Result<DocumentReader::Step> TextReader::next() {
  if (done_) return Step(End{});
  while (!bytes_.has_ended()) {
    // On the disk it may be compressed.
    const uint64_t size = std::max<uint64_t>(bytes_.size().value_or(0), bytes_.unread().size());
    if (size > max_bytes_) return too_large("text");
    REDACT_TRY(bytes_.read_more());
  }
  done_ = true;
  Document document;
  document.record.id = id_;
  document.record.text = bytes_.unread();
  bytes_.take(document.record.text.size());
  return Step(std::move(document));
}

}  // namespace redact
