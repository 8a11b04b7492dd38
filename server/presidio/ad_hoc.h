// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "server/presidio/found.h"
#include "server/refusal.h"

namespace redact::server {

// How Presidio applies patterns: bits of Python's re.
inline constexpr int kIgnoreCase = 2, kMultiLine = 8, kDotAll = 16;
inline constexpr int kUsualFlags = kIgnoreCase | kMultiLine | kDotAll;

// A pattern in RE2, which takes linear time; it has no lookaround and no back references.
Checked<std::shared_ptr<const re2::RE2>> compile(const std::string& pattern, int flags);

// A recognizer that a request brings along, as Presidio's PatternRecognizer: patterns, and terms
// that are always found.
class AdHocRecognizer {
 public:
  // The elements of "ad_hoc_recognizers". A refusal has the words that Presidio has for it.
  static Checked<std::vector<AdHocRecognizer>> parse(const nlohmann::ordered_json& list, int flags);

  const std::string& entity() const { return entity_; }
  bool is_for(std::string_view language) const { return language_ == language; }
  size_t n_patterns() const { return patterns_.size() + (deny_ != nullptr ? 1 : 0); }

  struct Limits {
    size_t most;  // places in `all`
    std::chrono::steady_clock::time_point deadline;
  };
  // Adds what it finds in a text; false if the limits do not let it end. A word of its context in
  // front of a place, or in one of the request's words, raises the score. `request_context`: in
  // lower case.
  bool find(std::string_view text, const std::vector<std::string>& request_context,
            const Limits& limits, std::vector<Found>& all) const;

 private:
  struct Pattern {
    std::string name, regex;
    double score;
    std::shared_ptr<const re2::RE2> compiled;
  };

  static Checked<AdHocRecognizer> parse_one(const nlohmann::ordered_json& object, int flags);
  static Checked<Pattern> parse_pattern(const nlohmann::ordered_json& object, int flags);
  void add(std::string_view text, size_t begin, size_t end, const Pattern& pattern,
           const std::vector<bool>& is_in_request, std::vector<Found>& all) const;

  std::string name_, entity_, language_ = "en";
  std::vector<Pattern> patterns_;
  std::shared_ptr<const re2::RE2> deny_;
  double deny_score_ = 1;
  std::vector<std::string> context_;  // in lower case
};

}  // namespace redact::server
