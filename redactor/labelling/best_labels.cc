// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/best_labels.h"

#include <algorithm>
#include <limits>

namespace redact {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kLargest = 1 << 20;

// A double of this size has a resolution of 2^-20, so adding and subtracting it rounds to multiples
// of 2^-20.
constexpr double kGrid = 1.5 * (uint64_t{1} << 32);

double on_grid(float x, double largest = kLargest) {
  return (std::clamp(static_cast<double>(x), -largest, largest) + kGrid) - kGrid;
}
double on_grid_of(float transition) { return on_grid(transition, kMostTransition); }

// The scores of one token on the grid; those that open a span include the bias.
struct TokenScores {
  explicit TokenScores(size_t n_labels)
      : begin(n_labels), inside(n_labels), end(n_labels), single(n_labels) {}

  void read(const float* logits, const std::vector<double>& bias, double inner, double last) {
    const size_t n = bias.size();
    outside = on_grid(logits[0]);
    for (size_t l = 0; l < n; ++l) begin[l] = on_grid(logits[1 + l]) + bias[l];
    for (size_t l = 0; l < n; ++l) inside[l] = on_grid(logits[1 + n + l]) + inner;
    for (size_t l = 0; l < n; ++l) end[l] = on_grid(logits[1 + 2 * n + l]) + last;
    for (size_t l = 0; l < n; ++l) single[l] = on_grid(logits[1 + 3 * n + l]) + bias[l];
  }

  double outside = 0;
  std::vector<double> begin, inside, end, single;
};

// The scores of the transitions to a token outside and to one that opens a span.
struct Ways {
  double outside = 0, opens = 0;
};

// The best scores of the tokens on one side of a place where no span is open, with a token outside
// at the place and with one that ends a span.
struct Free {
  double outside = 0, ends = 0;
};

class Lattice {
 public:
  Lattice(std::span<const float> logits, std::span<const float> bias, std::span<const size_t> walls,
          const Transitions& transitions)
      : n_labels_(bias.size()),
        n_tokens_(logits.size() / n_label_outputs(n_labels_)),
        logits_(logits),
        token_(n_labels_),
        is_wall_(n_tokens_, false),
        after_outside_{on_grid_of(transitions.outside_outside),
                       on_grid_of(transitions.outside_opens)},
        after_end_{on_grid_of(transitions.ends_outside), on_grid_of(transitions.ends_opens)},
        inner_(on_grid_of(transitions.inside)),
        last_(on_grid_of(transitions.end)),
        free_after_(n_tokens_ + 1),
        open_after_((n_tokens_ + 1) * n_labels_, kNever) {
    for (const float x : bias) bias_.push_back(on_grid(x, kLargest - kMostTransition));
    for (const size_t wall : walls) is_wall_[wall] = true;
  }

  std::vector<TokenLabel> decide() {
    for (size_t t = n_tokens_; t-- > 0;) score_rest(t);
    std::vector<TokenLabel> out(n_tokens_);
    Free free_before{0, kNever};                         // of the tokens before
    std::vector<double> open_before(n_labels_, kNever);  // the same with a span of a label open
    uint32_t open = TokenLabel::kOutside;                // the label of the span that is open
    for (size_t t = 0; t < n_tokens_; ++t) {
      read(t);
      if (is_wall_[t]) std::ranges::fill(open_before, kNever);
      const bool ends = t > 0 && out[t - 1].label != TokenLabel::kOutside;
      out[t] = choose(t, ways(t, ends), open);
      weigh(t, free_before, open_before, out[t]);
      advance(t, free_before, open_before);
    }
    return out;
  }

 private:
  void read(size_t t) {
    token_.read(logits_.data() + t * n_label_outputs(n_labels_), bias_, inner_, last_);
  }
  // The transitions to token t, if no span is open before it. Nothing is before the first.
  Ways ways(size_t t, bool after_end) const {
    return t == 0 ? Ways{} : after_end ? after_end_ : after_outside_;
  }
  const double* open_after(size_t t) const { return open_after_.data() + t * n_labels_; }

