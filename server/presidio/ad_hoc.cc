// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/ad_hoc.h"

#include <algorithm>
#include <array>

#include "server/ascii.h"

namespace redact::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

// Presidio's: how a word of the context raises a score, and how far in front of the place it looks.
constexpr double kRaise = 0.35, kLeastRaised = 0.4;
constexpr size_t kWordsBefore = 5;
constexpr size_t kMostBytesBefore = 512;  // a word may be as long as the text
// A request is no place for whole rule sets; those belong in --rules.
constexpr size_t kMostRecognizers = 64, kMostPatterns = 64, kMostPatternBytes = 4096;
constexpr size_t kMostDenyTerms = 10000;

Refusal type_error(const std::string& what) {
  return {400, "Failed to parse /analyze request for AnalyzerEngine.analyze(). " + what};
}

bool is_word(char byte) {
  const bool is_ascii = static_cast<unsigned char>(byte) < 0x80;
  return is_letter(byte) || is_digit(byte) || byte == '_' || !is_ascii;
}

// Whether a word of the context is a part of one of them.
bool is_in(const std::string& word, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& each) { return each.find(word) != each.npos; });
}

template <size_t n>
std::optional<Refusal> check_fields(const OrderedJson& object, const char* of,
                                    const std::array<std::string_view, n>& known) {
  if (!object.is_object()) return type_error(std::string(of) + " is no JSON object");
  for (const auto& item : object.items()) {
    if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
      return type_error(std::string(of) + ".__init__() got an unexpected keyword argument '" +
                        item.key() + "'");
    }
  }
  return std::nullopt;
}

Checked<std::string> text_field(const OrderedJson& object, const char* of, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    return type_error(std::string(of) + ".__init__() needs a string '" + name + "'");
  }
  return found->get<std::string>();
}

Checked<std::vector<std::string>> list_field(const OrderedJson& object, const char* name) {
  std::vector<std::string> list;
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return list;
  if (!found->is_array() || found->size() > kMostDenyTerms) {
    return type_error(std::string("'") + name + "' is no list of at most 10000 strings");
  }
  for (const OrderedJson& each : *found) {
    if (!each.is_string()) return type_error(std::string("'") + name + "' is no list of strings");
    if (!each.get_ref<const std::string&>().empty()) list.push_back(each.get<std::string>());
  }
  return list;
}

// The words of a text that end before a place, in lower case: the last few, and the first of the
// place itself.
std::vector<std::string> words_around(std::string_view text, size_t begin, size_t end) {
  std::vector<std::string> words;
  const size_t first = begin - std::min(begin, kMostBytesBefore);
  size_t at = begin;
  while (words.size() < kWordsBefore && at > first) {
    while (at > first && !is_word(text[at - 1])) --at;
    const size_t word_end = at;
    while (at > first && is_word(text[at - 1])) --at;
    if (at < word_end) words.push_back(lower(text.substr(at, word_end - at)));
  }
  size_t own = begin;
  while (own < end && !is_word(text[own])) ++own;
  size_t own_end = own;
  while (own_end < end && is_word(text[own_end])) ++own_end;
  if (own < own_end) words.push_back(lower(text.substr(own, own_end - own)));
  return words;
}

}  // namespace

Checked<std::shared_ptr<const re2::RE2>> compile(const std::string& pattern, int flags) {
  if (pattern.size() > kMostPatternBytes) return Refusal{400, "a pattern is too long"};
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive((flags & kIgnoreCase) == 0);
  options.set_dot_nl((flags & kDotAll) != 0);
  const std::string whole = (flags & kMultiLine) != 0 ? "(?m)" + pattern : pattern;
  auto compiled = std::make_shared<const re2::RE2>(whole, options);
  if (!compiled->ok()) {
    return Refusal{400, "a pattern is malformed or uses what RE2 does not have"};
  }
  return compiled;
}

Checked<std::vector<AdHocRecognizer>> AdHocRecognizer::parse(const OrderedJson& list, int flags) {
  std::vector<AdHocRecognizer> all;
  if (list.is_null()) return all;
  if (!list.is_array() || list.size() > kMostRecognizers) {
    return type_error("ad_hoc_recognizers is no list of at most 64 recognizers");
  }
  size_t n_patterns = 0;
  for (const OrderedJson& each : list) {
    SERVER_ASSIGN(AdHocRecognizer one, parse_one(each, flags));
    n_patterns += one.n_patterns();
    all.push_back(std::move(one));
  }
  if (n_patterns > kMostPatterns) return type_error("there are more than 64 patterns");
  return all;
}

