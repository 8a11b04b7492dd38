// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "base/user_file.h"
#include "redactor/span/span.h"

namespace redact {

// Patterns that complement the model, from YAML. A match of a rule with a label is replaced,
// whatever the model says. A match of a rule with `stays` looks like an identifier but is not one:
// titres and laws look like dates. Such a rule overrules only the model, not other rules or lists.
//
//   rules:
//     - label: SSN                        # of label.h
//       pattern: '\b\d{3}-\d{2}-\d{4}\b'
//       checksum: us-ssn                  # optional, of checksum.h
//       catches: ["SSN 536-22-8714"]
//       leaves: ["000-12-3456"]
//     - stays: true                       # in place of a label
//       pattern: '\b1:2560\b'
//     - label: DATE
//       spoken: true                      # only in spoken forms (spoken/spoken_view.h)
//       pattern: '\b\d{1,2} March\b'
//
// The pattern is an RE2 pattern, which takes time linear in the text. It matches bytes: a letter
// beyond ASCII is several bytes and cannot be used in [...]. Its first group, if it has one, is the
// span. A match is dropped if it is joined to digits before or after it by a full stop, hyphen or
// slash: it is then a piece of something longer, and replacing only the piece would leave the rest.
// For example, four of the five pairs of a French telephone number look like an IP address.
//
// A pattern must match in each text of `catches` and in none of `leaves`: read() checks this, and a
// test does so for the shipped rules. A match of a shipped rule with `stays` must not identify
// anybody in any note, so there is no such rule for "décret du" or "arrêté du": they may name a
// patient's day in court.
class RuleSet {
 public:
  // Errors name the rule by its number and the field at fault.
  static Result<RuleSet> parse(const std::string& yaml);
  // Reads a file of rules. An example that fails is an error too.
  static Result<RuleSet> read(const UserFile& file);
  // The rules shipped with the program: rules/patterns.yaml.
  static Result<RuleSet> builtin();

  RuleSet();  // without rules
  RuleSet(RuleSet&&) noexcept;
  RuleSet& operator=(RuleSet&&) noexcept;
  ~RuleSet();

  // The labels that the rules find.
  std::set<Label> labels() const;

  // All matches of rules with a label. Matches of several rules may overlap: a policy may leave the
  // label of one and hide that of another. `text` may be any bytes.
  std::vector<Span> find(std::string_view text, StopCheck& stop = StopCheck::never()) const;
  // The same in a text with its spoken forms written, where rules with `spoken` match too.
  std::vector<Span> find_spoken(std::string_view text, StopCheck& stop = StopCheck::never()) const;
  // The matches of rules with `stays`, sorted and disjoint; overlapping matches become one. Their
  // label is always OTHER.
  std::vector<Span> find_staying(std::string_view text, StopCheck& stop = StopCheck::never()) const;

  // For tests: the examples of each rule, with its number.
  struct Example {
    size_t rule;
    std::string text;
    bool catches;
  };
  const std::vector<Example>& examples() const { return examples_; }
  // The matches of one rule.
  std::vector<Span> find_with(size_t rule, std::string_view text,
                              StopCheck& stop = StopCheck::never()) const;

 private:
  struct Rule;
  struct Group;
  enum class Which { kLabelled, kSpoken, kStaying };
  static Result<RuleSet> parse(const std::string& yaml, bool shipped);
  void make_groups();
  std::vector<Span> find_all(std::string_view text, Which which, StopCheck& stop) const;

  std::vector<std::unique_ptr<Rule>> rules_;
  std::vector<Group> groups_;
  std::vector<Example> examples_;
};

}  // namespace redact
