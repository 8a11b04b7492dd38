// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/rule_set.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/file_io.h"
#include "documents/files/checked_yaml.h"
#include "redactor/rules/checksum.h"
#include "redactor/rules/pattern_problem.h"
#include "redactor/span/merge_spans.h"

namespace redact {

extern const char kBuiltinRules[];  // rules/patterns.yaml, compiled into the library

namespace {

// RE2 reads some bytes in the time of a unit, and takes some units to start. It cannot be
// interrupted before the next match: 32 MiB without one take 20 to 50 ms.
constexpr size_t kBytesOfUnit = 8, kMatchUnits = 32;

// Rules that are looked for at once. With more, RE2 makes more states than it may keep, and makes
// them again and again.
constexpr size_t kMostInGroup = 12;
// A longer text is searched for each rule: made to reach ever new states, it may take a group 1 us
// a byte, in which the search cannot be stopped.
constexpr size_t kMostSearchedAtOnce = size_t{1} << 16;

re2::RE2::Options pattern_options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(re2::RE2::Options::EncodingLatin1);  // any bytes
  return options;
}

bool joins_digits(char c) { return c == '.' || c == '-' || c == '/'; }

// Whether [begin, end) is a piece of a longer number, such as four of the five pairs of a telephone
// number: tagging the piece would leave the rest.
bool goes_on(std::string_view text, size_t begin, size_t end) {
  const bool behind = end + 1 < text.size() && joins_digits(text[end]) && is_digit(text[end + 1]);
  const bool before = begin >= 2 && joins_digits(text[begin - 1]) && is_digit(text[begin - 2]);
  return behind || before;
}

}  // namespace

struct RuleSet::Rule {
  Which which() const {
    return !label ? Which::kStaying : spoken ? Which::kSpoken : Which::kLabelled;
  }
  // Compiled at the first call: most texts match a few of the rules.
  const re2::RE2& pattern() const {
    std::call_once(once, [&] { compiled.emplace(text, pattern_options()); });
    return *compiled;
  }

  std::optional<Label> label;  // none: its matches stay
  std::string text;            // of the pattern
  mutable std::once_flag once;
  mutable std::optional<re2::RE2> compiled;
  Checksum checksum = nullptr;
  bool spoken = false;
  bool shipped = false;
  uint32_t line = 0;  // of its file, at which it begins
};

// Consecutive rules of one kind. One search, which takes little longer than that for one of them,
// tells which of them match a text.
struct RuleSet::Group {
  Which which;
  size_t first, n;
  std::unique_ptr<re2::RE2::Set> patterns;  // none: there is no such search

  void add_all(std::vector<size_t>& rules) const {
    for (size_t i = 0; i < n; ++i) rules.push_back(first + i);
  }
  // Adds the rules that match a text.
  void add_matching(std::string_view text, std::vector<size_t>& rules) const {
    std::vector<int> found;
    re2::RE2::Set::ErrorInfo error{re2::RE2::Set::kNoError};
    if (patterns != nullptr) patterns->Match({text.data(), text.size()}, &found, &error);
    const bool is_out_of_memory = error.kind != re2::RE2::Set::kNoError;
    if (patterns == nullptr || is_out_of_memory) return add_all(rules);
    std::sort(found.begin(), found.end());
    for (const int i : found) rules.push_back(first + static_cast<size_t>(i));
  }
};

RuleSet::RuleSet() = default;
RuleSet::RuleSet(RuleSet&&) noexcept = default;
RuleSet& RuleSet::operator=(RuleSet&&) noexcept = default;
RuleSet::~RuleSet() = default;

Result<RuleSet> RuleSet::builtin() { return parse(kBuiltinRules, true); }

Result<RuleSet> RuleSet::parse(const std::string& yaml) { return parse(yaml, false); }

Result<RuleSet> RuleSet::parse(const std::string& yaml, bool shipped) {
  RuleSet set;
  try {
    REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(yaml, "rules"));
    REDACT_TRY(check_keys(root, "rules", {"rules"}));
    const YAML::Node rules = root["rules"];
    if (!rules.IsSequence()) return Error{ErrorKind::kBadInput, "rules", "is not a list"};
    for (const YAML::Node& node : rules) {
      const std::string where = "rule " + std::to_string(set.rules_.size() + 1);
      REDACT_TRY(check_keys(
          node, "rules", {"label", "stays", "spoken", "pattern", "checksum", "catches", "leaves"}));
      for (const char* list : {"catches", "leaves"}) {
        if (node[list] && !node[list].IsSequence()) {
          return Error{ErrorKind::kBadInput, where + " " + list, "is not a list"};
        }
      }
      auto rule = std::make_unique<Rule>();
      rule->line = static_cast<uint32_t>(node.Mark().line + 1);
      if (node["stays"] && node["stays"].as<bool>()) {
        for (const char* other : {"label", "spoken"}) {
          if (!node[other]) continue;
          return Error{ErrorKind::kBadInput, where + " stays",
                       "has a " + std::string(other) + " beside it"};
        }
      } else {
        rule->label = find_label(node["label"].as<std::string>());
        if (!rule->label) return Error{ErrorKind::kBadInput, where + " label", "is not a label"};
      }
      rule->spoken = node["spoken"] && node["spoken"].as<bool>();
      rule->shipped = shipped;
      rule->text = node["pattern"].as<std::string>();
      // Tests compile the shipped patterns.
      if (!shipped && !rule->pattern().ok()) {
        return Error{ErrorKind::kBadInput, where + " pattern", pattern_problem(rule->pattern())};
      }
      if (node["checksum"]) {
        const auto checksum = find_checksum(node["checksum"].as<std::string>());
        if (!checksum) return Error{ErrorKind::kBadInput, where + " checksum", "is unknown"};
        rule->checksum = *checksum;
      }
      for (const bool catches : {true, false}) {
        for (const YAML::Node& text : node[catches ? "catches" : "leaves"]) {
          set.examples_.push_back({set.rules_.size(), text.as<std::string>(), catches});
        }
      }
      set.rules_.push_back(std::move(rule));
    }
  } catch (const YAML::Exception& e) {
    return Error{ErrorKind::kBadInput, line_of(e.mark, "rules"), "is not what a rule file holds"};
  }
  set.make_groups();
  return set;
}

