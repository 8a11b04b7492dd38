// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "documents/files/mbox_line.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/readers.h"
#include "documents/structured/mail_header.h"
#include "documents/structured/mail_scan.h"
#include "language/date_parts.h"
#include "language/words.h"

namespace redact {

namespace {

using Use = Field::Use;

// The types of parts that S/MIME or PGP sign or encrypt.
constexpr auto kSealed = word_list<
    "multipart/encrypted multipart/signed application/pkcs7-mime application/x-pkcs7-mime "
    "application/pkcs7-signature application/x-pkcs7-signature application/pgp-encrypted "
    "application/pgp-signature application/pgp-keys application/pgp">();
// Parameters of Content-Type and Content-Disposition that say how a part is written.
constexpr auto kKept = word_list<
    "charset boundary format delsp type micalg protocol report-type method component reply-type "
    "differences size version profile">();

// Transfer encodings with which a body may hold any byte.
constexpr auto kHolds8Bit =
    std::to_array<std::string_view>({"8bit", "binary", "base64", "quoted-printable"});

Error sealed() {
  return {ErrorKind::kUnsupported, "mail", "is signed or encrypted by S/MIME or PGP"};
}

// Whether PGP wrote a part of a text.
bool is_armoured(std::string_view text) {
  constexpr std::string_view kArmour = "-----BEGIN PGP ";
  for (size_t at = text.find(kArmour); at != text.npos; at = text.find(kArmour, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return true;
  }
  return false;
}

// Whether a display name is a person's, as its form or its address shows: "Greco, Ana", or "Ana
// Greco" of ana.greco@ or agreco@. Other names ("Radiology Leeds") consist of words of the text.
bool is_person(std::string_view name, std::string_view address) {
  const std::vector<Word> words = find_words(name);
  if (words.size() < 2 || words.size() > 4) return false;
  if (std::any_of(name.begin(), name.end(), is_digit)) return false;
  if (words.size() == 2 && name.substr(words[0].end).starts_with(',')) return true;
  const std::string local = squeeze(address.substr(0, address.find('@')));
  constexpr size_t kLeast = 3;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string word = fold(name, words[i]);
    const size_t at = word.size() < kLeast ? local.npos : local.find(word);
    if (at == local.npos) continue;
    const std::string rest = local.substr(0, at) + local.substr(at + word.size());
    for (size_t other = 0; other < words.size(); ++other) {
      if (other != i && !rest.empty() && fold(name, words[other]).starts_with(rest)) return true;
    }
  }
  return false;
}

// The end of the date with which a time begins (RFC 5322): "Tue, 12 Mar 2024". 0 if there is none.
size_t date_end(std::string_view time) {
  const std::vector<Word> words = find_words(time);
  const size_t n = !time.empty() && is_letter(time[0]) ? 4 : 3;
  if (words.size() < n) return 0;
  const size_t end = words[n - 1].end;
  const auto date = DateParts::read(time.substr(0, end), DateOrder::kDayFirst, "en");
  const bool is_whole = date && date->has_day() && date->has_month() && date->has_whole_year();
  return is_whole ? end : 0;
}

class MailReader {
 public:
  explicit MailReader(PartList& parts) : parts_(parts), mail_(parts.bytes()) {}

  Result<void> read() {
    REDACT_ASSIGN(const std::vector<MailPart> parts, scan_mail(mail_, parts_.stop()));
    // Each part has a character set of its own.
    parts_.set_charset(std::nullopt, true);
    for (const MailPart& part : parts) {
      switch (part.kind) {
        case MailPart::Kind::kField: REDACT_TRY(read_field(part.field)); break;
        case MailPart::Kind::kText: REDACT_TRY(add(part.begin, part.end, {}, Field{})); break;
        case MailPart::Kind::kMboxLine: REDACT_TRY(read_line(part)); break;
        // Programs make it of the time and of the id of the mail.
        case MailPart::Kind::kBoundary:
          REDACT_TRY(add(part.begin, part.end, {}, {.use = Use::kAnchor}));
          break;
        case MailPart::Kind::kBody: REDACT_TRY(read_body(part)); break;
      }
    }
    return {};
  }

 private:
  // A segment with the character set of bytes that say none.
  TextSegment segment(size_t begin, size_t end, Codings codings) const {
    TextSegment found{.begin = begin, .end = end, .codings = std::move(codings)};
    const std::string_view bytes = bytes_of(mail_, found);
    if (std::ranges::all_of(bytes, is_ascii)) return found;
    if (const auto charset = likely_charset(bytes)) {
      found.codings.insert(found.codings.begin(), {.codec = Codec::kCharset, .charset = *charset});
    }
    return found;
  }

  Result<void> add(size_t begin, size_t end, Codings codings, const Field& field) {
    return parts_.add(segment(begin, end, std::move(codings)), field);
  }

