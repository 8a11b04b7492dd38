// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/full_names.h"

#include <algorithm>
#include <set>

#include "runtime/text/utf8.h"

namespace redact {

namespace {

// The key of initials and of the first characters of names; no word holds a full stop.
std::string initial_of(const NamePart& part) {
  const size_t n_bytes = part.folded.empty() ? 0 : decode_utf8(part.folded, 0).n_bytes;
  return part.folded.substr(0, n_bytes) + ".";
}

std::string sorted_words(const std::vector<NamePart>& name) {
  std::vector<std::string> words;
  for (const NamePart& part : name) {
    words.push_back(part.is_initial ? initial_of(part) : part.folded);
  }
  std::sort(words.begin(), words.end());
  std::string out;
  for (const std::string& word : words) out += word + " ";
  return out;
}

// Whole words count for more than initials.
size_t length_of(const std::vector<NamePart>& name) {
  size_t length = 0;
  for (const NamePart& part : name) length += part.is_initial ? 1 : 100;
  return length;
}

}  // namespace

void FullNames::expect(std::string_view surface, Label label) {
  Name name = name_parts(surface);
  if (name.empty() || !known_.emplace(std::pair(label, sorted_words(name)), names_.size()).second) {
    return;
  }
  std::set<std::string> keys;
  for (const NamePart& part : name) {
    keys.insert(initial_of(part));
    if (!part.is_initial) keys.insert(part.folded);
  }
  for (const std::string& key : keys) holding_[{label, key}].push_back(names_.size());
  names_.push_back(std::move(name));
}

std::string FullNames::of(std::string_view surface, Label label) const {
  const Name name = name_parts(surface);
  std::string own = sorted_words(name);
  const auto word =
      std::find_if(name.begin(), name.end(), [](const NamePart& part) { return !part.is_initial; });
  if (name.empty()) return own;
  const auto holding =
      holding_.find({label, word != name.end() ? word->folded : initial_of(name[0])});
  if (holding == holding_.end()) return own;
  std::vector<const Name*> longer;
  for (const size_t i : holding->second) {
    if (may_be_short_for(name, names_[i])) longer.push_back(&names_[i]);
  }
  if (longer.empty()) return own;
  const Name* longest =
      *std::max_element(longer.begin(), longer.end(),
                        [](const Name* a, const Name* b) { return length_of(*a) < length_of(*b); });
  const bool one = std::all_of(longer.begin(), longer.end(), [&](const Name* other) {
    return may_be_short_for(*other, *longest);
  });
  return one ? sorted_words(*longest) : own;
}

}  // namespace redact
