// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace redact {

// The numbers of a document's entities of one kind, in the order in which they occur, from 1.
class EntityNumbers {
 public:
  // A person keeps one number.
  size_t of_person(size_t person);
  // What consists of words that all occurred in an earlier one ("St Mary's", "St Mary's Hospital"),
  // or the other way round, gets the number of that one, the most recent if several fit. `words`:
  // folded.
  size_t of_words(std::vector<std::string> words);

 private:
  size_t add(std::vector<std::string> words);
  void set_words(size_t entity, std::vector<std::string> words);

  std::vector<std::vector<std::string>>
      words_;  // of each entity; the most that it was written with
  std::map<std::vector<std::string>, size_t> same_;
  std::unordered_map<std::string, std::vector<size_t>> with_word_;  // entities, in ascending order
  std::unordered_map<size_t, size_t> people_;
};

}  // namespace redact