  Result<void> read_field(const MailField& field) {
    const std::string_view path[] = {field.name};
    const Field* known = mail_fields().find(path, [](std::string_view) { return ""; });
    // A name may be anything, too.
    if (known == nullptr) {
      TextSegment name = segment(field.name_begin, field.name_end, {});
      name.kind = SegmentKind::kName;
      REDACT_TRY(parts_.add(name, {.holds = Field::Holds::kFieldName}));
    }
    if (field.begin == field.end) return {};
    if (field.name == "content-type" || field.name == "content-disposition") {
      return read_setting(field);
    }
    if (field.name == "received" || field.name == "x-received") return read_trace(field);
    const bool is_id = known == nullptr || (known->use == Use::kHide && known->label == Label::kId);
    if (is_id) return hide(field.begin, field.end);
    if (known->use == Use::kHide && known->label == Label::kEmail) return read_mailboxes(field);
    if (known->use == Use::kHide && known->label == Label::kDate) {
      return read_time(field.begin, field.end);
    }
    if (known->use == Use::kId) return read_ids(field.begin, field.end);
    if (known->use == Use::kDrop) {
      return parts_.remove(segment(field.begin, field.end, {}), std::string(kRemovedFile));
    }
    return add(field.begin, field.end, {{.codec = Codec::kMailText}}, *known);
  }

  Result<void> hide(size_t begin, size_t end, Codec codec = Codec::kMailText) {
    return add(begin, end, {{.codec = codec}},
               {.use = Use::kHide, .label = Label::kId, .is_sought = false});
  }

  // Sender and date stay readable as such: programs recognise the line by its date.
  Result<void> read_line(const MailPart& part) {
    constexpr std::string_view kSomeDate = "Sat Jan  1 00:00:00 2000";
    const std::string_view text = mail_.substr(part.begin, part.end - part.begin);
    const auto line = read_mbox_line(text);
    if (!line) return hide(part.begin, part.end);
    const std::string_view sender = text.substr(0, line->sender_end);
    // Programs write these if they do not know the sender.
    const bool is_unknown = sender.empty() || sender == "-" || sender == "MAILER-DAEMON";
    if (!is_unknown) {
      REDACT_TRY(add(part.begin, part.begin + sender.size(), {{.codec = Codec::kVerbatim}},
                     {.use = Use::kHide,
                      .label = Label::kEmail,
                      .holds = Field::Holds::kMailAddress,
                      .is_sought = sender.find('@') != sender.npos}));
    }
    return parts_.remove(segment(part.begin + line->date_begin, part.end, {}),
                         std::string(kSomeDate));
  }

  // The date is one by its place; the time of day behind it, with its zone, is text.
  Result<void> read_time(size_t begin, size_t end) {
    const size_t date = begin + date_end(mail_.substr(begin, end - begin));
    if (begin < date) {
      REDACT_TRY(add(begin, date, {{.codec = Codec::kMailText}},
                     {.use = Use::kHide, .label = Label::kDate, .is_sought = false}));
    }
    const size_t rest = std::min(mail_.find_first_not_of(" \t\r\n", date), end);
    if (rest == end) return {};
    TextSegment of_day = segment(rest, end, {{.codec = Codec::kMailText}});
    if (begin < date) of_day.join = Join::kSpace;
    return parts_.add(of_day, Field{});
  }

  // Hosts, addresses and numbers of queues, and the time behind the last semicolon.
  Result<void> read_trace(const MailField& field) {
    const size_t semicolon = mail_.substr(0, field.end).rfind(';');
    if (semicolon == mail_.npos || semicolon < field.begin) return hide(field.begin, field.end);
    if (field.begin < semicolon) REDACT_TRY(hide(field.begin, semicolon));
    const size_t begin = std::min(mail_.find_first_not_of(" \t\r\n", semicolon + 1), field.end);
    return begin < field.end ? read_time(begin, field.end) : Result<void>();
  }

  Result<void> read_mailboxes(const MailField& field) {
    const std::vector<MailboxPart> parts = mailbox_parts(mail_, field.begin, field.end);
    const auto text_of = [&](const MailboxPart& part) {
      return mail_.substr(part.begin, part.end - part.begin);
    };
    for (size_t i = 0; i < parts.size(); ++i) {
      const MailboxPart& part = parts[i];
      Field read{.use = Use::kHide, .label = Label::kName, .is_sought = false};
      Codec codec = Codec::kMailPhrase;
      if (part.kind == MailboxPart::Kind::kAddress) {
        read.label = Label::kEmail;
        read.is_sought = true;
        read.holds = Field::Holds::kMailAddress;
        codec = Codec::kVerbatim;
      } else if (part.kind == MailboxPart::Kind::kComment) {
        codec = Codec::kMailText;
      } else if (to_lower(text_of(part)) == "undisclosed-recipients") {
        continue;
      } else if (i + 1 < parts.size() && parts[i + 1].kind == MailboxPart::Kind::kAddress) {
        REDACT_ASSIGN(const SegmentText name,
                      SegmentText::read(mail_, segment(part.begin, part.end, {{.codec = codec}})));
        read.is_sought = is_person(name.text(), text_of(parts[i + 1]));
      }
      REDACT_TRY(add(part.begin, part.end, {{.codec = codec}}, read));
    }
    return {};
  }

