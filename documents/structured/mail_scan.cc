// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/mail_scan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/structured/mail_header.h"
#include "documents/structured/segment.h"

namespace redact {

namespace {

// Multiparts and messages within one another; mails as people write them have five.
constexpr size_t kDeepest = 32;

// A line of a mail, and where the next one begins.
struct Line {
  size_t begin, end, next;
};
Line line_at(std::string_view mail, size_t at) {
  const size_t newline = mail.find('\n', at);
  if (newline == mail.npos) return {at, mail.size(), mail.size()};
  const bool has_return = newline > at && mail[newline - 1] == '\r';
  return {at, newline - has_return, newline + 1};
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The end of the name of the field in a line; nullopt if the line is no field.
std::optional<size_t> name_end(std::string_view mail, const Line& line) {
  size_t at = line.begin;
  while (at < line.end && mail[at] > ' ' && mail[at] < 0x7f && mail[at] != ':') ++at;
  if (at == line.begin) return std::nullopt;
  const size_t end = at;
  while (at < line.end && is_blank(mail[at])) ++at;
  return at < line.end && mail[at] == ':' ? std::optional(end) : std::nullopt;
}

// The field that begins in a line, and where the next line begins that is not a part of it.
std::optional<std::pair<MailField, size_t>> field_at(std::string_view mail, Line line) {
  const auto end_of_name = name_end(mail, line);
  if (!end_of_name) return std::nullopt;
  MailField field{to_lower(mail.substr(line.begin, *end_of_name - line.begin)), line.begin,
                  *end_of_name, mail.find(':', *end_of_name) + 1, line.end};
  while (line.next < mail.size() && is_blank(mail[line.next])) {
    line = line_at(mail, line.next);
    field.end = line.end;
  }
  while (field.begin < field.end && is_space(mail[field.begin])) ++field.begin;
  while (field.begin < field.end && is_space(mail[field.end - 1])) --field.end;
  return std::pair(std::move(field), line.next);
}

// The size of the word with which the first line of a mail of an mbox file begins, and the lines of
// files in which it was before; 0 if the line is none.
size_t mbox_word(std::string_view mail, const Line& line) {
  const std::string_view text = mail.substr(line.begin, line.end - line.begin);
  for (const std::string_view word : {"From ", ">From "}) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

// Types of tables.
constexpr auto kTables = word_list<
    "text/csv text/x-csv text/comma-separated-values text/tab-separated-values application/csv "
    "application/x-csv">();

// Whether the name of a part's file is that of a table.
bool names_table(const MailSetting& setting) {
  return std::ranges::any_of(setting.parameters, [](const MailParameter& parameter) {
    const bool is_name = parameter.name == "name" || parameter.name == "filename";
    return is_name && (ends_with_any_case(parameter.value, ".csv") ||
                       ends_with_any_case(parameter.value, ".tsv"));
  });
}

class MailScan {
 public:
  MailScan(std::string_view mail, StopCheck& stop) : mail_(mail), stop_(stop) {}

  Result<std::vector<MailPart>> scan() {
    Line line = line_at(mail_, 0);
    while (const size_t n = mbox_word(mail_, line)) {
      add_text(line.begin + n, line.end, MailPart::Kind::kMboxLine);
      line = line_at(mail_, line.next);
    }
    REDACT_TRY(entity(line.begin, 0));
    REDACT_TRY(stop_.result());
    return std::move(parts_);
  }

 private:
  // The line of a boundary, or the end of the mail.
  struct Delimiter {
    size_t begin, next;
    size_t level;  // of the boundary; the number of open ones at the end of the mail
    bool is_last;
  };

  // The next line from `at` on that is a boundary of an open multipart.
  Delimiter find_delimiter(size_t at) {
    while (at < mail_.size()) {
      const Line line = line_at(mail_, at);
      if (stop_.after(line.next - line.begin)) break;
      if (mail_.substr(line.begin).starts_with("--")) {
        for (size_t level = open_.size(); level-- > 0;) {
          std::string_view rest = mail_.substr(line.begin + 2, line.end - line.begin - 2);
          const auto& [boundary, is_part] = open_[level];
          if (!rest.starts_with(boundary)) continue;
          rest.remove_prefix(boundary.size());
          const bool is_last = rest.starts_with("--");
          if (is_last) rest.remove_prefix(2);
          // The file may end inside a line end.
          if (rest.find_first_not_of(" \t\r") != rest.npos) continue;
          if (is_part) add_boundary(line.begin + 2, line.begin + 2 + boundary.size());
          return {line.begin, line.next, level, is_last};
        }
      }
      at = line.next;
    }
    return {mail_.size(), mail_.size(), SIZE_MAX, true};
  }

  // The end of the text before a line, whose line end belongs to the boundary.
  size_t before(size_t begin, size_t line) const {
    if (line == mail_.size()) return line;
    size_t end = line;
    if (end > begin && mail_[end - 1] == '\n') --end;
    if (end > begin && end < line && mail_[end - 1] == '\r') --end;
    return end;
  }

  void add_text(size_t begin, size_t end, MailPart::Kind kind = MailPart::Kind::kText) {
    while (begin < end && is_space(mail_[begin])) ++begin;
    while (begin < end && is_space(mail_[end - 1])) --end;
    if (begin < end) parts_.push_back({kind, begin, end, {}, {}});
  }

  void add_boundary(size_t begin, size_t end) {
    parts_.push_back({MailPart::Kind::kBoundary, begin, end, {}, {}});
  }

  // A header and its body; the delimiter that ends them.
  Result<Delimiter> entity(size_t at, size_t depth) {
    if (depth == kDeepest) {
      return error_at(at, "has more levels of parts than " + std::to_string(kDeepest));
    }
    MailContent content;
    REDACT_ASSIGN(at, header(at, content));
    const bool is_part = content.boundary_begin < content.boundary_end;
    if (is_part) add_boundary(content.boundary_begin, content.boundary_end);
    if (content.type.starts_with("multipart/") && !content.boundary.empty()) {
      const bool is_alternative = content.type == "multipart/alternative";
      n_alternative_ += is_alternative;
      auto delimiter = multipart(at, {content.boundary, is_part}, depth);
      n_alternative_ -= is_alternative;
      return delimiter;
    }
    content.is_alternative = n_alternative_ > 0;
    const bool is_plain = content.encoding != "base64" && content.encoding != "quoted-printable";
    if ((content.type == "message/rfc822" || content.type == "message/global") && is_plain) {
      return entity(at, depth + 1);
    }
    const Delimiter delimiter = find_delimiter(at);
    const size_t end = before(at, delimiter.begin);
    if (at < end) parts_.push_back({MailPart::Kind::kBody, at, end, {}, std::move(content)});
    return delimiter;
  }

  // Adds the fields of a header; where its body begins. kBadInput if two fields say how the body is
  // written.
  Result<size_t> header(size_t at, MailContent& content) {
    bool has_type = false, has_encoding = false;
    while (at < mail_.size()) {
      const Line line = line_at(mail_, at);
      if (stop_.after(line.next - line.begin)) return mail_.size();
      if (line.begin == line.end) return line.next;
      // A boundary ends a header that has no body.
      const bool may_be_boundary = !open_.empty() && mail_.substr(at).starts_with("--");
      auto field = may_be_boundary ? std::nullopt : field_at(mail_, line);
      if (!field) return at;
      // Some programs follow the first one, others the last.
      const bool is_again =
          (field->first.name == "content-type" && std::exchange(has_type, true)) ||
          (field->first.name == "content-transfer-encoding" && std::exchange(has_encoding, true));
      if (is_again) return error_at(at, "says its type or transfer encoding twice");
      describe(field->first, content);
      at = field->second;
      const size_t begin = field->first.name_begin;
      const size_t end = std::max(field->first.end, field->first.name_end);
      parts_.push_back({MailPart::Kind::kField, begin, end, std::move(field->first), {}});
    }
    return at;
  }

  void describe(const MailField& field, MailContent& content) const {
    if (field.name == "content-disposition") {
      content.is_table |= names_table(mail_setting(mail_, field.begin, field.end));
    } else if (field.name == "content-type") {
      const MailSetting setting = mail_setting(mail_, field.begin, field.end);
      if (setting.word.find('/') != setting.word.npos) content.type = setting.word;
      content.charset = setting.find("charset");
      content.boundary = setting.find("boundary");
      content.is_table |= is_among(setting.word, kTables) || names_table(setting);
      find_boundary(setting, content);
    } else if (field.name == "content-transfer-encoding") {
      content.encoding = mail_setting(mail_, field.begin, field.end).word;
    }
  }

  // Finds the bytes of the boundary that the header declares. One in pieces, with escapes or with
  // encoded words is not the same for every program.
  void find_boundary(const MailSetting& setting, MailContent& content) const {
    content.boundary_begin = content.boundary_end = 0;
    const auto is_boundary = [](const MailParameter& of) { return of.name == "boundary"; };
    const auto& all = setting.parameters;
    const auto found = std::ranges::find_if(all, is_boundary);
    if (found == all.end() || found->value.empty() || found->value.back() == ' ') return;
    if (std::ranges::count_if(all, is_boundary) > 1) return;
    const bool is_quoted = mail_[found->begin] == '"';
    const size_t begin = found->begin + is_quoted;
    if (mail_.substr(begin, found->end - begin - is_quoted) != found->value) return;
    const bool is_plain = std::ranges::all_of(found->value, [](char c) {
      return c > ' ' ? c < 0x7f && c != '\\' && c != '"' : c == ' ';
    });
    if (!is_plain || found->is_extended || found->value.find("=?") != std::string::npos) return;
    content.boundary_begin = begin;
    content.boundary_end = begin + found->value.size();
  }

  struct Boundary {
    std::string text;
    bool is_part;  // of parts_
  };

  Result<Delimiter> multipart(size_t at, const Boundary& boundary, size_t depth) {
    const size_t level = open_.size();
    open_.push_back(boundary);
    Delimiter delimiter = find_delimiter(at);
    add_text(at, before(at, delimiter.begin));
    while (delimiter.level == level && !delimiter.is_last) {
      REDACT_ASSIGN(delimiter, entity(delimiter.next, depth + 1));
    }
    open_.pop_back();
    if (delimiter.level != level) return delimiter;  // of a multipart around this one
    const size_t epilogue = delimiter.next;
    delimiter = find_delimiter(epilogue);
    add_text(epilogue, before(epilogue, delimiter.begin));
    return delimiter;
  }

  std::string_view mail_;
  StopCheck& stop_;
  std::vector<MailPart> parts_;
  std::vector<Boundary> open_;  // outermost first
  size_t n_alternative_ = 0;    // of them, those of multipart/alternative
};

// Fields of mails alone, and usual fields of mails.
constexpr auto kOfMails = word_list<
    "mime-version message-id received return-path content-transfer-encoding delivered-to "
    "dkim-signature">();
constexpr auto kUsual = word_list<"from to cc bcc subject date reply-to sender content-type">();

}  // namespace

Result<std::vector<MailPart>> scan_mail(std::string_view mail, StopCheck& stop) {
  return MailScan(mail, stop).scan();
}

bool begins_mail(std::string_view text, bool is_named) {
  constexpr size_t kLooked = 1 << 18;  // bytes of a long header
  text = text.substr(0, kLooked);
  size_t n_of_mails = 0, n_usual = 0, at = 0;
  for (Line line = line_at(text, 0); mbox_word(text, line) > 0; line = line_at(text, at)) {
    at = line.next;
  }
  while (at < text.size()) {
    const Line line = line_at(text, at);
    if (line.begin == line.end) break;
    const auto field = field_at(text, line);
    if (!field) return false;
    n_of_mails += is_among(field->first.name, kOfMails);
    n_usual += is_among(field->first.name, kUsual);
    at = field->second;
  }
  return (n_of_mails > 0 && n_of_mails + n_usual > 1) || (is_named && n_usual > 0);
}

}  // namespace redact
