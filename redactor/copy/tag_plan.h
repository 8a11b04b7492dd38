// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "redactor/copy/tag_automaton.h"

namespace redact {

// A guess of the model's answer, from which drafts are made: the copy, with the spans that a
// drafter expects. It affects only time, never a decision. Used by one thread.
class TagPlan {
 public:
  // `automaton` must outlive the plan.
  explicit TagPlan(const TagAutomaton& automaton) : automaton_(automaton) {}

  // Spans in positions of the text: sorted, disjoint, none empty. Labels for which the grammar has
  // no tag are left out. The ends of tags may move to where a reader of the answer finds them: in
  // "4, 5, Z" the answer "[STREET], [CITY]" hides "4" and "5, Z".
  void expect(std::vector<CopySpan> spans);
  // Corrects the plan where the model begins a tag at `at` (add) or copies there (remove) against
  // the plan: spans that contradict it are removed, and an added span reaches to the end of the
  // word.
  void add(size_t at, Label label);
  void remove(size_t at);
  bool expects(size_t at) const { return find(at) != nullptr; }

  // The candidate that comes next; nullopt if the plan has none. `queue` keeps ids for later calls:
  // the tokens of a tag and its surroundings.
  std::optional<int32_t> next(const TagState& state, const Candidates& candidates,
                              std::vector<int32_t>& queue) const;
  // The whole answer with the expected spans, its end included. Nullopt if no answer is read as
  // these spans, for instance because one is longer than a tag may hide.
  std::optional<std::vector<int32_t>> answer() const;

 private:
  // Of two tags, the second begins behind the nearest repetition of the text between them.
  void settle_as_read();
  const CopySpan* find(size_t begin) const;
  // The expected end of the current or last tag.
  size_t expected_end(size_t begin) const;
  const GrammarTag* tag_at_work(const TagState& state) const;
  // The next expected bytes, enough for a few tokens.
  std::string expected_bytes(const TagState& state) const;
  size_t next_event(const TagState& state) const;
  void append_copy(size_t at, std::string& out) const;

  const TagAutomaton& automaton_;
  std::vector<CopySpan> spans_;
};

}  // namespace redact
