// SPDX-License-Identifier: Apache-2.0
// The markup grammar: every source token is copied, and between two tokens the model may open a
// span with a label or close the open one.
//
//            copy                      copy
//           .----.                    .----.
//           v    |     open(k)        v    |
//   start -> outside ----------> opened --> inside -- close --> outside
//                                 (copy only)
//
// A span holds at least one token; spans may touch; the end of the source closes an open span. So
// the output is the source with spans, whatever the logits are (P1, P2, P6). Example: for the
// tokens "Dr" "." " Ana" "," the decisions copy copy open(DOCTOR) copy close copy make " Ana" a
// DOCTOR.
//
// Rules may force tags and copies; the model decides the rest, and its rows see what was forced.
//
// Rows are drafted many at a time along a plan, a guess of the tag of every token, and verified in
// one pass. The first plan is a guess from outside, or what the model's draft head says on the rows
// that read the source, where it has one, else all copies. Where a row decides against the plan,
// its decision stands, the rows behind it are forgotten, but what they decided corrects the plan
// first. A row of the copy depends only on the source and the rows before it, so the result is that
// of one-token decoding; the plan changes the cost alone. Tested by
// tests/redactor/copy/markup_decoder_test.cc against the grammar's definition.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "redactor/copy/markup_format.h"
#include "redactor/span/token_span.h"
#include "runtime/engine/constraint.h"

namespace redact {

// Decides one window. `format` and `source` outlive the decoder.
class MarkupDecoder final : public Constraint {
 public:
  // source: 1..format.window_tokens ids, of which the first n_context are read and not decided;
  // n_context < source.size(). bias is added to the open tags: a larger one opens more spans and
  // changes nothing else. max_draft >= 1 rows are drafted at a time; 1 is plain one-token decoding.
  // The result does not depend on max_draft (P4).
  MarkupDecoder(const MarkupFormat& format, std::span<const int32_t> source, size_t n_context,
                float bias, size_t max_draft);

  // What somebody else believes the spans are: the first plan, in place of the draft head's.
  // Sorted, disjoint, none empty, inside what is decided; scores do not matter, and the result
  // depends on none of it. Before the first propose.
  void guess(std::span<const TokenSpan> spans);

  // What rules and lists have decided: spans that are tagged, and stretches that are copied,
  // whatever the model says. A span of the model's own ends where one of these begins. All of them
  // together: sorted, disjoint, none empty, inside what is decided. Before the first propose.
  void force(std::span<const TokenSpan> tags, std::span<const TokenSpan> copies);

  size_t min_rows() const override;
  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  bool finished() const { return state_.copied == source_.size(); }
  // Valid once finished(): sorted, disjoint, none empty.
  const std::vector<TokenSpan>& spans() const { return spans_; }
  const std::vector<NearMiss>& near_misses() const { return near_misses_; }
  // The smallest |score| over all decisions so far; infinity before the first.
  float least_margin() const { return least_margin_; }

 private:
  enum class Mode { kOutside, kOpened, kInside };
  struct State {
    size_t copied;  // source tokens behind us, context or decided
    Mode mode = Mode::kOutside;
  };
  enum class Kind { kCopy, kOpen, kClose };
  struct Action {
    Kind kind;
    size_t label = 0;  // of an open
    float score = 0;   // of the tag side against the copy

    bool same_as(const Action& other) const {
      return kind == other.kind && (kind != Kind::kOpen || label == other.label);
    }
  };
  // A token to feed; the row of the last one fed decides what comes next.
  struct Feed {
    int32_t id;
    int32_t position;
  };
  // A tag per token: outside, inside a span, or the first of one (kBeginTag + label).
  static constexpr size_t kOutsideTag = 0, kInsideTag = 1, kBeginTag = 2;
  static constexpr size_t kFree = SIZE_MAX;  // of forced_: the model decides

  size_t n_prompt() const { return source_.size() + 1; }
  // Whether the next draft is BOS and the source as a whole, which read in both directions.
  bool reads_whole_source() const {
    return format_.bidirectional_source && prompt_fed_ < n_prompt();
  }
  void propose_prompt(size_t max_rows, Draft& draft);
  void judge_prompt(const Draft& draft, std::span<const float> logits, size_t n_rows);
  size_t begin_tag(Label label) const;
  std::optional<Action> forced(const State& state) const;
  std::span<const int32_t> candidates(const State& state) const;
  Action planned(const State& state) const;
  Action decide(const State& state, std::span<const float> logits) const;
  void advance(State& state, Feed& feed, const Action& action) const;
  void accept(const Action& action);
  TokenSpan opened_span(const Action& action) const;
  void correct_plan(const State& state, const Action& action);

  const MarkupFormat& format_;
  std::span<const int32_t> source_;
  float bias_;
  size_t max_draft_;
  std::vector<int32_t> outside_;     // copy, open(1..K)
  std::vector<int32_t> inside_;      // copy, close
  std::vector<int32_t> draft_head_;  // outside, inside, begin(1..K); empty without a draft head
  size_t prompt_fed_ = 0;            // rows of BOS and source already accepted
  std::vector<size_t> plan_;         // a tag per source token
  std::vector<size_t> forced_;       // the same, or kFree; empty where nothing is forced
  std::vector<TokenSpan> forced_spans_;
  std::vector<Action> drafted_;  // what follows each row of the draft, by the plan
  State state_;
  Feed feed_;
  std::vector<TokenSpan> spans_;
  std::vector<NearMiss> near_misses_;
  float least_margin_;
};

}  // namespace redact
