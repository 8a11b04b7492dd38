// SPDX-License-Identifier: Apache-2.0
#include "documents/files/mbox_reader.h"

#include <algorithm>
#include <string_view>

#include "documents/files/mbox_line.h"

namespace redact {

namespace {

constexpr std::string_view kLine = "\nFrom ";
// A line "From " and the name of the field below it are shorter; otherwise the line begins no mail.
constexpr size_t kLookahead = 2048;
// The blank line before a line "From " and the end of the line above.
constexpr size_t kLookbehind = 4;

// The size of the blank line that ends a text; 0 if it ends with none.
size_t blank_line_of(std::string_view text) {
  if (!text.ends_with('\n')) return 0;
  const size_t size = text.ends_with("\r\n") ? 2 : 1;
  text.remove_suffix(size);
  return text.ends_with('\n') ? size : 0;
}

}  // namespace

Result<DocumentReader::Step> MboxReader::next() {
  if (!std::exchange(has_begun_, true)) REDACT_TRY(begin());
  for (;;) {
    REDACT_ASSIGN(const bool has_mail, read_mail());
    if (!has_mail) return Step(End{std::move(before_)});
    const std::string number = std::to_string(++number_);
    const bool is_too_long = std::exchange(too_long_, false);
    std::string before = std::exchange(before_, {});
    if (!takes_(number)) continue;
    if (is_too_long) return Step(BadLine{number_, too_large("mail " + number)});
    Document document;
    document.record.id = number;
    document.record.has_id = false;
    document.record.text = std::move(mail_);
    document.where = "mail " + number + " ";
    document.number = number_;
    document.before = std::move(before);
    document.after = blank_line_;
    return Step(std::move(document));
  }
}

Result<void> MboxReader::begin() {
  size_t first = 0;
  for (;;) {
    first = bytes_.unread().find_first_not_of("\r\n");
    const bool is_decided =
        first != std::string_view::npos && bytes_.unread().size() - first >= kLine.size();
    if (is_decided || bytes_.has_ended()) break;
    if (bytes_.unread().size() > max_mail_bytes_) return too_large("mbox file");
    REDACT_TRY(bytes_.read_more());
  }
  first = std::min(first, bytes_.unread().size());
  if (first < bytes_.unread().size() &&
      !bytes_.unread().substr(first).starts_with(kLine.substr(1))) {
    return Error{ErrorKind::kBadInput, "mbox file", "does not begin with a line \"From \""};
  }
  before_ = bytes_.unread().substr(0, first);
  bytes_.take(first);
  return {};
}

Result<bool> MboxReader::read_mail() {
  for (;;) {
    const std::string_view unread = bytes_.unread();
    if (unread.empty() && bytes_.has_ended()) return false;
    if (const size_t end = find_end(); end != unread.npos) {
      const std::string_view all = unread.substr(0, end);
      const std::string_view mail = all.substr(0, end - blank_line_of(all));
      too_long_ = too_long_ || mail.size() > max_mail_bytes_;
      mail_ = too_long_ ? std::string_view() : mail;
      blank_line_ = all.substr(mail.size());
      bytes_.take(end);
      looked_at_ = 0;
      return true;
    }
    if (unread.size() > max_mail_bytes_ + kLookahead) {
      too_long_ = true;
      const size_t dropped = std::max(looked_at_, kLookbehind) - kLookbehind;
      bytes_.take(dropped);
      looked_at_ -= dropped;
    }
    REDACT_TRY(bytes_.read_more());
  }
}

size_t MboxReader::find_end() {
  const std::string_view unread = bytes_.unread();
  for (size_t at = unread.find(kLine, looked_at_); at != unread.npos;
       at = unread.find(kLine, at + 1)) {
    looked_at_ = at;
    const size_t line = at + 1;
    if (!bytes_.has_ended() && unread.size() - line < kLookahead) return unread.npos;
    if (blank_line_of(unread.substr(0, line)) > 0 &&
        begins_mail_in_mbox(unread.substr(line, kLookahead))) {
      return line;
    }
  }
  if (bytes_.has_ended()) return unread.size();
  looked_at_ = std::max(looked_at_, unread.size() - std::min(unread.size(), kLine.size()));
  return unread.npos;
}

}  // namespace redact
