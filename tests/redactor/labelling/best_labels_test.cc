// SPDX-License-Identifier: Apache-2.0
// Compares the dynamic program with its definition: every legal sequence of short windows, one by
// one.
#include "redactor/labelling/best_labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace redact::best_labels_test {

// The place of a token in a span, in the order of the logits.
enum Place { kOutside, kBegin, kInside, kEnd, kSingle };

struct Step {
  Place place;
  size_t label;
};

// The best scores over all legal sequences.
struct Best {
  double score = -std::numeric_limits<double>::infinity();
  std::vector<double> tagged, outside;  // for each token, over the sequences in which it is so
  std::vector<size_t> nearest;          // its label in the best of those that tag it
};

double transition(const Transitions& of, const Step* before, const Step& step) {
  if (step.place == kInside) return of.inside;
  if (step.place == kEnd) return of.end;
  if (before == nullptr) return 0;
  const bool outside = before->place == kOutside;
  if (step.place == kOutside) return outside ? of.outside_outside : of.ends_outside;
  return outside ? of.outside_opens : of.ends_opens;
}

class Oracle {
 public:
  Oracle(const std::vector<float>& logits, const std::vector<float>& bias, size_t n,
         const std::vector<size_t>& walls, const Transitions& transitions)
      : logits_(logits), bias_(bias), walls_(walls), transitions_(transitions), steps_(n) {
    best_.tagged.assign(n, best_.score);
    best_.outside.assign(n, best_.score);
    best_.nearest.assign(n, 0);
    extend(0, 0);
  }
  const Best& best() const { return best_; }

 private:
  static bool follows(const Step& before, const Step& step) {
    const bool open = before.place == kBegin || before.place == kInside;
    const bool goes_on = step.place == kInside || step.place == kEnd;
    return open == goes_on && (!open || before.label == step.label);
  }

  double score_of(size_t t, const Step& step) const {
    const size_t n = bias_.size();
    const size_t at = step.place == kOutside ? 0 : 1 + (step.place - 1) * n + step.label;
    const bool opens = step.place == kBegin || step.place == kSingle;
    return static_cast<double>(logits_[t * (1 + 4 * n) + at]) + (opens ? bias_[step.label] : 0.0f);
  }

  void extend(size_t t, double score) {
    const Step before = t == 0 ? Step{kOutside, 0} : steps_[t - 1];
    if (t == steps_.size()) {
      if (before.place != kBegin && before.place != kInside) note(score);
      return;
    }
    for (const Place place : {kOutside, kBegin, kInside, kEnd, kSingle}) {
      for (size_t label = 0; label < (place == kOutside ? 1 : bias_.size()); ++label) {
        steps_[t] = {place, label};
        const bool goes_on = place == kInside || place == kEnd;
        if (goes_on && std::ranges::count(walls_, t) > 0) continue;
        if (!follows(before, steps_[t])) continue;
        extend(t + 1, score + score_of(t, steps_[t]) +
                          transition(transitions_, t > 0 ? &before : nullptr, steps_[t]));
      }
    }
  }

  void note(double score) {
    best_.score = std::max(best_.score, score);
    for (size_t t = 0; t < steps_.size(); ++t) {
      const auto& [place, label] = steps_[t];
      if (place != kOutside && score > best_.tagged[t]) best_.nearest[t] = label;
      if (place != kOutside && score == best_.tagged[t])
        best_.nearest[t] = std::min(best_.nearest[t], label);
      double& side = (place == kOutside ? best_.outside : best_.tagged)[t];
      side = std::max(side, score);
    }
  }

  const std::vector<float>& logits_;
  const std::vector<float>& bias_;
  const std::vector<size_t>& walls_;
  const Transitions& transitions_;
  std::vector<Step> steps_;
  Best best_;
};

// The score of a decision, from its labels alone. Also checks that the decision is legal.
double score_of(const std::vector<TokenLabel>& tokens, const std::vector<float>& logits,
                const std::vector<float>& bias, const Transitions& transitions) {
  const size_t n_labels = bias.size(), row = 1 + 4 * n_labels;
  double score = 0;
  std::vector<Step> steps;
  for (size_t t = 0; t < tokens.size(); ++t) {
    const float* at = logits.data() + t * row;
    if (tokens[t].label == TokenLabel::kOutside) {
      EXPECT_FALSE(tokens[t].opens);
      score += at[0];
      steps.push_back({kOutside, 0});
      continue;
    }
    const uint32_t label = tokens[t].label;
    const bool last = t + 1 == tokens.size() || tokens[t + 1].opens ||
                      tokens[t + 1].label == TokenLabel::kOutside;
    if (!tokens[t].opens) {
      EXPECT_GT(t, 0u);
      EXPECT_EQ(tokens[t - 1].label, label);
    }
    const Place place = tokens[t].opens ? (last ? kSingle : kBegin) : (last ? kEnd : kInside);
    score += at[1 + (place - 1) * n_labels + label];
    if (tokens[t].opens) score += bias[label];
    steps.push_back({place, label});
  }
  for (size_t t = 0; t < steps.size(); ++t) {
    score += transition(transitions, t > 0 ? &steps[t - 1] : nullptr, steps[t]);
  }
  return score;
}

// Draws multiples of 1/8, with many ties, or of 2^-16. Sums of either are exact.
std::vector<float> draw(size_t n, bool coarse, std::mt19937& random) {
  std::vector<float> out(n);
  for (float& x : out) {
    x = coarse ? static_cast<float>(static_cast<int>(random() % 17) - 8) / 8
               : static_cast<float>(static_cast<int>(random() % 524288) - 262144) / 65536;
  }
  return out;
}

