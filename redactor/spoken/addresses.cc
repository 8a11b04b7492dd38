// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/addresses.h"

#include <algorithm>

#include "base/word_list.h"
#include "language/words.h"
#include "redactor/spoken/language_words.h"
#include "redactor/spoken/numbers.h"

namespace redact {

namespace {

constexpr size_t kMostLabels = 5;      // parts of a domain
constexpr size_t kMostLabelWords = 4;  // of one of them
constexpr size_t kMostLocal = 12;      // tokens before the sign
constexpr size_t kMostFree = 3;        // words from one that announces an address to its first mark
// The last parts of domains that are not words of the eight languages after a full stop.
constexpr auto kClearDomains =
    word_list<"com org gov edu example exemple exemplu ejemplo esempio ornek اكزامبل">();

// Reads the addresses of one language.
class AddressReader {
 public:
  AddressReader(std::string_view text, const std::vector<SpokenToken>& tokens, uint8_t language)
      : text_(text), tokens_(tokens), language_(language) {}

  // An e-mail address whose sign is tokens[at]; empty if there is none.
  std::vector<SpokenPiece> mail(size_t at) const {
    const Meaning* sign = tokens_[at].as(Spoken::kMark, language_);
    if (sign == nullptr || sign->value != '@' || at == 0 || !near(at - 1)) return {};
    const size_t end = domain_end(at + 1, sign->ordinary);
    const size_t begin = local_begin(at);
    if (end == 0 || begin == at) return {};
    return pieces(begin, end);
  }

  // A web address that begins at tokens[at].
  std::vector<SpokenPiece> web(size_t at) const {
    const size_t www = www_tokens(at);
    if (www > 0) {
      if (at + www >= tokens_.size() || mark(at + www) != '.') return {};
      const size_t end = domain_end(at + www + 1, false);
      return end == 0 ? std::vector<SpokenPiece>{} : pieces(at, path_end(end));
    }
    // A word, a point and a known last part of a domain.
    if (mark(at) != '.' || at == 0 || at + 1 >= tokens_.size()) return {};
    if (!near(at - 1) || !near(at) || !is_clear_domain(at + 1)) return {};
    const size_t begin = local_begin(at);
    return begin == at ? std::vector<SpokenPiece>{} : pieces(begin, path_end(at + 2));
  }

 private:
  // Whether a token and the next one belong together.
  bool near(size_t i) const {
    return i + 1 < tokens_.size() && gap_between(text_, tokens_[i], tokens_[i + 1]) == Gap::kNone;
  }
  std::string folded(size_t i) const {
    return fold(text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin));
  }
  // The mark that a token means; 0: none.
  char mark(size_t i) const {
    const Meaning* meaning = tokens_[i].as(Spoken::kMark, language_);
    return meaning == nullptr || meaning->value == ' ' ? '\0' : static_cast<char>(meaning->value);
  }
  // "all one word"
  bool is_silent(size_t i) const {
    const Meaning* meaning = tokens_[i].as(Spoken::kMark, language_);
    return meaning != nullptr && meaning->value == ' ';
  }
  bool joins(size_t i) const { return mark(i) == '.' || mark(i) == '-' || mark(i) == '_'; }
  bool is_domain(size_t i) const {
    return i < tokens_.size() && tokens_[i].as(Spoken::kDomain, 0xff) != nullptr;
  }
  bool is_clear_domain(size_t i) const {
    const std::string word = folded(i);
    return is_among(word, kClearDomains);
  }

  // The token after the domain that begins at tokens[at]; 0: there is none.
  size_t domain_end(size_t at, bool must_be_known) const {
    size_t first = 0, n_words = 0, n_labels = 1;
    for (size_t i = at; i < tokens_.size() && near(i - 1) && n_labels <= kMostLabels; ++i) {
      if (mark(i) == '@') break;
      if (mark(i) != '.') {
        n_words += !joins(i);
        if (n_words > kMostLabelWords) break;
        continue;
      }
      if (n_words == 0 || i + 1 >= tokens_.size() || !near(i) || joins(i + 1)) break;
      if (is_domain(i + 1)) return known_end(i + 2);
      if (first == 0) first = i + 2;
      n_words = 0;
      ++n_labels;
    }
    return must_be_known ? 0 : first;
  }

  // "co dot uk"
  size_t known_end(size_t end) const {
    while (end + 1 < tokens_.size() && near(end - 1) && mark(end) == '.' && near(end) &&
           is_domain(end + 1)) {
      end += 2;
    }
    return end;
  }

  // The token after the path that may follow a domain: "slash forms".
  size_t path_end(size_t end) const {
    while (end + 1 < tokens_.size() && near(end - 1) && (mark(end) == '/' || mark(end) == '-') &&
           near(end)) {
      end += 2;
    }
    return end;
  }

  bool is_number(size_t i) const {
    return tokens_[i].digits || tokens_[i].as(Spoken::kNumber, language_) != nullptr ||
           tokens_[i].as(Spoken::kAnd, language_) != nullptr;
  }
  bool is_letter(size_t i) const {
    return tokens_[i].letter != '\0' || tokens_[i].as(Spoken::kLetter, language_) != nullptr;
  }

  // The first token of the text before the sign or point at tokens[at].
  size_t local_begin(size_t at) const {
    size_t first = at;
    const size_t limit = at > kMostLocal ? at - kMostLocal : 0;
    bool wants_word = true;  // after a mark, or after numbers
    while (first > limit && near(first - 1)) {
      const size_t i = first - 1;
      if (joins(i)) {
        if (wants_word && first == at) break;
        wants_word = true;
      } else if (wants_word) {
        wants_word = is_number(i) || is_silent(i);
      } else if (!(is_letter(i) && is_letter_before(first))) {
        break;
      }
      first = i;
    }
    while (first < at && (joins(first) || mark(first) != '\0')) ++first;
    return announced_begin(first, limit);
  }

