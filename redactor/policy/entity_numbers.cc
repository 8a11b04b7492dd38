// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/entity_numbers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace redact {

namespace {

bool all_in(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  return std::all_of(some.begin(), some.end(), [&](const std::string& word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  });
}

}  // namespace

size_t EntityNumbers::of_person(size_t person) {
  const auto [known, is_new] = people_.emplace(person, words_.size());
  if (is_new) words_.emplace_back();
  return number(known->second);
}

size_t EntityNumbers::of_words(std::vector<std::string> words) {
  if (const auto same = same_.find(words); same != same_.end()) return number(same->second);
  std::optional<size_t> fits;
  for (const std::string& word : words) {
    const auto holders = with_word_.find(word);
    if (holders == with_word_.end()) continue;
    for (auto entity = holders->second.rbegin(); entity != holders->second.rend(); ++entity) {
      if (fits && *entity <= *fits) break;
      const std::vector<std::string>& known = words_[*entity];
      if (all_in(words, known) || all_in(known, words)) fits = *entity;
    }
  }
  if (!fits) return number(add(std::move(words)));
  if (all_in(words_[*fits], words)) set_words(*fits, std::move(words));
  return number(*fits);
}

size_t EntityNumbers::add(std::vector<std::string> words) {
  words_.emplace_back();
  set_words(words_.size() - 1, std::move(words));
  return words_.size() - 1;
}

void EntityNumbers::set_words(size_t entity, std::vector<std::string> words) {
  const auto before = same_.find(words_[entity]);
  if (before != same_.end() && before->second == entity) same_.erase(before);
  for (const std::string& word : words) {
    std::vector<size_t>& holders = with_word_[word];
    const auto place = std::lower_bound(holders.begin(), holders.end(), entity);
    if (place == holders.end() || *place != entity) holders.insert(place, entity);
  }
  same_.emplace(words, entity);
  words_[entity] = std::move(words);
}

}  // namespace redact
