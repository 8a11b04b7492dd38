// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"

namespace redact {

// A header field. The value is without white space around it, and may be empty.
struct MailField {
  std::string name;  // in lower case
  size_t name_begin, name_end;
  size_t begin, end;  // of the value, with its folds
};

// The content of a part as its header describes it (RFC 2045).
struct MailContent {
  std::string type = "text/plain";  // in lower case
  std::string charset;              // empty if none is declared
  std::string encoding;             // in lower case; empty: 7bit
  std::string boundary;             // of a multipart
  // Its bytes in the header, if every program reads them alike; else empty.
  size_t boundary_begin = 0, boundary_end = 0;
  bool is_alternative = false;  // within multipart/alternative
  bool is_table = false;        // in CSV or TSV, by its type or by the name of its file
};

// The parts of a mail (RFC 5322, RFC 2046) and of the mails that it contains, in the order of their
// bytes, but for boundaries. All other bytes are names of known fields, punctuation and line ends.
struct MailPart {
  enum class Kind : uint8_t {
    kField,
    kText,      // beside the parts: a preamble, an epilogue
    kMboxLine,  // behind the word From in the first lines of a mail of an mbox file
    kBoundary,  // in the header, if every program reads it alike, and in each line of it
    kBody,
  };
  Kind kind;
  size_t begin, end;    // begin < end
  MailField field;      // of kField
  MailContent content;  // of kBody
};

// Finds the parts of a mail. kBadInput if parts are nested too deeply, or if a header says twice
// how its body is written. Work: linear.
Result<std::vector<MailPart>> scan_mail(std::string_view mail,
                                        StopCheck& stop = StopCheck::never());

// Whether a text begins with the header of a mail: fields of which one belongs to mails alone,
// such as Message-ID, and another. Of a file that is `named` as a mail, any field.
bool begins_mail(std::string_view text, bool is_named = false);

}  // namespace redact