  // Whether a letter belongs to the word or the letters after it: "j y point", "u sinistri".
  bool is_letter_before(size_t first) const {
    const Meaning* name = tokens_[first - 1].as(Spoken::kLetter, language_);
    if (name != nullptr) return !name->ordinary && is_letter(first);
    const std::string_view words = kLanguageWords[language_]->ordinary;
    const std::string one = " " + folded(first - 1);
    return words.find(one + " ") == words.npos && !words.ends_with(one);
  }

  // The token after a word that announces an address, if that word is a few words before.
  size_t announced_begin(size_t first, size_t limit) const {
    size_t i = first;
    for (size_t n = 0; n <= kMostFree && i > limit && near(i - 1); ++n) {
      --i;
      const bool cue = tokens_[i].as(Spoken::kCue, language_) != nullptr;
      if (cue || tokens_[i].as(Spoken::kLead, language_) != nullptr) {
        return cue || leads_back(i, limit) ? i + 1 : first;
      }
      if (mark(i) != '\0') return first;
    }
    return first;
  }
  // Whether only leads separate a word that announces an address from tokens[i].
  bool leads_back(size_t i, size_t limit) const {
    while (i > limit && tokens_[i].as(Spoken::kLead, language_) != nullptr) --i;
    return tokens_[i].as(Spoken::kCue, language_) != nullptr;
  }

  // The number of tokens of "www": one word, three letters, or "triple w".
  size_t www_tokens(size_t at) const {
    const SpokenToken& token = tokens_[at];
    if (token.end - token.begin == 3 && folded(at) == "www") return 1;
    const auto is_w = [&](size_t i) {
      if (i >= tokens_.size()) return false;
      const Meaning* name = tokens_[i].as(Spoken::kLetter, language_);
      return tokens_[i].letter == 'W' || (name != nullptr && name->value == 'w');
    };
    if (is_w(at) && is_w(at + 1) && is_w(at + 2) && near(at) && near(at + 1)) return 3;
    const Meaning* repeat = tokens_[at].as(Spoken::kRepeat, language_);
    return repeat != nullptr && repeat->value == 3 && is_w(at + 1) ? 2 : 0;
  }

  std::vector<SpokenPiece> pieces(size_t begin, size_t end) const {
    std::vector<SpokenPiece> out;
    for (size_t i = begin; i < end;) {
      size_t n = 1;
      out.push_back({tokens_[i].begin, tokens_[i].end, piece(i, end, n)});
      out.back().end = tokens_[i + n - 1].end;
      i += n;
    }
    return out;
  }

  // The text that a token of an address means; `n` becomes the number of tokens it takes.
  std::string piece(size_t i, size_t end, size_t& n) const {
    if (const char c = mark(i); c != '\0') return std::string(1, c);
    if (is_silent(i)) return {};
    if (const size_t www = www_tokens(i); www > 0 && i + www < end && mark(i + www) == '.') {
      n = www;
      return "www";
    }
    const SpokenNumber number = read_number(text_, tokens_, i, language_);
    if (number.n_tokens > 0 && i + number.n_tokens <= end) {
      n = number.n_tokens;
      return std::to_string(number.value);
    }
    if (is_domain(i) && is_example(i)) return "example";
    if (const Meaning* name = tokens_[i].as(Spoken::kLetter, language_); name != nullptr) {
      return std::string(1, static_cast<char>(name->value));
    }
    return folded(i);
  }
  bool is_example(size_t i) const {
    const std::string word = folded(i);
    return word.size() > 4 || static_cast<uint8_t>(word[0]) >= 0x80;
  }

  std::string_view text_;
  const std::vector<SpokenToken>& tokens_;
  uint8_t language_;
};

// Whether a token may be the sign or the point of an address, or "www".
bool may_begin_address(const SpokenToken& token) {
  if (token.letter == 'W' || token.end - token.begin == 3) return true;
  if (token.meanings == nullptr) return false;
  return std::any_of(token.meanings->begin(), token.meanings->end(), [](const Meaning& meaning) {
    return meaning.kind == Spoken::kRepeat || meaning.value == 'w' ||
           (meaning.kind == Spoken::kMark && (meaning.value == '@' || meaning.value == '.'));
  });
}

}  // namespace

std::vector<std::vector<SpokenPiece>> read_addresses(std::string_view text,
                                                     const std::vector<SpokenToken>& tokens) {
  std::vector<std::vector<SpokenPiece>> found;
  size_t reached = 0;
  for (size_t at = 0; at < tokens.size(); ++at) {
    if (!may_begin_address(tokens[at])) continue;
    std::vector<SpokenPiece> best;
    for (uint8_t i = 0; i < kLanguageWords.size(); ++i) {
      const AddressReader reader(text, tokens, i);
      for (const auto read : {&AddressReader::mail, &AddressReader::web}) {
        std::vector<SpokenPiece> pieces = (reader.*read)(at);
        if (pieces.empty() || pieces.front().begin < reached) continue;
        const bool longer =
            best.empty() || pieces.back().end > best.back().end ||
            (pieces.back().end == best.back().end && pieces.front().begin < best.front().begin);
        if (longer) best = std::move(pieces);
      }
    }
    if (best.empty()) continue;
    reached = best.back().end;
    found.push_back(std::move(best));
  }
  return found;
}

}  // namespace redact
