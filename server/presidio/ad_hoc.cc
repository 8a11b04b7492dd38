// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/ad_hoc.h"

#include <algorithm>
#include <array>

#include "server/ascii.h"

namespace redact::server {

namespace {

using Json = nlohmann::json;

// Presidio's constants: how far a context word raises a score, and its distance from the finding.
constexpr double kRaise = 0.35, kLeastRaised = 0.4;
constexpr size_t kWordsBefore = 5;
// Of the text before a finding: a word may be as long as the text.
constexpr size_t kMostBytesBefore = 512;
// Larger sets of rules belong in --rules, not in a request.
constexpr size_t kMostRecognizers = 64, kMostPatterns = 64, kMostPatternBytes = 4096;
constexpr size_t kMostDenyTerms = 10000;
// Most bytes of a text times instructions of a pattern. RE2 cannot be interrupted and takes up to 2
// ns for each product if it tries all instructions at each byte: 2 s at most, and 20 ms for most
// patterns.
constexpr size_t kMostMatchWork = size_t{1} << 30;

Refusal type_error(const std::string& what) {
  return {400, "Failed to parse /analyze request for AnalyzerEngine.analyze(). " + what};
}

// Of the words of a context, which are sought as parts of these words, so that a quotation mark may
// be one of their characters.
bool is_word(char byte) {
  const bool is_ascii = static_cast<unsigned char>(byte) < 0x80;
  return is_letter(byte) || is_digit(byte) || byte == '_' || !is_ascii;
}

// Whether one of these words contains a context word.
bool is_in(const std::string& word, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& each) { return each.find(word) != each.npos; });
}

// Presidio names the first unknown key of an object in the body, here that which occurs first there
// at all, of the first few in the order of letters.
template <size_t n>
std::optional<Refusal> check_fields(const Json& object, const char* of,
                                    const std::array<std::string_view, n>& known,
                                    std::string_view body) {
  constexpr int kMostSought = 4;
  if (!object.is_object()) return type_error(std::string(of) + " is not a JSON object");
  std::optional<std::string> unknown;
  size_t first = body.npos;
  int n_sought = 0;
  for (const auto& item : object.items()) {
    if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
    if (n_sought++ == kMostSought) break;
    const size_t at = body.find("\"" + item.key() + "\"");
    if (unknown && at >= first) continue;
    unknown = item.key();
    first = at;
  }
  if (!unknown) return std::nullopt;
  return type_error(std::string(of) + ".__init__() got an unexpected keyword argument '" +
                    *unknown + "'");
}

Checked<std::string> text_field(const Json& object, const char* of, const char* name, size_t most) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) {
    return type_error(std::string(of) + ".__init__() needs a string '" + name + "'");
  }
  if (found->get_ref<const std::string&>().size() > most) {
    return type_error(std::string("'") + name + "' is too long");
  }
  return found->get<std::string>();
}

const Json* field(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

size_t instructions_of(const re2::RE2& re) { return static_cast<size_t>(re.ProgramSize()); }

// The next boundary between UTF-8 characters, from `at` on.
size_t character_end(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] & 0xc0) == 0x80) ++at;
  return at;
}

// Whether a letter, mark or digit (Unicode L*, M*, N*) or an underscore begins at `at`.
bool is_word_at(std::string_view text, size_t at) {
  static const re2::RE2 kCharacter("[\\pL\\pM\\pN]");
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_word(text[at]);
  const size_t end = character_end(text, at + 1);
  return re2::RE2::FullMatch({text.data() + at, end - at}, kCharacter);
}

// Whether a word ends at `at`, or goes on there.
bool is_word_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  do {
    --at;
  } while (at > 0 && (text[at] & 0xc0) == 0x80);
  return is_word_at(text, at);
}

// The last words of a text before a finding, and the finding's first word, in lower case.
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

Checked<std::vector<std::string>> strings_of(const Json* list, const char* name, size_t most,
                                             size_t most_bytes) {
  std::vector<std::string> strings;
  if (list == nullptr || list->is_null()) return strings;
  if (!list->is_array() || list->size() > most) {
    return type_error(std::string("'") + name + "' is not a list of at most " +
                      std::to_string(most) + " strings");
  }
  for (const Json& each : *list) {
    if (!each.is_string()) {
      return type_error(std::string("'") + name + "' is not a list of strings");
    }
    if (each.get_ref<const std::string&>().size() > most_bytes) {
      return type_error(std::string("'") + name + "' has a string that is too long");
    }
    strings.push_back(each.get<std::string>());
  }
  return strings;
}

Checked<std::shared_ptr<const re2::RE2>> compile(const std::string& pattern, int flags) {
  if (pattern.size() > kMostPatternBytes) return Refusal{400, "a pattern is too long"};
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive((flags & kIgnoreCase) == 0);
  options.set_dot_nl((flags & kDotAll) != 0);
  const std::string whole = (flags & kMultiLine) != 0 ? "(?m)" + pattern : pattern;
  auto compiled = std::make_shared<const re2::RE2>(whole, options);
  if (!compiled->ok()) {
    return Refusal{400, "a pattern is malformed or uses syntax that RE2 lacks"};
  }
  return compiled;
}