  // An id is renamed, and its host, which names an institution, removed.
  Result<void> read_ids(size_t begin, size_t end) {
    for (const BracketPart& part : bracket_parts(mail_, begin, end)) {
      if (!part.is_inside) {
        REDACT_TRY(hide(part.begin, part.end));
        continue;
      }
      const size_t at = std::min(mail_.substr(0, part.end).find('@', part.begin), part.end);
      if (part.begin < at) REDACT_TRY(add(part.begin, at, {}, {.use = Use::kId}));
      if (at + 1 < part.end) {
        REDACT_TRY(parts_.remove(segment(at + 1, part.end, {}), std::string(kHiddenHost)));
      }
    }
    return {};
  }

  Result<void> read_setting(const MailField& field) {
    const MailSetting setting = mail_setting(mail_, field.begin, field.end);
    for (const MailParameter& parameter : setting.parameters) {
      if (parameter.begin == parameter.end || is_among(parameter.name, kKept)) continue;
      size_t begin = parameter.begin;
      // The id of the part that is shown first.
      if (parameter.name == "start" && !parameter.is_extended) {
        const bool is_quoted = mail_[begin] == '"' && mail_[parameter.end - 1] == '"';
        REDACT_TRY(read_ids(begin + is_quoted, parameter.end - is_quoted));
        continue;
      }
      // utf-8'de'name
      if (parameter.is_extended) {
        const std::string_view value = mail_.substr(begin, parameter.end - begin);
        const size_t language = value.find('\'');
        const size_t name = language == value.npos ? value.npos : value.find('\'', language + 1);
        if (name != value.npos) begin += name + 1;
      }
      if (begin == parameter.end) continue;
      const bool is_date = parameter.name.ends_with("date");
      const Codec codec = parameter.is_extended ? Codec::kPercent : Codec::kMailParameter;
      if (is_date) {
        REDACT_TRY(add(begin, parameter.end, {{.codec = codec}}, Field{}));
      } else {
        REDACT_TRY(hide(begin, parameter.end, codec));
      }
    }
    return {};
  }

  Result<void> read_body(const MailPart& part) {
    const MailContent& content = part.content;
    if (is_among(content.type, kSealed)) return sealed();
    if (content.is_alternative) parts_.set_has_alternatives();
    TextSegment body{.begin = part.begin, .end = part.end, .codings = {}};
    const bool is_base64 = content.encoding == "base64";
    const bool is_in_mbox = mail_.starts_with("From ");
    if (is_in_mbox && !is_base64) body.codings.push_back({.codec = Codec::kMboxText});
    if (is_base64) {
      body.codings.push_back({.codec = Codec::kBase64});
    } else if (content.encoding == "quoted-printable") {
      body.codings.push_back({.codec = Codec::kQuotedPrintable});
    }
    const PartList::Body kind = content.is_table              ? PartList::Body::kTable
                                : content.type == "text/html" ? PartList::Body::kPage
                                                              : PartList::Body::kAny;
    const auto read = SegmentText::read(mail_, body);
    if (!read.ok()) return parts_.add_body(body, kind, is_base64);
    const std::string_view bytes = read->text();
    if (is_armoured(bytes)) return sealed();
    const bool is_text = content.type.starts_with("text/");
    REDACT_TRY(add_charset(content, bytes, is_text, body));
    return parts_.add_body(body, kind, is_base64);
  }

  // Adds the character set of a part's bytes to its codings.
  static Result<void> add_charset(const MailContent& content, std::string_view bytes, bool is_text,
                                  TextSegment& body) {
    const auto [charset, is_known] = declared_charset(content.charset);
    const bool is_all_ascii = std::ranges::all_of(bytes, is_ascii);
    constexpr std::string_view kShifts = "\x1b~";  // begin another set in ISO 2022 and HZ
    const bool may_be_ascii = is_all_ascii && bytes.find_first_of(kShifts) == bytes.npos &&
                              to_lower(content.charset).find("utf-7") == std::string::npos;
    if (is_text && !is_known && !may_be_ascii) return unknown_charset("a part of a mail");
    const bool is_8bit = is_among(content.encoding, kHolds8Bit);
    const bool says_ascii = content.charset.empty() || to_lower(content.charset).ends_with("ascii");
    if (is_all_ascii && (!is_8bit || !is_known || (is_text && says_ascii))) {
      body.codings.push_back({.codec = Codec::kAscii});
    } else if (charset && (is_all_ascii || !is_utf8(bytes))) {
      body.codings.push_back({.codec = Codec::kCharset, .charset = *charset});
    }
    return {};
  }

  PartList& parts_;
  std::string_view mail_;
};

}  // namespace

Result<void> read_mail(PartList& parts) { return MailReader(parts).read(); }

}  // namespace redact
