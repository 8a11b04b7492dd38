// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/rtf_scan.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "documents/structured/charsets.h"
#include "documents/structured/codecs.h"
#include "documents/structured/pixel.h"
#include "documents/structured/rtf_groups.h"
#include "documents/structured/rtf_tokens.h"

namespace redact {

namespace {

// The words of a picture of one pixel, which its size on the page and its data follow.
constexpr std::string_view kPixelWords = "\\pngblip\\picw1\\pich1";

// A font's character set; nullopt: one that charsets.h lacks.
using FontCharset = std::optional<Charset>;

FontCharset charset_of_page(int code_page) {
  switch (code_page) {
    case 10000: return Charset::kMacRoman;
    case 10010: return Charset::kMacRomanian;
    case 10081: return Charset::kMacTurkish;
    default: return declared_charset("cp" + std::to_string(code_page)).charset;
  }
}

// \fcharsetN, where 1 is the default of the file. Bytes of symbols (2) are no letters.
FontCharset charset_of_font(int number, FontCharset by_default) {
  switch (number) {
    case 0:
    case 2: return Charset::kWindows1252;
    case 1: return by_default;
    case 77: return Charset::kMacRoman;
    case 162: return Charset::kWindows1254;
    case 178: return Charset::kWindows1256;
    case 238: return Charset::kWindows1250;
    case 254: return Charset::kDos437;
    default: return std::nullopt;
  }
}

// The join that a word makes between the texts around it.
Join join_of(std::string_view word) {
  constexpr auto kBlocks = std::to_array<std::string_view>(
      {"column", "nestrow", "page", "par", "row", "sect", "softpage"});
  static_assert(std::ranges::is_sorted(kBlocks));
  if (std::ranges::binary_search(kBlocks, word)) return Join::kBlock;
  if (word == "cell" || word == "nestcell") return Join::kCell;
  if (word == "line" || word == "lbr" || word == "softline") return Join::kLineEnd;
  return word == "tab" ? Join::kSpace : Join::kNothing;
}

void append_pixel(std::string& picture) {
  picture += ' ';
  for (const char c : kPixel) append_hex(c, picture);
}

// Texts that follow one another.
struct Flow {
  std::vector<RtfText> texts;
  Join join = Join::kPassage;

  void separate(Join by) { join = std::max(join, by); }
};

class RtfScan {
  using Kind = RtfToken::Kind;

 public:
  RtfScan(std::string_view rtf, size_t begin, StopCheck& stop)
      : rtf_(rtf), stop_(stop), at_(begin) {}

  Result<std::vector<RtfText>> run() && {
    while (at_ < rtf_.size() && !(is_begun_ && groups_.empty())) {
      const RtfToken token = rtf_token(rtf_, at_);
      if (stop_.after(token.end - at_)) return *stop_.error();
      REDACT_TRY(take(token));
      at_ = std::max(at_, token.end);
    }
    REDACT_TRY(end_text());
    add_rest();
    std::move(aside_.texts.begin(), aside_.texts.end(), std::back_inserter(main_.texts));
    return std::move(main_.texts);
  }

 private:
  struct Group {
    RtfUse use = RtfUse::kText;
    bool is_aside = false;
    bool begins_aside = false;  // the end of the group ends a passage
    bool is_starred = false;    // \* precedes the next word
    bool is_font_table = false;
    bool is_variable = false;  // its groups are a name and a value
    size_t n_fallback = 1;     // characters after \u
    int font = -1;             // -1: the default
  };

  Group& group() { return groups_.back(); }
  Flow& flow() { return group().is_aside ? aside_ : main_; }

  Result<void> take(const RtfToken& token) {
    // Characters after \u stand for it, also words.
    const bool is_fallback = n_skipped_ > 0 && token.kind != Kind::kOpen &&
                             token.kind != Kind::kClose && token.kind != Kind::kLineEnd;
    if (is_fallback) return add(token, true);
    switch (token.kind) {
      case Kind::kOpen: return open();
      case Kind::kClose: return close();
      case Kind::kLineEnd: return {};
      case Kind::kText: return add(token, false);
      case Kind::kHex: return add(token, false);
      case Kind::kSymbol: return take_symbol(token);
      case Kind::kWord: return take_word(token);
    }
    return {};
  }

  Result<void> open() {
    REDACT_TRY(end_text());
    Group inner = groups_.empty() ? Group{} : group();
    if (inner.is_variable) flow().separate(Join::kBlock);
    inner.is_starred = inner.begins_aside = inner.is_variable = false;
    groups_.push_back(inner);
    is_begun_ = true;
    word_end_ = 0;
    return {};
  }

