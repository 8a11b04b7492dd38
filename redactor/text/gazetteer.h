// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace redact {

// A word of a text and the set of classes (given name, surname, town, ...) that it is known to
// have, a bit each.
struct KnownWord {
  size_t begin;  // bytes of the text
  size_t end;
  uint8_t classes;  // not 0
};

// What a user's own list says of a word or a phrase.
struct Hint {
  std::string kind;  // a class of the gazetteer, by its name
  std::string term;
  std::string where;  // for an error
};

// What is known of words and phrases, as a hint to a model that reads them in a text. Spellings are
// compared folded (words.h). Safe for concurrent calls once all hints
// are added.
//
// Entries are found by a hash of 32 bits: of 10,000 unknown words one is taken for one of 400,000
// entries, which a model that was trained with noise bears, and a note pays nothing for the words
// themselves, which would take three times the memory.
class Gazetteer {
 public:
  Gazetteer() = default;  // knows nothing
  // `entries` outlive the object: of 5 bytes each, the hash (high byte first) of a folded word, or
  // of up to kMostWords of them joined by spaces, and the set of its classes, not empty; in
  // ascending order of their hashes. kBadInput where they are not. The hash is FNV-1a of 64 bits,
  // the exclusive or of its halves. `classes`: the name of each bit of a set, 8 at most.
  static Result<Gazetteer> read(std::span<const uint8_t> entries, std::vector<std::string> classes);

  static constexpr size_t kMostWords = 4;

  // What a user's list says joins what is known. kBadInput, at the hint's place, where its kind is
  // no class, or its term has no word or more than kMostWords.
  Result<void> add(const Hint& hint);

  bool empty() const { return entries_.empty(); }

  // The words of a text that are known, in order. Of the phrases that begin at a word the longest
  // counts; its words have its classes beside those that each has by itself.
  std::vector<KnownWord> find(std::string_view text) const;

 private:
  // 0 where there is no such entry.
  uint8_t classes_of(const std::string& folded) const;

  std::span<const uint8_t> entries_;
  std::vector<std::string> classes_;
  std::unordered_map<std::string, uint8_t> own_;  // of hints
};

// The classes of the word that the last byte of bytes [begin, end) of a text stands in, 0 where it
// is not known. `words`: what find gave for the text, of which those that end before `begin` are
// taken off, so that tokens are looked up one behind another.
uint8_t classes_at(std::span<const KnownWord>& words, size_t begin, size_t end);

}  // namespace redact