Checked<std::vector<AdHocRecognizer>> AdHocRecognizer::parse(
    const Json& list, int flags, const std::vector<std::string>& request_context,
    std::string_view body, WorkLimit& work) {
  std::vector<AdHocRecognizer> all;
  if (list.is_null()) return all;
  if (!list.is_array() || list.size() > kMostRecognizers) {
    return type_error("ad_hoc_recognizers is not a list of at most 64 recognizers");
  }
  size_t n_patterns = 0;
  for (const Json& each : list) {
    const Json* const patterns = each.is_object() ? field(each, "patterns") : nullptr;
    const Json* const denied = each.is_object() ? field(each, "deny_list") : nullptr;
    // Counted before any pattern is compiled.
    n_patterns += (patterns != nullptr ? patterns->size() : 0) + (denied != nullptr ? 1 : 0);
    if (n_patterns > kMostPatterns) return type_error("there are more than 64 patterns");
    SERVER_ASSIGN(AdHocRecognizer one, parse_one(each, flags, body, work));
    all.push_back(one.in(request_context, work));
  }
  if (work.must_end()) return WorkLimit::refusal();
  return all;
}

Checked<std::vector<AdHocRecognizer>> AdHocRecognizer::parse_all(const Json& list,
                                                                 WorkLimit& work) {
  std::vector<AdHocRecognizer> all;
  for (const Json& each : list) {
    SERVER_ASSIGN(AdHocRecognizer one, parse_one(each, kUsualFlags, {}, work));
    all.push_back(std::move(one));
  }
  return all;
}

AdHocRecognizer AdHocRecognizer::in(const std::vector<std::string>& request_context,
                                    WorkLimit& work) const {
  AdHocRecognizer copy = *this;
  for (ContextWord& each : copy.context_) {
    if (work.after(request_context.size())) break;
    each.is_in_request = is_in(each.word, request_context);
  }
  return copy;
}

