// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/surrogate_names.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "language/words.h"
#include "redactor/policy/builtin_surrogates.h"

namespace redact {

namespace {

// One in this many made-up names is a name of the lists. Of the name words that the bundled model
// misses in notes of writers unknown to it, one in five is on them.
constexpr uint64_t kListed = 4;
// One in this many joined names has a changed letter, so that it can rarely be joined from names of
// the lists. A third of the missed name words cannot.
constexpr uint64_t kChanged = 2;
// Letters of a joined name: shorter ones read like initials, longer ones like two names.
constexpr size_t kShortest = 4, kLongest = 11;

struct WeightedNames {
  std::vector<std::string> names;
  std::vector<uint64_t> up_to;  // the sums of the weights up to and with each name

  const std::string& at(uint64_t drawn) const {
    const auto name = std::upper_bound(up_to.begin(), up_to.end(), drawn % up_to.back());
    return names[static_cast<size_t>(name - up_to.begin())];
  }
};

const WeightedNames& names_of(std::string_view language, std::string_view list) {
  static const auto kNames = [] {
    std::map<std::string, WeightedNames, std::less<>> all;
    std::istringstream lines(kBuiltinSurrogateNames);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.front() == '#') continue;
      std::istringstream words(line);
      std::string of_language, of_list, name;
      uint64_t weight = 0;
      words >> of_language >> of_list >> weight;
      WeightedNames& group = all[of_language + ' ' + of_list];
      while (words >> name) {
        group.names.push_back(name);
        group.up_to.push_back((group.up_to.empty() ? 0 : group.up_to.back()) + weight);
      }
    }
    return all;
  }();
  return kNames.find(std::string(language) + ' ' + std::string(list))->second;
}

// Independent numbers taken from one random number.
class Drawn {
 public:
  explicit Drawn(uint64_t bits) : bits_(bits) {}
  // A number below n, which is small compared with the remaining bits.
  size_t below(uint64_t n) { return std::exchange(bits_, bits_ / n) % n; }

 private:
  uint64_t bits_;
};

std::vector<std::string_view> letters_of(std::string_view name) {
  std::vector<std::string_view> letters;
  for (size_t at = 0; at < name.size(); at += letters.back().size()) {
    letters.push_back(name.substr(at, decode_utf8(name, at).n_bytes));
  }
  return letters;
}

// A position where one name may continue as the other: an equal letter in both, not the first in
// either, after which the two differ.
struct Joint {
  size_t begin, end;
};

std::vector<Joint> find_joints(const std::vector<std::string_view>& begin,
                               const std::vector<std::string_view>& end) {
  std::vector<Joint> joints;
  for (size_t i = 1; i < begin.size(); ++i) {
    for (size_t j = 1; j + 1 < end.size(); ++j) {
      const size_t n = i + end.size() - j;
      if (begin[i] == end[j] && n >= kShortest && n <= kLongest) joints.push_back({i, j});
    }
  }
  return joints;
}

bool is_vowel(std::string_view letter) {
  return std::string_view("aeiou").find(fold(letter)[0]) != std::string_view::npos;
}

// Changes an inner letter of a name to one of `other`, a vowel to a vowel and a consonant to a
// consonant, so that the name stays readable. Changes nothing if `other` has no such letter.
void change_letter(std::vector<std::string_view>& name, const std::string& other, Drawn& drawn) {
  const std::vector<std::string_view> letters = letters_of(other);
  std::string_view& changed = name[1 + drawn.below(name.size() - 2)];
  const size_t first = drawn.below(letters.size());
  for (size_t i = 0; i < letters.size(); ++i) {
    const std::string_view letter = letters[(first + i) % letters.size()];
    if (letter == changed || is_vowel(letter) != is_vowel(changed)) continue;
    changed = letter;
    return;
  }
}

}  // namespace

Result<std::optional<std::string>> make_up_name(const Secret& secret, std::string_view language,
                                                std::string_view list, std::string_view message) {
  REDACT_ASSIGN(const Digest digest, secret.draw("made-up name", message));
  std::array<uint64_t, 4> drawn;
  static_assert(sizeof(drawn) == std::tuple_size_v<Digest>);
  std::memcpy(drawn.data(), digest.data(), sizeof(drawn));
  const WeightedNames& names = names_of(language, list);
  const std::string& first = names.at(drawn[0]);
  Drawn choices(drawn[1]);
  if (choices.below(kListed) == 0) return std::optional(first);
  const auto begin = letters_of(first), end = letters_of(names.at(drawn[2]));
  const std::vector<Joint> joints = find_joints(begin, end);
  if (joints.empty()) return std::optional<std::string>();
  const Joint joint = joints[Drawn(drawn[3]).below(joints.size())];
  std::vector<std::string_view> letters(begin.begin(), begin.begin() + joint.begin);
  letters.insert(letters.end(), end.begin() + joint.end, end.end());
  if (choices.below(kChanged) == 0) {
    const std::string& other = names.names[choices.below(names.names.size())];
    change_letter(letters, other, choices);
  }
  std::string name;
  for (const std::string_view letter : letters) name += letter;
  return std::optional(std::move(name));
}

}  // namespace redact