void RuleSet::make_groups() {
  for (size_t i = 0; i < rules_.size(); ++i) {
    const Which which = rules_[i]->which();
    const bool begins = i == 0 || groups_.back().which != which || groups_.back().n == kMostInGroup;
    if (begins) {
      groups_.push_back({which, i, 0, nullptr});
      groups_.back().patterns =
          std::make_unique<re2::RE2::Set>(pattern_options(), re2::RE2::UNANCHORED);
    }
    ++groups_.back().n;
    (void)groups_.back().patterns->Add(rules_[i]->text, nullptr);
  }
  for (Group& group : groups_) {
    if (!group.patterns->Compile()) group.patterns.reset();
  }
}

Result<RuleSet> RuleSet::read(const UserFile& file) {
  REDACT_ASSIGN(const std::string yaml, file.read());
  REDACT_ASSIGN(RuleSet set, parse(yaml));
  for (const Example& example : set.examples_) {
    if (set.find_with(example.rule, example.text).empty() == example.catches) {
      return Error{
          ErrorKind::kBadInput,
          "rule " + std::to_string(example.rule + 1) + (example.catches ? " catches" : " leaves"),
          "has an example that the pattern " +
              std::string(example.catches ? "does not match" : "matches")};
    }
  }
  return set;
}

std::set<Label> RuleSet::labels() const {
  std::set<Label> labels;
  for (const auto& rule : rules_) {
    if (rule->label) labels.insert(*rule->label);
  }
  return labels;
}

std::vector<Span> RuleSet::find_with(size_t index, std::string_view text, StopCheck& stop) const {
  const Rule& rule = *rules_[index];
  const re2::RE2& pattern = rule.pattern();
  const int group = pattern.NumberOfCapturingGroups() > 0 ? 1 : 0;
  std::vector<Span> out;
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece found[2];
  size_t looked = 0;  // position from which RE2 searched for the last match
  for (size_t at = 0; at <= text.size() && pattern.Match(whole, at, text.size(),
                                                         re2::RE2::UNANCHORED, found, group + 1);) {
    const size_t begin = static_cast<size_t>(found[group].data() - text.data());
    const size_t size = found[group].size();
    const size_t match_begin = static_cast<size_t>(found[0].data() - text.data());
    if (stop.after(kMatchUnits + (match_begin - looked) / kBytesOfUnit)) return out;
    looked = match_begin;
    const bool good = size > 0 && !goes_on(text, begin, begin + size) &&
                      (rule.checksum == nullptr || rule.checksum(text.substr(begin, size)));
    if (good) {
      out.push_back({begin, begin + size, rule.label.value_or(Label::kOther), 0,
                     rule.label ? SpanSource::kRule : SpanSource::kStay, rule.shipped, rule.line});
    }
    // A match that fails its check may hide another that begins a little later.
    at = good ? std::max(begin + size, match_begin + 1) : match_begin + 1;
  }
  (void)stop.after((text.size() - looked) / kBytesOfUnit);
  return out;
}

std::vector<Span> RuleSet::find_all(std::string_view text, Which which, StopCheck& stop) const {
  std::vector<Span> all;
  std::vector<size_t> rules;
  for (const Group& group : groups_) {
    const bool wanted =
        group.which == which || (group.which == Which::kLabelled && which == Which::kSpoken);
    if (!wanted) continue;
    if (text.size() > kMostSearchedAtOnce) {
      group.add_all(rules);
    } else {
      if (stop.after(text.size() / kBytesOfUnit)) return all;
      group.add_matching(text, rules);
    }
  }
  for (const size_t i : rules) {
    if (stop.has_stopped()) break;
    for (const Span& span : find_with(i, text, stop)) all.push_back(span);
  }
  return all;
}

std::vector<Span> RuleSet::find(std::string_view text, StopCheck& stop) const {
  return find_all(text, Which::kLabelled, stop);
}

std::vector<Span> RuleSet::find_spoken(std::string_view text, StopCheck& stop) const {
  return find_all(text, Which::kSpoken, stop);
}

std::vector<Span> RuleSet::find_staying(std::string_view text, StopCheck& stop) const {
  return merge_spans(find_all(text, Which::kStaying, stop));
}

}  // namespace redact