TEST(BestLabels, AgreesWithAllLegalSequences) {
  std::mt19937 random(29);
  size_t n_tagged = 0, n_long = 0;
  for (int trial = 0; trial < 12000; ++trial) {
    const size_t n_labels = 1 + random() % 3, n = 1 + random() % (n_labels == 1 ? 7 : 5);
    const bool coarse = trial % 3 == 0;
    const auto logits = draw(n * n_label_outputs(n_labels), coarse, random);
    const auto bias = draw(n_labels, coarse, random);
    std::vector<size_t> walls;
    for (size_t t = 0; t < n; ++t) {
      if (random() % 4 == 0) walls.push_back(t);
    }
    Transitions transitions;
    if (trial % 2 == 0) {
      const auto drawn = draw(6, coarse, random);
      transitions = {drawn[0], drawn[1], drawn[2], drawn[3], drawn[4], drawn[5]};
    }
    const auto tokens = best_labels(logits, bias, walls, transitions);
    ASSERT_EQ(tokens.size(), n);
    const Best best = Oracle(logits, bias, n, walls, transitions).best();
    for (const size_t wall : walls) {
      ASSERT_TRUE(tokens[wall].opens || tokens[wall].label == TokenLabel::kOutside) << trial;
    }
    ASSERT_EQ(score_of(tokens, logits, bias, transitions), best.score) << trial;
    for (size_t t = 0; t < n; ++t) {
      const double margin = best.tagged[t] - best.outside[t];
      ASSERT_EQ(tokens[t].score, static_cast<float>(margin)) << trial << " token " << t;
      const bool tagged = tokens[t].label != TokenLabel::kOutside;
      ASSERT_TRUE(tagged ? margin >= 0 : margin <= 0) << trial << " token " << t;
      ASSERT_EQ(tokens[t].nearest, best.nearest[t]) << trial << " token " << t;
      n_tagged += tagged;
      n_long += tagged && !tokens[t].opens;
    }
  }
  EXPECT_GT(n_tagged, 10000u);  // the comparison covers tagged tokens too
  EXPECT_GT(n_long, 2000u);
}

// A word that could only be the end of a span in the previous field is not tagged.
TEST(BestLabels, BehindAWallASpanOpensAgain) {
  // Two tokens of one label: outside, begin, inside, end, single.
  const std::vector<float> goes_on = {0, 4, 0, 0, 3, 0, -5, 0, 4, -2};
  const std::vector<float> opens = {0, 4, 0, 0, 3, 0, -5, 0, 4, 2}, bias = {0};
  const std::vector<size_t> wall = {1};
  EXPECT_EQ(best_labels(goes_on, bias)[1].label, 0u);
  EXPECT_EQ(best_labels(goes_on, bias, wall)[1].label, TokenLabel::kOutside);
  EXPECT_EQ(best_labels(goes_on, bias, wall)[0].label, 0u);
  EXPECT_TRUE(best_labels(opens, bias, wall)[1].opens);
}

TEST(BestLabels, TiesGoOutside) {
  const std::vector<float> logits(4 * n_label_outputs(2), 0.0f), bias(2, 0.0f);
  for (const TokenLabel& token : best_labels(logits, bias)) {
    EXPECT_EQ(token.label, TokenLabel::kOutside);
    EXPECT_EQ(token.score, 0);
  }
}

TEST(BestLabels, ABiasIsPaidOncePerSpan) {
  // Three tokens of one label: begin, inside and end score 1 each, single scores 0.
  std::vector<float> logits;
  for (int t = 0; t < 3; ++t) logits.insert(logits.end(), {0.0f, 1.0f, 1.0f, 1.0f, 0.0f});
  for (const float bias : {-2.0f, 0.5f}) {
    const auto tokens = best_labels(logits, std::vector<float>{bias});
    for (const TokenLabel& token : tokens) EXPECT_EQ(token.label, 0u) << bias;
    EXPECT_EQ(tokens[1].score, bias == -2.0f ? 1.0f : 2.5f);  // against no span, or two singles
  }
  for (const TokenLabel& token : best_labels(logits, std::vector<float>{-4.0f})) {
    EXPECT_EQ(token.label, TokenLabel::kOutside);
    EXPECT_EQ(token.score, -1);
  }
}

// Sums do not depend on their order, so the two ends of a long window agree to the last bit.
// Extremely large values are clipped.
TEST(BestLabels, LongWindowsAreExact) {
  std::mt19937 random(31);
  const size_t n_labels = 3, n = kMostLabelled;
  std::normal_distribution<float> normal(0, 20);
  std::vector<float> logits(n * n_label_outputs(n_labels));
  for (float& x : logits) x = normal(random);
  for (size_t i = 0; i < logits.size(); i += 997) {
    logits[i] = random() % 2 ? std::numeric_limits<float>::max() : -1e30f;
  }
  const std::vector<float> bias = {-1e30f, 0.25f, 1e30f};
  size_t n_tagged = 0;
  for (const TokenLabel& token : best_labels(logits, bias)) {
    const bool tagged = token.label != TokenLabel::kOutside;
    ASSERT_TRUE(tagged ? token.score > 0 : token.score < 0);
    n_tagged += tagged;
  }
  EXPECT_GT(n_tagged, n / 2);
}

}  // namespace redact::best_labels_test