  Result<void> close() {
    REDACT_TRY(end_text());
    if (group().begins_aside) aside_.separate(Join::kPassage);
    if (group().use == RtfUse::kCode) flow().separate(Join::kCell);
    groups_.pop_back();
    word_end_ = 0;
    return {};
  }

  Result<void> take_symbol(const RtfToken& token) {
    if (rtf_character(token)) return add(token, false);
    REDACT_TRY(end_text());
    if (token.is_symbol('*')) group().is_starred = true;
    if (token.is_symbol('\r') || token.is_symbol('\n')) flow().separate(Join::kBlock);
    return {};
  }

  Result<void> take_word(const RtfToken& token) {
    const bool is_starred = std::exchange(group().is_starred, false);
    if (const auto known = rtf_group(token.name); known || is_starred) {
      REDACT_TRY(end_text());
      if (begin_group(token, known)) return {};
    }
    const Join join = join_of(token.name);
    if (token.is_word("u") && token.parameter) {
      n_skipped_ = 0;
      REDACT_TRY(add(token, false));
      n_skipped_ = group().n_fallback;
      return {};
    }
    if (join == Join::kNothing && rtf_character(token)) return add(token, false);
    REDACT_TRY(end_text());
    flow().separate(join);
    word_end_ = token.is_delimited ? 0 : token.end;
    apply(token);
    return {};
  }

  // Begins what a word names, to the end of the group; nullopt: nothing that is known. Programs ask
  // for the word at the beginning of the group, but whatever stands before it may be hidden. True
  // if the content has been passed.
  bool begin_group(const RtfToken& token, std::optional<RtfUse> known) {
    const bool is_text = group().use == RtfUse::kText || group().use == RtfUse::kCode;
    if (!known && !is_text) return false;
    const RtfUse use = known.value_or(RtfUse::kText);
    group().use = use;
    group().is_font_table = token.name == "fonttbl";
    group().is_variable = token.name == "docvar";
    if (use == RtfUse::kCode) {
      flow().separate(Join::kCell);
    } else {
      group().begins_aside = group().is_aside = true;
      aside_.separate(Join::kPassage);
    }
    if (use == RtfUse::kUnread || use == RtfUse::kData) {
      pass_content(token, use);
      return true;
    }
    return false;
  }

  // Takes the content of a group, behind its first word `token`, as one text.
  void pass_content(const RtfToken& token, RtfUse use) {
    const bool is_picture = token.name == "pict";
    std::string mask = is_picture ? std::string(kPixelWords) : std::string();
    size_t depth = 1, end = token.end;
    while (end < rtf_.size()) {
      const RtfToken next = rtf_token(rtf_, end);
      depth += next.kind == Kind::kOpen;
      depth -= next.kind == Kind::kClose;
      if (depth == 0) break;
      // The size on the page stays, so that the text around keeps its place.
      if (is_picture && (next.is_word("picwgoal") || next.is_word("pichgoal")) && depth == 1) {
        mask += rtf_.substr(end, next.name_end - end);
      }
      end = next.end;
    }
    if (is_picture) append_pixel(mask);
    // The delimiter of the word stays with it.
    if (token.end < end) add_masked(token.end, end, use, std::move(mask));
    at_ = end;
  }

  void add_masked(size_t begin, size_t end, RtfUse use, std::string mask) {
    const TextSegment segment{.begin = begin, .end = end, .codings = {}};
    aside_.texts.push_back({segment, use, std::move(mask)});
  }

  // The effect of a word on the texts that follow.
  void apply(const RtfToken& token) {
    const int number = token.parameter.value_or(0);
    const std::string_view name = token.name;
    const size_t parameter = at_ + 1 + name.size();
    if (name == "uc") {
      constexpr int kMost = 8;  // more are no fallback
      group().n_fallback = static_cast<size_t>(std::clamp(token.parameter.value_or(1), 0, kMost));
    } else if (name == "f" || name == "deff") {
      if (group().is_font_table) {
        defined_font_ = number;
      } else if (name == "deff") {
        default_font_ = number;
      } else {
        group().font = number;
      }
    } else if (name == "plain") {
      group().font = -1;
    } else if (name == "fcharset" && group().is_font_table) {
      fonts_[defined_font_] = charset_of_font(number, charset_);
    } else if (name == "ansicpg") {
      charset_ = charset_of_page(number);
    } else if (name == "mac") {
      charset_ = Charset::kMacRoman;
    } else if (name == "pc") {
      charset_ = Charset::kDos437;
    } else if (name == "pca") {
      charset_ = Charset::kDos850;
    } else if (name == "bin" && number > 0) {
      add_masked(parameter, token.end, RtfUse::kUnread, "0 ");
    } else if (const char* fixed = rtf_time_mask(name); fixed != nullptr && token.parameter) {
      add_masked(parameter, token.name_end, RtfUse::kNumber, fixed);
    }
  }

