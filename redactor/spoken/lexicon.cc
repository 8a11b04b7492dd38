// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/lexicon.h"

#include <utf8proc.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/utf8.h"
#include "language/month_names.h"
#include "language/words.h"
#include "redactor/spoken/language_words.h"

namespace redact {

namespace {

// Last parts of addresses, and the spoken forms of "example", which is reserved for examples.
constexpr std::string_view kDomains =
    "com org net edu gov info eu uk us ca au nz za ie in sg de at ch es mx ar co cl pe uy it fr be "
    "lu ro md tr eg sa ae jo lb ma dz tn example=example exemple=example exemplu=example "
    "ejemplo=example esempio=example beispiel=example örnek=example إكزامبل=example "
    "اكزامبل=example إكزومبل=example مثال=example";
// Used only in addresses, in every language.
constexpr std::string_view kSigns =
    "chiocciola chiocciolina arroba arobase arrobase arond "
    "klammeraffe underscore أندرسكور اندرسكور maimuță www آت";

struct ListItem {
  std::string word;  // as in the list, with spaces for underscores
  std::string_view means;
};

std::vector<ListItem> items_of(std::string_view list) {
  std::vector<ListItem> out;
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(' ', at), list.size());
    const std::string_view item = list.substr(at, end - at);
    const size_t equal = item.find('=');
    if (!item.empty()) {
      std::string word(item.substr(0, equal));
      std::replace(word.begin(), word.end(), '_', ' ');
      out.push_back({std::move(word), equal == item.npos ? "" : item.substr(equal + 1)});
    }
    at = end + 1;
  }
  return out;
}

std::string upper(std::string_view word) {
  std::string out;
  for (size_t at = 0; at < word.size();) {
    const Utf8Unit unit = decode_utf8(word, at);
    at += unit.n_bytes;
    utf8proc_uint8_t bytes[4];
    const auto n = utf8proc_encode_char(utf8proc_toupper(unit.code_point), bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(n));
  }
  return out;
}

constexpr uint8_t kSolid = kMayBeSpoken | kMayBeItem | kMayBeClear;
constexpr size_t kShortestSolid = 7;  // bytes of a number of several parts in one word

struct SpokenLexicon {
  std::unordered_map<std::string, std::vector<Meaning>> words;
  std::set<std::string> starts;  // of phrases
  SpokenHints hints;

  SpokenLexicon() {
    for (uint8_t i = 0; i < kLanguageWords.size(); ++i) add_language(i, *kLanguageWords[i]);
    for (const ListItem& item : items_of(kDomains)) {
      // "punto de": most country domains are also words.
      const bool clear = item.word.size() > 2 || item.word == "uk" || item.word == "fr";
      add(item.word, {0xff, Spoken::kDomain, true, 0},
          static_cast<uint8_t>(kMayBeSpoken | (clear ? kMayBeDomain : 0)));
    }
    for (const ListItem& item : items_of(kSigns)) hint(item.word, kMayBeSpoken | kMayBeSign);
    for (char c = 'a'; c <= 'z'; ++c) hint(std::string(1, c), kMayBeSpoken | kMayBeItem);
  }

  void hint(const std::string& word, uint8_t bits) {
    const std::string first = word.substr(0, word.find(' '));
    for (const std::string& form : {first, fold(first), upper(first)}) {
      hints.add(form, bits);
    }
    if (static_cast<uint8_t>(word[0]) < 0xd8) return;
    const std::string joined = std::string(kAndPrefix) + first;
    hints.add(joined, bits);
  }

  void add(const std::string& word, Meaning meaning, uint8_t bits) {
    const std::string folded = fold(word);
    if (const size_t space = folded.find(' '); space != folded.npos) {
      starts.insert(folded.substr(0, space));
    }
    std::vector<Meaning>& list = words[folded];
    const auto same = [&](const Meaning& m) {
      return m.language == meaning.language && m.kind == meaning.kind;
    };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(meaning);
    hint(word, bits);
  }

