// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "documents/files/document_reader.h"
#include "documents/files/input_bytes.h"

namespace redact {

// A file of mails, each behind a line "From " (mbox_line.h) and, except for the first, a blank
// line. A document is a mail with its line; the blank line is copied behind its result. Mails count
// from 1, and the number is the id: Message-ID may identify somebody.
class MboxReader : public DocumentReader {
 public:
  // `takes`: whether to read the mail with this number.
  using Takes = std::function<bool(const std::string&)>;
  MboxReader(InputBytes bytes, Takes takes, size_t max_mail_bytes = kMaxDocumentBytes)
      : bytes_(std::move(bytes)), takes_(std::move(takes)), max_mail_bytes_(max_mail_bytes) {}

  // Error: kBadInput if the file does not begin with a line "From ".
  Result<Step> next() override;
  double share_read() const override { return bytes_.share_read(); }

 private:
  Result<void> begin();
  // Puts the next mail into mail_; false at the end of the input.
  Result<bool> read_mail();
  // Where the mail ends that begins the unread bytes; npos: further on.
  size_t find_end();

  InputBytes bytes_;
  Takes takes_;
  size_t max_mail_bytes_;
  bool has_begun_ = false;
  size_t looked_at_ = 0;   // unread bytes in which no other mail begins
  bool too_long_ = false;  // the mail's first bytes have been dropped
  size_t number_ = 0;      // of mail_
  std::string mail_, blank_line_;
  std::string before_;  // blank lines at the beginning of the file, which belong to its first mail
};

}  // namespace redact
