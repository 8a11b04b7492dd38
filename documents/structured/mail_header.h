// SPDX-License-Identifier: Apache-2.0
// The values of header fields of a mail (RFC 5322, RFC 2045), by their bytes in the mail.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// Bytes [begin, end) of a mail that say one thing of a list of addresses. All other bytes are its
// punctuation and white space.
struct MailboxPart {
  enum class Kind { kName, kAddress, kComment } kind;
  size_t begin, end;  // a quoted name with its quotes; address and comment without brackets
};

// The parts of a list of addresses in bytes [begin, end), ascending: "Ana Greco"
// <ana@greco.example> (at home), a group's name, an address alone. Work: linear.
std::vector<MailboxPart> mailbox_parts(std::string_view mail, size_t begin, size_t end);

// The contents of angle brackets in bytes [begin, end), such as ids of messages, and the text
// between them.
struct BracketPart {
  bool is_inside;
  size_t begin, end;
};
std::vector<BracketPart> bracket_parts(std::string_view mail, size_t begin, size_t end);

// A parameter of Content-Type or Content-Disposition: name=value, name*0*=value.
struct MailParameter {
  std::string name;   // in lower case, without the number of a piece
  size_t begin, end;  // of the value, with its quotes; begin == end if it is empty
  std::string value;  // without quotes, folds and comments
  bool is_extended;   // percent signs stand for bytes (RFC 2231)
};

// A value that begins with a word, such as text/plain, with parameters behind it.
struct MailSetting {
  std::string word;  // in lower case, without white space and comments
  std::vector<MailParameter> parameters;
  // The value of the first parameter with a name; empty if there is none.
  std::string_view find(std::string_view name) const;
};
MailSetting mail_setting(std::string_view mail, size_t begin, size_t end);

}  // namespace redact
