// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/mail_header.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

// The end of the quoted string at `at`, behind its closing quote if it has one.
size_t quoted_end(std::string_view mail, size_t at, size_t end) {
  for (++at; at < end; ++at) {
    if (mail[at] == '\\') {
      ++at;
    } else if (mail[at] == '"') {
      return at + 1;
    }
  }
  return end;
}

// The end of the comment at `at`, which may hold others, behind its closing parenthesis.
size_t comment_end(std::string_view mail, size_t at, size_t end) {
  size_t depth = 0;
  for (; at < end; ++at) {
    if (mail[at] == '\\') {
      ++at;
    } else if (mail[at] == '(') {
      ++depth;
    } else if (mail[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return end;
}

void trim(std::string_view mail, size_t& begin, size_t& end) {
  while (begin < end && is_space(mail[begin])) ++begin;
  while (begin < end && is_space(mail[end - 1])) --end;
}

// Gathers the words of a name or an address until punctuation ends them.
class MailboxParser {
 public:
  explicit MailboxParser(std::string_view mail) : mail_(mail) {}

  std::vector<MailboxPart> parse(size_t at, size_t end) {
    using Kind = MailboxPart::Kind;
    while (at < end) {
      const char c = mail_[at];
      if (is_space(c)) {
        ++at;
      } else if (c == '"') {
        at = add_word(at, quoted_end(mail_, at, end));
      } else if (c == '(') {
        finish(false);
        const size_t after = comment_end(mail_, at, end);
        add(Kind::kComment, at + 1, after - (mail_[after - 1] == ')' && after > at + 1));
        at = after;
      } else if (c == '<') {
        finish(true);
        const size_t close = std::min(mail_.find('>', at), end);
        add(Kind::kAddress, at + 1, close);
        at = std::min(close + 1, end);
      } else if (c == ',' || c == ';' || c == ':') {
        finish(c == ':');
        ++at;
      } else {
        has_at_ = has_at_ || c == '@';
        at = add_word(at, at + 1);
      }
    }
    finish(false);
    return std::move(parts_);
  }

 private:
  size_t add_word(size_t begin, size_t end) {
    if (begin_ == end_) begin_ = begin;
    end_ = end;
    return end;
  }
  // `is_name`: what follows says so.
  void finish(bool is_name) {
    const bool is_address = has_at_ && !is_name;
    add(is_address ? MailboxPart::Kind::kAddress : MailboxPart::Kind::kName, begin_, end_);
    begin_ = end_ = 0;
    has_at_ = false;
  }
  void add(MailboxPart::Kind kind, size_t begin, size_t end) {
    trim(mail_, begin, end);
    if (begin < end) parts_.push_back({kind, begin, end});
  }

  std::string_view mail_;
  std::vector<MailboxPart> parts_;
  size_t begin_ = 0, end_ = 0;  // of the words since the last punctuation
  bool has_at_ = false;         // outside quotes
};

}  // namespace

std::vector<MailboxPart> mailbox_parts(std::string_view mail, size_t begin, size_t end) {
  return MailboxParser(mail).parse(begin, end);
}

std::vector<BracketPart> bracket_parts(std::string_view mail, size_t begin, size_t end) {
  std::vector<BracketPart> parts;
  const auto add = [&](bool is_inside, size_t from, size_t to) {
    trim(mail, from, to);
    if (from < to) parts.push_back({is_inside, from, to});
  };
  while (begin < end) {
    const size_t open = std::min(mail.find('<', begin), end);
    const size_t close = std::min(mail.find('>', open), end);
    add(false, begin, open);
    if (open < end) add(true, open + 1, close);
    begin = close + 1;
  }
  return parts;
}

std::string_view MailSetting::find(std::string_view name) const {
  for (const MailParameter& parameter : parameters) {
    if (parameter.name == name) return parameter.value;
  }
  return {};
}

MailSetting mail_setting(std::string_view mail, size_t begin, size_t end) {
  MailSetting setting;
  size_t at = begin;
  // Takes the text up to one of `stops`, without comments and white space outside quotes. Its
  // bytes, without white space around them, are [from, to).
  size_t from = 0, to = 0;
  const auto take = [&](std::string_view stops) {
    std::string text;
    from = to = at;
    while (at < end && stops.find(mail[at]) == stops.npos) {
      const size_t piece = at;
      if (mail[at] == '(') {
        at = comment_end(mail, at, end);
        continue;
      }
      if (is_space(mail[at])) {
        ++at;
        continue;
      }
      if (mail[at] == '"') {
        const size_t close = quoted_end(mail, at, end);
        for (size_t i = at + 1; i < close; ++i) {
          if (mail[i] == '"' && i + 1 == close) break;
          if (mail[i] == '\\' && i + 1 < close) ++i;
          if (mail[i] != '\r' && mail[i] != '\n') text += mail[i];
        }
        at = close;
      } else {
        text += mail[at++];
      }
      if (from == to) from = piece;
      to = at;
    }
    return text;
  };
  setting.word = to_lower(take(";"));
  while (at < end) {
    ++at;  // the semicolon
    std::string name = to_lower(take("=;"));
    if (at == end || mail[at] == ';') {  // a word without a value
      if (from < to) setting.parameters.push_back({{}, from, to, name, false});
      continue;
    }
    ++at;
    const std::string value = take(";");
    const bool is_extended = name.ends_with('*');
    name.resize(std::min(name.find('*'), name.size()));
    setting.parameters.push_back({std::move(name), from, to, value, is_extended});
  }
  return setting;
}

}  // namespace redact
