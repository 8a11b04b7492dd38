// SPDX-License-Identifier: Apache-2.0
#include "documents/files/json_lines_reader.h"

namespace redact {

Result<DocumentReader::Step> JsonLinesReader::next() {
  for (;;) {
    REDACT_ASSIGN(const bool has_line, read_line());
    if (!has_line) return Step(End{});
    ++number_;
    const bool is_too_long = std::exchange(too_long_, false);
    const bool is_empty = !is_too_long && line_.find_first_not_of(" \t\r") == line_.npos;
    if (is_empty) continue;
    const std::string number = std::to_string(number_);
    if (is_too_long && !takes_(number)) continue;
    if (is_too_long) return Step(BadLine{number_, too_large("line " + number)});
    auto record = parse_record(line_, fields_, number_);
    if (!takes_(record.ok() && record->has_id ? record->id : number)) continue;
    if (!record.ok()) return Step(BadLine{number_, record.error()});
    Document document{std::move(record).value(), "line " + number + " ", number_};
    if (document.record.is_line) document.after = "\n";
    if (fields_.are_several()) document.chosen = chosen_;
    return Step(std::move(document));
  }
}

Result<bool> JsonLinesReader::read_line() {
  for (;;) {
    const std::string_view unread = bytes_.unread();
    size_t end = unread.find('\n', looked_at_);
    if (end == unread.npos && bytes_.has_ended()) {
      if (unread.empty() && !too_long_) return false;
      end = unread.size();
    }
    if (end != unread.npos) {
      too_long_ = too_long_ || end > max_line_bytes_;
      line_ = too_long_ ? std::string_view() : unread.substr(0, end);
      bytes_.take(end < unread.size() ? end + 1 : end);
      looked_at_ = 0;
      return true;
    }
    if (unread.size() > max_line_bytes_) {
      too_long_ = true;
      bytes_.take(unread.size());
    }
    looked_at_ = bytes_.unread().size();
    REDACT_TRY(bytes_.read_more());
  }
}

}  // namespace redact
