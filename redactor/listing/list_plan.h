// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "redactor/listing/list_automaton.h"

namespace redact {

// A list, and the index of the plan's next item.
struct ListProgress {
  ListState state;
  size_t item = 0;
};

// A guess of the model's list, from which drafts are made: the spans that a drafter expects, in the
// order of the text. It affects only time, never a decision. Used by one thread.
class ListPlan {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  // `automaton` must outlive the plan.
  explicit ListPlan(const ListAutomaton& automaton) : automaton_(automaton) {}

  // Spans of the text: sorted, disjoint.
  void expect(std::span<const Span> spans);

  // The candidate that comes next; nullopt if the plan has none.
  std::optional<int32_t> next(const ListProgress& list, const Candidates& candidates) const;
  // The expected items as a model writes them, without the end of the list. Nullopt if the
  // automaton does not read them.
  std::optional<std::vector<int32_t>> items() const;
  // The item that the plan expects at the beginning of a line; kNone if it expects the end.
  size_t item_expected(const ListProgress& list) const;
  // Advances by one of the candidates, as ListAutomaton::consume does.
  bool consume(ListProgress& list, int32_t id, float score) const;

  // Correct the plan after a difference: the model has written `label` for an item; or, at the
  // beginning of a line where the plan expects `item`, it has ended the list or begun a piece with
  // `id`.
  void relabel(std::string_view written, size_t item, Label label);
  void end_before(size_t item);
  void skip(size_t item, int32_t id);

 private:
  struct Item {
    std::string_view text;
    Label label;
    bool dropped = false;
  };
  // The first item from `item` on that is `written`.
  size_t find(std::string_view written, size_t item) const;
  // The first later item that may be listed and begins with `written`.
  size_t find_longer(std::string_view written, const ListProgress& list) const;
  std::optional<int32_t> longest(std::string_view text, std::span<const int32_t> ids) const;
  std::optional<int32_t> next_of_label(const ListProgress& list) const;
  std::string_view rest_of_word(const ListState& state) const;

  const ListAutomaton& automaton_;
  std::vector<Item> items_;
};

}  // namespace redact