Checked<AdHocRecognizer> AdHocRecognizer::parse_one(const Json& object, int flags,
                                                    std::string_view body, WorkLimit& work) {
  static constexpr std::array<std::string_view, 10> kFields = {
      "name",    "supported_language", "patterns",           "deny_list", "deny_list_score",
      "context", "supported_entity",   "supported_entities", "version",   "global_regex_flags"};
  constexpr const char* kOf = "PatternRecognizer";
  if (auto refusal = check_fields(object, kOf, kFields, body)) return *refusal;
  AdHocRecognizer made;
  SERVER_ASSIGN(made.entity_, text_field(object, kOf, "supported_entity", kMostNameBytes));
  if (object.contains("name")) {
    SERVER_ASSIGN(made.name_, text_field(object, kOf, "name", kMostNameBytes));
  }
  if (object.contains("supported_language")) {
    SERVER_ASSIGN(made.language_, text_field(object, kOf, "supported_language", kMostNameBytes));
  }
  if (const auto own = object.find("global_regex_flags"); own != object.end()) {
    if (!own->is_number_integer()) return type_error("'global_regex_flags' is not a number");
    flags = own->get<int>();
  }
  const Json none = Json::array();
  const Json* const patterns = field(object, "patterns");
  if (patterns != nullptr && !patterns->is_array()) return type_error("'patterns' is not a list");
  for (const Json& each : patterns != nullptr ? *patterns : none) {
    if (work.must_end()) return WorkLimit::refusal();
    SERVER_ASSIGN(Pattern pattern, parse_pattern(each, flags, body));
    made.patterns_.push_back(std::move(pattern));
  }
  SERVER_ASSIGN(std::vector<std::string> deny, strings_of(field(object, "deny_list"), "deny_list",
                                                          kMostDenyTerms, kMostPatternBytes));
  std::erase(deny, "");
  if (made.patterns_.empty() && deny.empty()) {
    return type_error("Pattern recognizer should be initialized with patterns or with deny list");
  }
  if (!deny.empty()) {
    std::string any;
    for (const std::string& term : deny) {
      any += (any.empty() ? "" : "|") + re2::RE2::QuoteMeta(term);
      // A character may take more bytes in the other case: the kelvin sign is another case of k.
      made.longest_denied_ = std::max(made.longest_denied_, 3 * term.size());
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive((flags & kIgnoreCase) == 0);
    options.set_longest_match(true);  // among terms with the same beginning
    if (work.must_end()) return WorkLimit::refusal();
    made.denied_.compiled = std::make_shared<const re2::RE2>(any, options);
    if (!made.denied_.compiled->ok()) return Refusal{400, "a deny_list is too long"};
  }
  if (const auto score = object.find("deny_list_score"); score != object.end()) {
    if (!score->is_number()) return type_error("'deny_list_score' is not a number");
    made.denied_.score = std::clamp(score->get<double>(), 0.0, 1.0);
  }
  SERVER_ASSIGN(const std::vector<std::string> context,
                strings_of(field(object, "context"), "context", kMostContextWords, kMostNameBytes));
  for (const std::string& each : context) {
    if (!each.empty()) made.context_.push_back({lower(each), false});
  }
  return made;
}

Checked<AdHocRecognizer::Pattern> AdHocRecognizer::parse_pattern(const Json& object, int flags,
                                                                 std::string_view body) {
  static constexpr std::array<std::string_view, 3> kFields = {"name", "regex", "score"};
  constexpr const char* kOf = "Pattern";
  if (auto refusal = check_fields(object, kOf, kFields, body)) return *refusal;
  Pattern pattern;
  SERVER_ASSIGN(pattern.name, text_field(object, kOf, "name", kMostNameBytes));
  SERVER_ASSIGN(pattern.regex, text_field(object, kOf, "regex", kMostPatternBytes));
  const auto score = object.find("score");
  if (score == object.end() || !score->is_number() || score->get<double>() < 0 ||
      score->get<double>() > 1) {
    return type_error("Pattern.__init__() needs a 'score' from 0 to 1");
  }
  pattern.score = score->get<double>();
  SERVER_ASSIGN(pattern.compiled, compile(pattern.regex, flags));
  return pattern;
}

bool AdHocRecognizer::find(std::string_view text, size_t most, WorkLimit& work,
                           std::vector<Found>& all) const {
  for (const Pattern& pattern : patterns_) {
    if (!find_pattern(text, pattern, most, work, all)) return false;
  }
  return denied_.compiled == nullptr || find_denied(text, most, work, all);
}

// Each match may look at the whole rest of the text.
bool AdHocRecognizer::find_pattern(std::string_view text, const Pattern& pattern, size_t most,
                                   WorkLimit& work, std::vector<Found>& all) const {
  const re2::RE2& re = *pattern.compiled;
  if (pattern.score == 0) return true;
  if (text.size() > kMostMatchWork / instructions_of(re)) return false;
  const re2::StringPiece piece(text.data(), text.size());
  re2::StringPiece match;
  for (size_t from = 0; from <= text.size();) {
    if (all.size() >= most || work.must_end()) return false;
    if (!re.Match(piece, from, text.size(), re2::RE2::UNANCHORED, &match, 1)) break;
    const size_t begin = static_cast<size_t>(match.data() - text.data());
    const size_t end = begin + match.size();
    if (begin < end) add(text, begin, end, pattern, work, all);
    from = character_end(text, end > begin ? end : end + 1);
  }
  return true;
}

// A term does not depend on the text around it, so the text is searched in pieces that overlap by
// the length of the longest term.
bool AdHocRecognizer::find_denied(std::string_view text, size_t most, WorkLimit& work,
                                  std::vector<Found>& all) const {
  const re2::RE2& re = *denied_.compiled;
  const size_t most_bytes = kMostMatchWork / instructions_of(re);
  if (denied_.score == 0) return true;
  if (most_bytes < 2 * longest_denied_ && most_bytes < text.size()) return false;
  const re2::StringPiece piece(text.data(), text.size());
  re2::StringPiece match;
  for (size_t from = 0; from < text.size();) {
    if (all.size() >= most || work.must_end()) return false;
    const bool is_last = text.size() - from <= most_bytes;
    const size_t piece_end = is_last ? text.size() : from + most_bytes;
    // A term that begins before this position fits into the piece.
    const size_t last = is_last ? text.size() : piece_end - longest_denied_;
    const bool has_match = re.Match(piece, from, piece_end, re2::RE2::UNANCHORED, &match, 1) &&
                           static_cast<size_t>(match.data() - text.data()) < last;
    if (!has_match) {
      from = character_end(text, last);
      continue;
    }
    const size_t begin = static_cast<size_t>(match.data() - text.data());
    size_t end = begin + match.size();
    const auto ends_word = [&] { return end == text.size() || !is_word_at(text, end); };
    // The match may end inside a word; a shorter term may end before it.
    while (end > begin && !ends_word()) {
      const bool is_shorter = !work.after(end - begin) &&
                              re.Match(piece, begin, end - 1, re2::RE2::ANCHOR_START, &match, 1);
      end = is_shorter ? begin + match.size() : begin;
    }
    const bool is_whole = end > begin && !is_word_before(text, begin);
    if (is_whole) add(text, begin, end, denied_, work, all);
    from = character_end(text, is_whole ? end : begin + 1);
  }
  return true;
}

void AdHocRecognizer::add(std::string_view text, size_t begin, size_t end, const Pattern& pattern,
                          WorkLimit& work, std::vector<Found>& all) const {
  Found found{.entity = entity_, .begin = begin, .end = end, .score = pattern.score};
  found.recognizer = name_;
  found.pattern_name = pattern.name;
  found.pattern = pattern.regex;
  found.original_score = pattern.score;
  if (!context_.empty()) {
    const std::vector<std::string> words = words_around(text, begin, end);
    for (const ContextWord& each : context_) {
      (void)work.after(kMostBytesBefore / 8);  // some ns for each byte of the words
      if (!each.is_in_request && !is_in(each.word, words)) continue;
      found.context_word = each.word;
      found.score = std::min(1.0, std::max(kLeastRaised, pattern.score + kRaise));
      break;
    }
  }
  all.push_back(found);
}

}  // namespace redact::server
