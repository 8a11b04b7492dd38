// SPDX-License-Identifier: Apache-2.0
#include "language/gazetteer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "language/words.h"

namespace redact {

namespace {

constexpr size_t kEntryBytes = 5;

// High bits of a hash by which an entry is found: of 400,000 entries, a few have the same.
constexpr int kIndexBits = 16;

// FNV-1a of a text, and of a text that goes on after one with the hash `before`.
constexpr uint64_t kEmptyHash = 0xcbf29ce484222325;
uint64_t fnv(std::string_view text, uint64_t before = kEmptyHash) {
  for (const char c : text) before = (before ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return before;
}

uint32_t hash_at(std::span<const uint8_t> entries, size_t i) {
  const uint8_t* entry = entries.data() + i * kEntryBytes;
  return uint32_t{entry[0]} << 24 | uint32_t{entry[1]} << 16 | uint32_t{entry[2]} << 8 | entry[3];
}

// Whether words with this gap may form one phrase: a space, or a hyphen, apostrophe or dot with an
// optional space after it.
bool joins_phrase(std::string_view gap) {
  if (gap == " " || gap == "\u00a0") return true;
  if (gap.ends_with(' ')) gap.remove_suffix(1);
  return gap == "-" || gap == "'" || gap == "\u2019" || gap == ".";
}

}  // namespace

Result<Gazetteer> Gazetteer::read(std::span<const uint8_t> entries,
                                  std::vector<std::string> classes) {
  const Error bad{ErrorKind::kBadInput, "redact.gazetteer", "is not a sorted table of entries"};
  if (entries.size() % kEntryBytes != 0) return bad;
  std::vector<uint32_t> first_of;
  for (size_t i = 0; i < entries.size() / kEntryBytes; ++i) {
    const uint8_t set = entries[i * kEntryBytes + 4];
    if (set == 0 || set >> classes.size() != 0) return bad;
    const uint32_t hash = hash_at(entries, i);
    if (i > 0 && hash_at(entries, i - 1) >= hash) return bad;
    while (first_of.size() <= hash >> (32 - kIndexBits)) {
      first_of.push_back(static_cast<uint32_t>(i));
    }
  }
  Gazetteer gazetteer;
  gazetteer.entries_ = entries;
  gazetteer.first_of_ = std::move(first_of);
  gazetteer.classes_ = std::move(classes);
  return gazetteer;
}

Result<void> Gazetteer::add(const Hint& hint) {
  const auto kind = std::find(classes_.begin(), classes_.end(), hint.kind);
  if (kind == classes_.end()) {
    std::string names;
    for (const std::string& name : classes_) names += (names.empty() ? "" : ", ") + name;
    return Error{ErrorKind::kBadInput, hint.where, "begins with none of " + names};
  }
  std::string phrase;
  const std::vector<Word> words = find_words(hint.term);
  if (words.empty() || words.size() > kMostWords) {
    return Error{ErrorKind::kBadInput, hint.where,
                 "has a term of no word or of more than " + std::to_string(kMostWords)};
  }
  for (const Word& word : words) phrase += (phrase.empty() ? "" : " ") + fold(hint.term, word);
  own_[fnv(phrase)] |= static_cast<uint8_t>(1 << (kind - classes_.begin()));
  return {};
}

uint8_t Gazetteer::set_of(std::initializer_list<std::string_view> names) const {
  uint8_t set = 0;
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (std::ranges::find(names, classes_[i]) != names.end()) set |= static_cast<uint8_t>(1 << i);
  }
  return set;
}

uint8_t Gazetteer::classes_of(uint64_t fnv) const {
  const auto own = own_.find(fnv);
  const uint8_t of_user = own != own_.end() ? own->second : 0;
  const auto hash = static_cast<uint32_t>(fnv ^ fnv >> 32);
  const size_t high_bits = hash >> (32 - kIndexBits);
  if (high_bits >= first_of_.size()) return of_user;
  // A file may crowd its entries into one of these ranges, so it is halved, not walked through.
  const size_t n = entries_.size() / kEntryBytes;
  size_t i = first_of_[high_bits];
  size_t end = high_bits + 1 < first_of_.size() ? first_of_[high_bits + 1] : n;
  while (i < end) {
    const size_t middle = i + (end - i) / 2;
    if (hash_at(entries_, middle) < hash) {
      i = middle + 1;
    } else {
      end = middle;
    }
  }
  const bool found = i < n && hash_at(entries_, i) == hash;
  return of_user | (found ? entries_[i * kEntryBytes + 4] : 0);
}

std::vector<KnownWord> Gazetteer::find(std::string_view text) const {
  if (empty()) return {};
  const std::vector<Word> words = find_words(text);
  std::vector<std::string> folded;
  std::vector<uint64_t> hashes;
  std::vector<KnownWord> known;
  folded.reserve(words.size());
  hashes.reserve(words.size());
  known.reserve(words.size());
  for (const Word& word : words) {
    folded.push_back(fold(text, word));
    hashes.push_back(fnv(folded.back()));
    known.push_back({word.begin, word.end, classes_of(hashes.back())});
  }
  for (size_t i = 0; i < words.size(); ++i) {
    uint64_t phrase = hashes[i];
    size_t end = i + 1;
    uint8_t classes = 0;
    for (size_t j = i + 1; j < std::min(words.size(), i + kMostWords); ++j) {
      const size_t gap = words[j - 1].end;
      if (!joins_phrase(text.substr(gap, words[j].begin - gap))) break;
      phrase = fnv(folded[j], fnv(" ", phrase));
      if (const uint8_t of_phrase = classes_of(phrase)) classes = of_phrase, end = j + 1;
    }
    for (size_t j = i; j < end; ++j) known[j].classes |= classes;
  }
  std::erase_if(known, [](const KnownWord& word) { return word.classes == 0; });
  return known;
}

uint8_t classes_at(std::span<const KnownWord>& words, size_t begin, size_t end) {
  const size_t at = std::max(begin + 1, end) - 1;
  while (!words.empty() && words.front().end <= at) words = words.subspan(1);
  return !words.empty() && words.front().begin <= at ? words.front().classes : 0;
}

}  // namespace redact
