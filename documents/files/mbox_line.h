// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace redact {

// What stands behind the word From in the line with which a mail begins in an mbox file (RFC 4155):
// ana@greco.example Tue Mar 12 10:11:12 2024
struct MboxLine {
  size_t sender_end;  // the sender begins the text, and may be empty
  size_t date_begin;  // the date ends it
};
// nullopt if the text has no date with a year and a time of day.
std::optional<MboxLine> read_mbox_line(std::string_view text);

// Whether a mail of an mbox file begins with the first byte of a text: such a line, and a header
// field below it. Lines of bodies that begin with From have a > before them, or else no date, or no
// field below them.
bool begins_mail_in_mbox(std::string_view text);

}  // namespace redact
