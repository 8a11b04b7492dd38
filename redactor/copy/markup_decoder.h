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
// Cost: one row per source token and tag, after the window itself is read. Rows are drafted
// `max_draft` at a time as plain copies and verified in one pass; the first tag cuts the draft.
// Tested by tests/redactor/copy/markup_*_test.cc against brute force.
#pragma once

#include <span>
#include <vector>

#include "redactor/copy/markup_format.h"
#include "runtime/engine/constraint.h"

namespace redact {

// Source tokens [begin, end) of a window under one label.
struct TokenSpan {
  size_t begin;
  size_t end;
  Label label;
  float score;  // of the decision to open, bias included
};

// Decides one window. `format` and `source` outlive the decoder.
class MarkupDecoder final : public Constraint {
 public:
  // source: 1..format.window_tokens ids. bias is added to the open tags: a larger one opens more
  // spans and changes nothing else. max_draft >= 1 rows are drafted at a time; 1 is plain one-token
  // decoding. The result does not depend on max_draft (P4).
  MarkupDecoder(const MarkupFormat& format, std::span<const int32_t> source, float bias,
                size_t max_draft);

  void propose(size_t max_rows, Draft& draft) override;
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

  bool finished() const { return state_.copied == source_.size(); }
  // Valid once finished(): sorted, disjoint, none empty.
  const std::vector<TokenSpan>& spans() const { return spans_; }
  // The smallest |score| over all decisions so far; infinity before the first.
  float least_margin() const { return least_margin_; }

 private:
  enum class Mode { kOutside, kOpened, kInside };
  struct State {
    size_t copied = 0;  // source tokens decided
    Mode mode = Mode::kOutside;
  };
  // The next thing to feed: the row whose successor is undecided.
  struct Feed {
    int32_t id;
    int32_t position;
  };

  void propose_prompt(size_t max_rows, Draft& draft);
  std::span<const int32_t> candidates(const State& state) const;
  Feed copy_feed(size_t token) const;
  // Applies the decision that these logits (candidates of the current state) make. Returns true
  // when it is a copy.
  bool decide(std::span<const float> logits);
  void open(std::span<const float> logits, float score);
  void close();

  const MarkupFormat& format_;
  std::span<const int32_t> source_;
  float bias_;
  size_t max_draft_;
  std::vector<int32_t> outside_;  // copy, open(1..K)
  std::vector<int32_t> inside_;   // copy, close
  size_t prompt_fed_ = 0;         // rows of BOS source SEP already accepted
  State state_;
  Feed feed_;
  std::vector<TokenSpan> spans_;
  float least_margin_;
};

}  // namespace redact