  // Computes the best scores of the tokens from t on, with and without a span open before them.
  void score_rest(size_t t) {
    read(t);
    const Free free = free_after_[t + 1];
    const double* open = open_after(t + 1);
    double* const out = open_after_.data() + t * n_labels_;
    double opens = kNever;
    for (size_t l = 0; l < n_labels_; ++l) {
      out[l] = std::max(token_.inside[l] + open[l], token_.end[l] + free.ends);
      opens = std::max(opens, std::max(token_.single[l] + free.ends, token_.begin[l] + open[l]));
    }
    const auto best = [&](const Ways& to) {
      return std::max(to.outside + token_.outside + free.outside, to.opens + opens);
    };
    free_after_[t] = {best(ways(t, false)), best(ways(t, true))};
    if (is_wall_[t]) std::fill_n(out, n_labels_, kNever);
  }

  // The next token of the best sequence; `open` is the label open before it and is updated to the
  // one open after it.
  TokenLabel choose(size_t t, const Ways& to, uint32_t& open) const {
    const Free free = free_after_[t + 1];
    const double* after = open_after(t + 1);
    if (open != TokenLabel::kOutside) {
      const uint32_t label = open;
      if (token_.end[label] + free.ends >= token_.inside[label] + after[label]) {
        open = TokenLabel::kOutside;
      }
      return {label, false, 0};
    }
    TokenLabel chosen{TokenLabel::kOutside, false, 0};
    double best = to.outside + token_.outside + free.outside;
    for (uint32_t l = 0; l < n_labels_; ++l) {
      const double single = to.opens + token_.single[l] + free.ends;
      const double begin = to.opens + token_.begin[l] + after[l];
      if (std::max(single, begin) <= best) continue;
      best = std::max(single, begin);
      chosen = {l, true, 0};
      open = begin > single ? l : TokenLabel::kOutside;
    }
    return chosen;
  }

  // Finds the score of a decision, and the label that the token has if it is tagged.
  void weigh(size_t t, const Free& free_before, const std::vector<double>& open_before,
             TokenLabel& decision) const {
    const Free free = free_after_[t + 1];
    const Ways before = best_before(t, free_before);
    const double* open = open_after(t + 1);
    double tagged = kNever;
    for (uint32_t l = 0; l < n_labels_; ++l) {
      const double opens =
          before.opens + std::max(token_.single[l] + free.ends, token_.begin[l] + open[l]);
      const double goes_on =
          open_before[l] + std::max(token_.inside[l] + open[l], token_.end[l] + free.ends);
      if (std::max(opens, goes_on) <= tagged) continue;
      tagged = std::max(opens, goes_on);
      decision.nearest = l;
    }
    decision.score = static_cast<float>(tagged - (before.outside + token_.outside + free.outside));
  }

  // The best scores of the tokens before t with the transition to it.
  Ways best_before(size_t t, const Free& free_before) const {
    const Ways outside = ways(t, false), end = ways(t, true);
    return {std::max(free_before.outside + outside.outside, free_before.ends + end.outside),
            std::max(free_before.outside + outside.opens, free_before.ends + end.opens)};
  }

  void advance(size_t t, Free& free_before, std::vector<double>& open_before) const {
    const Ways before = best_before(t, free_before);
    double ends = kNever;
    for (size_t l = 0; l < n_labels_; ++l) {
      ends =
          std::max(ends, std::max(before.opens + token_.single[l], open_before[l] + token_.end[l]));
      open_before[l] = std::max(before.opens + token_.begin[l], open_before[l] + token_.inside[l]);
    }
    free_before = {before.outside + token_.outside, ends};
  }

  size_t n_labels_, n_tokens_;
  std::span<const float> logits_;
  std::vector<double> bias_;
  TokenScores token_;               // of the current token
  std::vector<bool> is_wall_;       // [n_tokens]
  Ways after_outside_;              // to a token behind one that lies outside
  Ways after_end_;                  // to a token behind one that ends a span
  double inner_, last_;             // Transitions::inside and end
  std::vector<Free> free_after_;    // [n_tokens + 1]
  std::vector<double> open_after_;  // [n_tokens + 1, n_labels]
};

}  // namespace

std::vector<TokenLabel> best_labels(std::span<const float> logits, std::span<const float> bias,
                                    std::span<const size_t> walls, const Transitions& transitions) {
  return Lattice(logits, bias, walls, transitions).decide();
}

}  // namespace redact
