// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "server/refusal.h"
#include "server/work_limit.h"

namespace redact::server {

// Flags of Python's re, which Presidio passes for patterns.
inline constexpr int kIgnoreCase = 2, kMultiLine = 8, kDotAll = 16;
inline constexpr int kUsualFlags = kIgnoreCase | kMultiLine | kDotAll;

// Most bytes of a name in a request: each finding repeats the name of its recognizer or pattern.
inline constexpr size_t kMostNameBytes = 256;
// Most words of a context. Each is compared with the words around each finding.
inline constexpr size_t kMostContextWords = 256;

// The strings in a list; nullptr or null is an empty list. A refusal names the list.
Checked<std::vector<std::string>> strings_of(const nlohmann::json* list, const char* name,
                                             size_t most, size_t most_bytes);

// A pattern in RE2, which takes linear time; it has no lookaround and no back references.
Checked<std::shared_ptr<const re2::RE2>> compile(const std::string& pattern, int flags);

// A finding in a text, by bytes, with its reasons. Its strings belong to the request or the
// library, since a request may have many findings under one long name.
struct Found {
  std::string_view entity;
  size_t begin, end;
  double score;
  std::string_view label = {};     // empty if a recognizer of the request found it
  std::string_view found_by = {};  // the sources in words, if there is a label
  std::string_view recognizer = {}, pattern_name = {}, pattern = {};
  double original_score = 0;  // before its context raised the score
  std::string_view context_word = {};
};

// A recognizer in a request or a registry, like Presidio's PatternRecognizer: patterns, and terms
// that are always found.
class AdHocRecognizer {
 public:
  // The elements of "ad_hoc_recognizers". `request_context` is in lower case. Refusals are worded
  // as Presidio's; `body` is the request's, for the order of its keys.
  static Checked<std::vector<AdHocRecognizer>> parse(
      const nlohmann::json& list, int flags, const std::vector<std::string>& request_context,
      std::string_view body, WorkLimit& work);
  // The same for a list of the operator's, of any length.
  static Checked<std::vector<AdHocRecognizer>> parse_all(const nlohmann::json& list,
                                                         WorkLimit& work);
  // A copy for a request with a context.
  AdHocRecognizer in(const std::vector<std::string>& request_context, WorkLimit& work) const;

  const std::string& name() const { return name_; }
  const std::string& entity() const { return entity_; }
  bool is_for(std::string_view language) const { return language_ == language; }

  // Adds its findings in a text. Returns false once `all` has `most` findings, or if the work
  // exceeds its limit. A context word before a finding, or inside one of the request's words,
  // raises the score. Findings refer to the recognizer, which must outlive them.
  bool find(std::string_view text, size_t most, WorkLimit& work, std::vector<Found>& all) const;

 private:
  struct Pattern {
    std::string name, regex;
    double score;
    std::shared_ptr<const re2::RE2> compiled;
  };

  struct ContextWord {
    std::string word;    // in lower case
    bool is_in_request;  // whether a word of the request's context contains it
  };

  static Checked<AdHocRecognizer> parse_one(const nlohmann::json& object, int flags,
                                            std::string_view body, WorkLimit& work);
  static Checked<Pattern> parse_pattern(const nlohmann::json& object, int flags,
                                        std::string_view body);
  bool find_pattern(std::string_view text, const Pattern& pattern, size_t most, WorkLimit& work,
                    std::vector<Found>& all) const;
  bool find_denied(std::string_view text, size_t most, WorkLimit& work,
                   std::vector<Found>& all) const;
  void add(std::string_view text, size_t begin, size_t end, const Pattern& pattern, WorkLimit& work,
           std::vector<Found>& all) const;

  std::string name_, entity_, language_ = "en";
  std::vector<Pattern> patterns_;
  Pattern denied_{
      "deny_list", {}, 1, nullptr};  // compiled: any term of the deny list, if there is one
  size_t longest_denied_ = 0;        // bytes of such a term in any case
  std::vector<ContextWord> context_;
};

}  // namespace redact::server