  // The character set of the text at this place.
  FontCharset charset() {
    const int font = group().font >= 0 ? group().font : default_font_;
    const auto found = fonts_.find(font);
    return found == fonts_.end() ? charset_ : found->second;
  }

  // Adds a token to the text that is being gathered.
  Result<void> add(const RtfToken& token, bool is_fallback) {
    const bool is_blank = token.kind == Kind::kText && !is_fallback &&
                          rtf_.substr(at_, token.end - at_).find_first_not_of(" \t") == rtf_.npos;
    if (begin_ == end_) {
      begin_ = at_;
      follows_word_ = word_end_ == at_;
      has_ink_ = false;
    }
    end_ = token.end;
    has_ink_ = has_ink_ || !is_blank;
    if (is_fallback) {
      const size_t n_units = token.kind == Kind::kText ? count_characters(token.end) : 1;
      n_skipped_ -= std::min(n_skipped_, n_units);
      return {};
    }
    return check_charset(token);
  }

  size_t count_characters(size_t end) const {
    size_t n = 0;
    for (size_t at = at_; at < end && n < n_skipped_; ++n) at += decode_utf8(rtf_, at).n_bytes;
    return n;
  }

  // Whether the bytes of a token can be read in the code page of their font.
  Result<void> check_charset(const RtfToken& token) {
    const bool is_given = group().use == RtfUse::kGiven;  // in the code page of its own font
    if (group().use == RtfUse::kSetting || is_given || charset()) return {};
    bool is_foreign = token.kind == Kind::kHex && token.name[0] >= '8';
    for (size_t at = at_; token.kind == Kind::kText && at < token.end;) {
      const Utf8Unit unit = decode_utf8(rtf_, at);
      is_foreign = is_foreign || unit.code_point < 0;
      at += unit.n_bytes;
    }
    if (!is_foreign) return {};
    return error_at(at_, "a character in a code page of RTF that is not supported",
                    ErrorKind::kUnsupported);
  }

  // Ends the text that is being gathered.
  Result<void> end_text() {
    n_skipped_ = 0;
    size_t begin = std::exchange(begin_, 0), end = std::exchange(end_, 0);
    if (begin == end || group().use == RtfUse::kSetting) return {};
    if (!has_ink_) {
      flow().separate(Join::kSpace);
      return {};
    }
    const RtfUse use = group().use;
    // A list of names: the semicolon ends one.
    const bool is_list = use == RtfUse::kStyle || use == RtfUse::kName || use == RtfUse::kGiven;
    if (is_list && rtf_[end - 1] == ';') --end;
    if (begin == end) return {};
    if (is_list) flow().separate(Join::kPassage);
    const FontCharset charset = this->charset();
    const Coding coding{.codec = Codec::kRtf,
                        .ascii_only = !charset,
                        .charset = charset.value_or(Charset::kWindows1252),
                        .n_fallback = static_cast<uint8_t>(group().n_fallback),
                        .follows_word = follows_word_};
    const Join join = std::exchange(flow().join, Join::kNothing);
    flow().texts.push_back({{.begin = begin, .end = end, .codings = {coding}, .join = join}, use});
    return {};
  }

  // Bytes after the last group, which programs skip.
  void add_rest() {
    const size_t begin =
        std::min(rtf_.find_first_not_of(std::string_view(" \t\r\n\0", 5), at_), rtf_.size());
    if (begin == rtf_.size()) return;
    aside_.texts.push_back({{.begin = begin, .end = rtf_.size(), .codings = {}}, RtfUse::kText});
  }

  std::string_view rtf_;
  StopCheck& stop_;
  size_t at_;
  std::vector<Group> groups_;
  bool is_begun_ = false;
  Flow main_, aside_;

  // The text that is being gathered; begin_ == end_: none.
  size_t begin_ = 0, end_ = 0;
  bool has_ink_ = false;
  bool follows_word_ = false;
  size_t n_skipped_ = 0;  // characters after \u that still stand for it
  size_t word_end_ = 0;   // of a word without a delimiter; 0: none

  FontCharset charset_ = Charset::kWindows1252;  // of the file
  std::map<int, FontCharset> fonts_;
  int default_font_ = 0, defined_font_ = 0;
};

}  // namespace

Result<std::vector<RtfText>> scan_rtf(std::string_view rtf, StopCheck& stop) {
  constexpr std::string_view kMarksAndSpace = " \t\r\n\v\f\x1e\xef\xbb\xbf";
  const size_t begin = std::min(rtf.find_first_not_of(kMarksAndSpace), rtf.size());
  if (!rtf.substr(begin).starts_with("{\\rtf")) {
    return error_at(begin, "not the beginning of RTF");
  }
  return RtfScan(rtf, begin, stop).run();
}

}  // namespace redact
