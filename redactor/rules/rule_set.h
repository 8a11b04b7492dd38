// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"

namespace redact {

// Patterns beside the model, from YAML: what they match is tagged, or stays, whatever the model
// says.
//
//   rules:
//     - label: SSN                        # of label.h
//       pattern: '\b\d{3}-\d{2}-\d{4}\b'
//       checksum: us-ssn                  # optional, of checksum.h
//       catches: ["SSN 536-22-8714"]
//       leaves: ["000-12-3456"]
//     - stays: true                       # in place of a label: nobody's, though it looks like it
//       pattern: '\b1:2560\b'
//
// The pattern is RE2's, linear in the text, and sees bytes: a letter beyond ASCII is several of
// them and can't stand in [...]. Its first group, if any, is the span. A match that goes on in
// digits behind a stop, hyphen or stroke is a piece of something longer, and none. It must match in
// each text of `catches` and in none of `leaves`: read() tries them all, and of the shipped rules a
// test does.
class RuleSet {
 public:
  // Errors name the rule by its number and the field at fault.
  static Result<RuleSet> parse(const std::string& yaml);
  // A file of rules. An example that does not hold is an error too.
  static Result<RuleSet> read(const std::string& path);
  // The rules shipped with the program: rules/patterns.yaml.
  static Result<RuleSet> builtin();

  RuleSet();  // none
  RuleSet(RuleSet&&) noexcept;
  RuleSet& operator=(RuleSet&&) noexcept;
  ~RuleSet();

  // Takes the rules of `more` beside its own.
  void add(RuleSet more);

  // What the rules find, each label once.
  std::set<Label> labels() const;

  // All matches of rules with a label in any bytes, sorted and disjoint: those that overlap become
  // one (merge_spans.h).
  std::vector<Span> find(std::string_view text) const;
  // The same of those that say what stays; their label is OTHER.
  std::vector<Span> find_staying(std::string_view text) const;

  // For tests: the examples of each rule, with its number.
  struct Example {
    size_t rule;
    std::string text;
    bool catches;
  };
  const std::vector<Example>& examples() const { return examples_; }
  // The matches of one rule.
  std::vector<Span> find_with(size_t rule, std::string_view text) const;

 private:
  struct Rule;
  std::vector<Span> find_all(std::string_view text, bool stays) const;

  std::vector<std::unique_ptr<Rule>> rules_;
  std::vector<Example> examples_;
};

}  // namespace redact