  void add_language(uint8_t index, const LanguageWords& language) {
    std::set<std::string> ordinary;
    for (const ListItem& item : items_of(language.ordinary)) ordinary.insert(fold(item.word));
    const auto put = [&](std::string_view list, Spoken kind, uint8_t bits, auto value) {
      for (const ListItem& item : items_of(list)) {
        const bool common = ordinary.contains(fold(item.word));
        const bool is_item = kind <= Spoken::kAlphabet && kind != Spoken::kAnd;
        const bool is_name = kind == Spoken::kAlphabet || (kind == Spoken::kLetter && !common);
        const uint8_t clear = is_name ? kMayBeName : is_item && !common ? kMayBeClear : 0;
        add(item.word, {index, kind, common, value(item)},
            static_cast<uint8_t>(bits | kMayBeSpoken | clear | (is_item ? kMayBeItem : 0)));
      }
    };
    const auto number = [](const ListItem& item) { return std::stoi(std::string(item.means)); };
    const auto sign = [](const ListItem& item) {
      return static_cast<int32_t>(item.means.empty() ? ' ' : item.means[0]);
    };
    const auto initial = [](const ListItem& item) {
      return static_cast<int32_t>(fold(item.word)[0]);
    };
    const auto none = [](const ListItem&) { return 0; };
    put(language.numbers, Spoken::kNumber, 0, number);
    put(language.hundreds, Spoken::kHundred, 0, none);
    put(language.thousands, Spoken::kThousand, 0, none);
    put(language.millions, Spoken::kMillion, 0, none);
    put(language.ands, Spoken::kAnd, 0, none);
    std::string ordinals;
    for (const ListItem& item : items_of(language.ordinals)) {
      for (const ListItem& ending : items_of(language.endings.empty() ? "=" : language.endings)) {
        ordinals += item.word + ending.word + "=" + std::string(item.means) + " ";
      }
    }
    put(ordinals, Spoken::kOrdinal, 0, number);
    put(language.repeats, Spoken::kRepeat, 0, number);
    for (const ListItem& item : items_of(language.marks)) {
      add(item.word, {index, Spoken::kMark, ordinary.contains(fold(item.word)), sign(item)},
          static_cast<uint8_t>(kMayBeSpoken | kMayBeItem | (item.means == "." ? kMayBeDot : 0)));
    }
    put(language.letters, Spoken::kLetter, 0, sign);
    put(language.alphabet, Spoken::kAlphabet, 0, initial);
    put(language.links, Spoken::kLink, 0, none);
    put(language.fillers, Spoken::kFiller, 0, none);
    put(language.cues, Spoken::kCue, 0, none);
    put(language.leads, Spoken::kLead, 0, none);
    add_solid(index, language);
    for (const MonthNames& names : month_names()) {
      if (names.language != language.language) continue;
      for (int m = 0; m < 12; ++m) {
        add(std::string(names.names[static_cast<size_t>(m)]),
            {index, Spoken::kMonth, ordinary.contains(fold(names.names[static_cast<size_t>(m)])),
             m + 1},
            kMayBeSpoken | kMayBeMonth);
      }
    }
  }

  // The numbers from 21 to 99 in one word, and the beginnings of longer ones.
  void add_solid(uint8_t index, const LanguageWords& language) {
    const bool german = language.language == "de", italian = language.language == "it";
    if (!german && !italian && language.language != "tr") return;
    const std::vector<ListItem> numbers = items_of(language.numbers);
    for (const std::string_view list : {language.hundreds, language.thousands}) {
      for (const ListItem& times : items_of(german || italian ? list : "")) {
        // Together with the first bytes of a possible rest, so many as the hints distinguish.
        for (const ListItem& item : numbers) {
          hints.add(times.word + item.word, kSolid);
          hints.add(item.word + times.word, kSolid);
          hints.add(item.word + times.word + "s", kSolid);
        }
      }
    }
    for (const ListItem& tens : numbers) {
      const int ten = std::stoi(std::string(tens.means));
      if (ten < 20 || ten % 10 != 0) continue;
      for (const ListItem& units : numbers) {
        const int unit = std::stoi(std::string(units.means));
        if (unit < 1 || unit > 9 || units.word == "eins") continue;
        std::string stem = tens.word;
        if (italian && (unit == 1 || unit == 8)) stem.pop_back();  // "ventuno", "ventotto"
        const std::string word = german ? units.word + "und" + tens.word : stem + units.word;
        add(word, {index, Spoken::kNumber, false, ten + unit}, kSolid);
      }
    }
  }

  // The value of a word for a number below 100; -1 if it is not such a number.
  int32_t small(const std::string& folded, uint8_t language) const {
    const auto found = words.find(folded);
    if (found == words.end()) return -1;
    for (const Meaning& m : found->second) {
      if (m.language == language && m.kind == Spoken::kNumber && m.value < 100) return m.value;
    }
    return -1;
  }

  // The value of a number of several parts in one word, split at its largest multiplying word.
  int32_t solid(std::string_view folded, uint8_t language, bool thousands) const {
    const LanguageWords& own = *kLanguageWords[language];
    for (const ListItem& item : items_of(thousands ? own.thousands : own.hundreds)) {
      const size_t at = folded.find(item.word);
      if (at == folded.npos) continue;
      std::string_view rest = folded.substr(at + item.word.size());
      if (rest.starts_with("und")) rest.remove_prefix(3);
      const int32_t times = at == 0 ? 1 : part(folded.substr(0, at), language, thousands);
      int32_t more = rest.empty() ? 0 : part(rest, language, thousands);
      // "cent-ottanta"
      if (more < 0 && !thousands) more = part("o" + std::string(rest), language, thousands);
      if (times < 1 || more < 0) return -1;
      return times * (thousands ? 1000 : 100) + more;
    }
    return thousands ? solid(folded, language, false) : -1;
  }
  int32_t part(std::string_view folded, uint8_t language, bool of_thousands) const {
    const int32_t value = small(std::string(folded), language);
    return value < 0 && of_thousands ? solid(folded, language, false) : value;
  }
};

const SpokenLexicon& spoken_lexicon() {
  static const SpokenLexicon kLexicon;
  return kLexicon;
}

}  // namespace

const std::vector<Meaning>* find_spoken(const std::string& folded) {
  const auto found = spoken_lexicon().words.find(folded);
  return found == spoken_lexicon().words.end() ? nullptr : &found->second;
}

bool begins_phrase(const std::string& folded) { return spoken_lexicon().starts.contains(folded); }

int32_t solid_number(std::string_view folded, uint8_t language) {
  if (folded.size() < kShortestSolid) return -1;
  if (kLanguageWords[language]->order != NumberOrder::kSolid) return -1;
  return spoken_lexicon().solid(folded, language, true);
}

const SpokenHints& spoken_hints() { return spoken_lexicon().hints; }

}  // namespace redact
