// SPDX-License-Identifier: Apache-2.0
// Any bytes as a mail: refused, or parts that are inside the file, in order and disjoint, and whose
// values can be read in every coding of mails and replaced by themselves. Boundaries are in an
// order of their own.
#include "documents/structured/mail_scan.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "documents/structured/mail_header.h"
#include "tests/fuzz/check_segments.h"

namespace redact::fuzz {
namespace {

void check_codings(std::string_view mail, size_t begin, size_t end) {
  if (begin == end) return;
  for (const Codec codec : {Codec::kQuotedPrintable, Codec::kBase64, Codec::kMailText,
                            Codec::kMailPhrase, Codec::kMailParameter, Codec::kPercent}) {
    const std::vector<TextSegment> segment = {
        {.begin = begin, .end = end, .codings = {{.codec = codec}}}};
    check_segments(mail, segment, Places());
  }
}

void check_field(std::string_view mail, const MailField& field) {
  require(field.name_begin < field.name_end && field.name_end <= field.begin);
  require(field.begin <= field.end);
  size_t reached = field.begin;
  const auto is_next = [&](size_t begin, size_t end) {
    require(begin >= reached && begin <= end && end <= field.end);
    reached = end;
  };
  for (const MailboxPart& part : mailbox_parts(mail, field.begin, field.end)) {
    is_next(part.begin, part.end);
  }
  reached = field.begin;
  for (const BracketPart& part : bracket_parts(mail, field.begin, field.end)) {
    is_next(part.begin, part.end);
  }
  reached = field.begin;
  for (const MailParameter& parameter : mail_setting(mail, field.begin, field.end).parameters) {
    is_next(parameter.begin, parameter.end);
    check_codings(mail, parameter.begin, parameter.end);
  }
  check_codings(mail, field.begin, field.end);
}

}  // namespace
}  // namespace redact::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view mail = redact::fuzz::text_of(data, size);
  const auto parts = redact::scan_mail(mail);
  if (!parts.ok()) return 0;
  size_t reached = 0;
  std::vector<std::pair<size_t, size_t>> boundaries;
  for (const redact::MailPart& part : *parts) {
    redact::fuzz::require(part.begin < part.end && part.end <= mail.size());
    if (part.kind == redact::MailPart::Kind::kBoundary) {
      boundaries.emplace_back(part.begin, part.end);
      continue;
    }
    redact::fuzz::require(part.begin >= reached);
    reached = part.end;
    if (part.kind == redact::MailPart::Kind::kField) {
      redact::fuzz::check_field(mail, part.field);
    } else {
      redact::fuzz::check_codings(mail, part.begin, part.end);
    }
  }
  std::sort(boundaries.begin(), boundaries.end());
  for (size_t i = 1; i < boundaries.size(); ++i) {
    redact::fuzz::require(boundaries[i].first >= boundaries[i - 1].second);
  }
  return 0;
}
