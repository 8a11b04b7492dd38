// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace redact {

// A word of a text and the set of its known classes (given name, surname, town, ...), one bit each.
struct KnownWord {
  size_t begin;  // bytes of the text
  size_t end;
  uint8_t classes;  // not 0
};

// A line of a user's list about a word or a phrase.
struct Hint {
  std::string kind;  // the name of a class of the gazetteer
  std::string term;
  std::string where;  // its position in the list, for errors
};

// Knowledge about words and phrases, as a hint to a model that reads them in a text. Spellings are
// compared in folded form (words.h). Safe for concurrent calls once all hints are added.
//
// Entries are found by a 32-bit hash: one in 10,000 unknown words collides with one of 400,000
// entries, which a model that was trained with noise tolerates. Storing the words themselves would
// take three times the memory.
class Gazetteer {
 public:
  Gazetteer() = default;  // contains no words
  // `entries` must outlive the object. Each has 5 bytes: the hash (high byte first) of a folded
  // word, or of up to kMostWords folded words joined by spaces, and the set of its classes, not
  // empty. They are in ascending order of their hashes, else kBadInput. The hash is the exclusive
  // or of the halves of 64-bit FNV-1a. `classes`: the name of each bit of a set, at most 8.
  static Result<Gazetteer> read(std::span<const uint8_t> entries, std::vector<std::string> classes);

  static constexpr size_t kMostWords = 4;

  // Adds a line of a user's list. kBadInput, with the hint's position, if its kind is not a class,
  // or if its term has no word or more than kMostWords.
  Result<void> add(const Hint& hint);

  bool empty() const { return entries_.empty(); }

  // The set of the classes with these names; names that are no class count nothing.
  uint8_t set_of(std::initializer_list<std::string_view> names) const;

  // The known words of a text, in order. Of the phrases that begin at a word the longest counts;
  // its words have the classes of the phrase as well as their own.
  std::vector<KnownWord> find(std::string_view text) const;

 private:
  // The classes of the folded word or phrase with this FNV-1a; 0 if it has none.
  uint8_t classes_of(uint64_t fnv) const;

  std::span<const uint8_t> entries_;
  std::vector<uint32_t> first_of_;  // the first entry whose hash has these high bits, or the next
  std::vector<std::string> classes_;
  std::unordered_map<uint64_t, uint8_t> own_;  // from hints, by FNV-1a
};

// The classes of the word that contains the last of the bytes [begin, end) of a text; 0 if the word
// is not known. `words`: the result of find() for the text. The words that end before `begin` are
// removed from it, so tokens must be looked up in order.
uint8_t classes_at(std::span<const KnownWord>& words, size_t begin, size_t end);

}  // namespace redact
