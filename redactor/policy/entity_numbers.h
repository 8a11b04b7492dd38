// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace redact {

// The numbers of a document's entities of one kind, in order of occurrence.
class EntityNumbers {
 public:
  // `taken`: the highest number that the source of the document holds, as if an entity had it.
  explicit EntityNumbers(size_t taken = 0) : taken_(taken) {}

  // A person keeps one number.
  size_t of_person(size_t person);
  // The number of an entity by its folded `words`. If all words of one entity occur in another ("St
  // Mary's", "St Mary's Hospital"), both have one number; if several fit, that of the most recent
  // one.
  size_t of_words(std::vector<std::string> words);

 private:
  size_t number(size_t entity) const { return taken_ + entity + 1; }
  size_t add(std::vector<std::string> words);
  void set_words(size_t entity, std::vector<std::string> words);

  size_t taken_;
  std::vector<std::vector<std::string>> words_;  // of each entity; the longest form
  std::map<std::vector<std::string>, size_t> same_;
  std::unordered_map<std::string, std::vector<size_t>> with_word_;  // entities, in ascending order
  std::unordered_map<size_t, size_t> people_;
};

}  // namespace redact
