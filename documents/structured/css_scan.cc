// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/css_scan.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"

namespace redact {

namespace {

// "</" could end the element around the style sheet.
constexpr auto kCommentEnds = std::to_array<std::string_view>({"*/", "</"});
constexpr auto kDoubleEnds = std::to_array<std::string_view>({"\"", "\\", "\n", "\r", "\f", "</"});
constexpr auto kSingleEnds = std::to_array<std::string_view>({"'", "\\", "\n", "\r", "\f", "</"});
constexpr auto kAddressEnds = std::to_array<std::string_view>({")", "\\", "</"});
constexpr auto kSelectorEnds = std::to_array<std::string_view>({"{", "}", ";", "<", " ", "\n"});
constexpr std::string_view kCssSpace = " \t\n\r\f";

bool is_of_name(char c) {
  return is_alphanumeric(c) || c == '-' || c == '_' || !is_ascii(c) || c == '\\';
}

class CssScan {
 public:
  explicit CssScan(std::string_view css) : css_(css) {}

  std::vector<TextSegment> run() {
    for (; at_ < css_.size(); ++at_) {
      const std::string_view rest = css_.substr(at_);
      if (rest.starts_with("/*")) {
        read_comment();
      } else if (rest[0] == '"' || rest[0] == '\'') {
        read_string(rest[0]);
      } else if (rest[0] == '(' && to_lower(css_.substr(at_ < 3 ? 0 : at_ - 3, 3)) == "url") {
        read_address();
      } else if ((rest[0] == '.' || rest[0] == '#') && rest.size() > 1 && is_of_name(rest[1])) {
        read_name();
      } else if (rest[0] == '{' || rest[0] == '}' || rest[0] == ';') {
        // Only before a block it was a selector.
        if (rest[0] == '{') segments_.insert(segments_.end(), names_.begin(), names_.end());
        names_.clear();
        declaration_ = at_ + 1;
        is_named_ = is_font_ = false;
      } else if (rest[0] == ':' && !is_named_) {
        is_named_ = true;
        is_font_ = to_lower(css_.substr(declaration_, at_ - declaration_)).find("font") !=
                   std::string::npos;
      }
    }
    return std::move(segments_);
  }

 private:
  // Each function leaves at_ at the last byte it read.
  void read_comment() {
    const size_t end = std::min(css_.find("*/", at_ + 2), css_.size());
    add(at_ + 2, end, kCommentEnds);
    at_ = std::min(end + 1, css_.size());
  }

  // Reads to the quote, or to the end of the line, where browsers end a string.
  void read_string(char quote) {
    const size_t begin = ++at_;
    while (at_ < css_.size() && css_[at_] != quote && css_[at_] != '\n') {
      at_ += css_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, css_.size());
    if (is_font_) return;
    add(begin, at_, quote == '"' ? std::span<const std::string_view>(kDoubleEnds) : kSingleEnds);
  }

  // Reads an address; one in quotes is a string.
  void read_address() {
    const size_t begin = std::min(css_.find_first_not_of(kCssSpace, at_ + 1), css_.size());
    if (begin == css_.size() || css_[begin] == '"' || css_[begin] == '\'') return;
    const size_t end = std::min(css_.find(')', begin), css_.size());
    add(begin, end, kAddressEnds);
    at_ = std::min(end, css_.size());
  }

  // Reads the name of a class or id, or a number or colour in a setting.
  void read_name() {
    const size_t begin = css_[at_] == '#' ? at_ : at_ + 1;
    while (at_ + 1 < css_.size() && is_of_name(css_[at_ + 1])) {
      at_ += css_[at_ + 1] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_, css_.size() - 1);
    names_.push_back({.begin = begin,
                      .end = at_ + 1,
                      .codings = {{.codec = Codec::kVerbatim, .refused = kSelectorEnds}},
                      .kind = SegmentKind::kName});
  }

  void add(size_t begin, size_t end, std::span<const std::string_view> refused) {
    const std::string_view text = css_.substr(begin, end - begin);
    if (text.find_first_not_of(kCssSpace) == text.npos) return;
    segments_.push_back({.begin = begin,
                         .end = end,
                         .codings = {{.codec = Codec::kVerbatim, .refused = refused}},
                         .kind = SegmentKind::kRaw});
  }

  std::string_view css_;
  size_t at_ = 0;
  size_t declaration_ = 0;  // the beginning of the current declaration
  bool is_named_ = false;   // its name has been read
  bool is_font_ = false;    // its value names fonts
  std::vector<TextSegment> segments_;
  std::vector<TextSegment> names_;  // of the selector, or the setting, that is being read
};

}  // namespace

std::vector<TextSegment> scan_css(std::string_view css) { return CssScan(css).run(); }

}  // namespace redact