Checked<AdHocRecognizer> AdHocRecognizer::parse_one(const OrderedJson& object, int flags) {
  static constexpr std::array<std::string_view, 10> kFields = {
      "name",    "supported_language", "patterns",           "deny_list", "deny_list_score",
      "context", "supported_entity",   "supported_entities", "version",   "global_regex_flags"};
  constexpr const char* kOf = "PatternRecognizer";
  if (auto refusal = check_fields(object, kOf, kFields)) return *refusal;
  AdHocRecognizer made;
  SERVER_ASSIGN(made.entity_, text_field(object, kOf, "supported_entity"));
  if (object.contains("name")) {
    SERVER_ASSIGN(made.name_, text_field(object, kOf, "name"));
  }
  if (object.contains("supported_language")) {
    SERVER_ASSIGN(made.language_, text_field(object, kOf, "supported_language"));
  }
  if (const auto own = object.find("global_regex_flags"); own != object.end()) {
    if (!own->is_number_integer()) return type_error("'global_regex_flags' is no number");
    flags = own->get<int>();
  }
  const OrderedJson patterns = object.value("patterns", OrderedJson::array());
  if (!patterns.is_array()) return type_error("'patterns' is no list");
  for (const OrderedJson& each : patterns) {
    SERVER_ASSIGN(Pattern pattern, parse_pattern(each, flags));
    made.patterns_.push_back(std::move(pattern));
  }
  SERVER_ASSIGN(const std::vector<std::string> deny, list_field(object, "deny_list"));
  if (made.patterns_.empty() && deny.empty()) {
    return type_error("Pattern recognizer should be initialized with patterns or with deny list");
  }
  if (!deny.empty()) {
    std::string any;
    for (const std::string& term : deny) {
      any += (any.empty() ? "" : "|") + re2::RE2::QuoteMeta(term);
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive((flags & kIgnoreCase) == 0);
    made.deny_ = std::make_shared<const re2::RE2>(any, options);
    if (!made.deny_->ok()) return Refusal{400, "a deny_list is too long"};
  }
  if (const auto score = object.find("deny_list_score"); score != object.end()) {
    if (!score->is_number()) return type_error("'deny_list_score' is no number");
    made.deny_score_ = std::clamp(score->get<double>(), 0.0, 1.0);
  }
  SERVER_ASSIGN(made.context_, list_field(object, "context"));
  for (std::string& word : made.context_) word = lower(std::move(word));
  return made;
}

Checked<AdHocRecognizer::Pattern> AdHocRecognizer::parse_pattern(const OrderedJson& object,
                                                                 int flags) {
  static constexpr std::array<std::string_view, 3> kFields = {"name", "regex", "score"};
  constexpr const char* kOf = "Pattern";
  if (auto refusal = check_fields(object, kOf, kFields)) return *refusal;
  Pattern pattern;
  SERVER_ASSIGN(pattern.name, text_field(object, kOf, "name"));
  SERVER_ASSIGN(pattern.regex, text_field(object, kOf, "regex"));
  const auto score = object.find("score");
  if (score == object.end() || !score->is_number() || score->get<double>() < 0 ||
      score->get<double>() > 1) {
    return type_error("Pattern.__init__() needs a 'score' from 0 to 1");
  }
  pattern.score = score->get<double>();
  SERVER_ASSIGN(pattern.compiled, compile(pattern.regex, flags));
  return pattern;
}

bool AdHocRecognizer::find(std::string_view text, const std::vector<std::string>& request_context,
                           const Limits& limits, std::vector<Found>& all) const {
  std::vector<bool> is_in_request(context_.size());
  for (size_t i = 0; i < context_.size(); ++i) {
    is_in_request[i] = is_in(context_[i], request_context);
  }
  const re2::StringPiece piece(text.data(), text.size());
  re2::StringPiece match;
  bool is_too_much = false;
  const auto next = [&](const re2::RE2& re, size_t from) {
    is_too_much = is_too_much || all.size() >= limits.most ||
                  std::chrono::steady_clock::now() > limits.deadline;
    return !is_too_much && from <= text.size() &&
           re.Match(piece, from, text.size(), re2::RE2::UNANCHORED, &match, 1);
  };
  const auto begin_of = [&] { return static_cast<size_t>(match.data() - text.data()); };
  for (const Pattern& pattern : patterns_) {
    if (pattern.score == 0) continue;
    for (size_t from = 0; next(*pattern.compiled, from);) {
      const size_t begin = begin_of(), end = begin + match.size();
      if (begin < end) add(text, begin, end, pattern, is_in_request, all);
      from = end > begin ? end : end + 1;
      while (from < text.size() && (text[from] & 0xc0) == 0x80) ++from;
    }
  }
  if (deny_ == nullptr || deny_score_ == 0) return !is_too_much;
  const Pattern listed{"deny_list", {}, deny_score_, deny_};
  for (size_t from = 0; next(*deny_, from);) {
    const size_t begin = begin_of(), end = begin + match.size();
    const bool is_whole =
        (begin == 0 || !is_word(text[begin - 1])) && (end == text.size() || !is_word(text[end]));
    if (is_whole) add(text, begin, end, listed, is_in_request, all);
    from = is_whole ? end : begin + 1;
    while (from < text.size() && (text[from] & 0xc0) == 0x80) ++from;
  }
  return !is_too_much;
}

void AdHocRecognizer::add(std::string_view text, size_t begin, size_t end, const Pattern& pattern,
                          const std::vector<bool>& is_in_request, std::vector<Found>& all) const {
  Found found{.entity = entity_, .begin = begin, .end = end, .score = pattern.score};
  found.recognizer = name_;
  found.pattern_name = pattern.name;
  found.pattern = pattern.regex;
  found.original_score = pattern.score;
  if (!context_.empty()) {
    const std::vector<std::string> words = words_around(text, begin, end);
    for (size_t i = 0; i < context_.size(); ++i) {
      if (!is_in_request[i] && !is_in(context_[i], words)) continue;
      found.context_word = context_[i];
      found.score = std::min(1.0, std::max(kLeastRaised, pattern.score + kRaise));
      break;
    }
  }
  all.push_back(std::move(found));
}

}  // namespace redact::server
