// SPDX-License-Identifier: Apache-2.0
// Which sequences run in a step, tested without a model or a device.
#include "runtime/engine/step_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace redact::step_builder_test {

// Drafts `total` rows in all, at most `each` and at least `min` per step, with one candidate after
// each row. Keeps the logits it gets.
class Worker final : public Constraint {
 public:
  Worker(size_t total, size_t each, size_t min = 1) : total_(total), each_(each), min_(min) {}

  size_t min_rows() const override { return min_; }
  void propose(size_t max_rows, Draft& draft) override {
    EXPECT_GE(max_rows, min_);
    const int32_t candidate[] = {id};
    for (size_t i = 0; i < std::min({max_rows, each_, total_ - done}); ++i) {
      draft.add_row(id, candidate);
    }
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override {
    seen.insert(seen.end(), logits.begin(), logits.end());
    done += draft.n_rows();
    return draft.n_rows();
  }

  int32_t id = 1;
  size_t done = 0;
  std::vector<float> seen;

 private:
  size_t total_, each_, min_;
};

StepLimits limits(size_t max_rows, size_t max_sequences) {
  return {{max_sequences, 64, max_rows, 0}, 1000, 100, 100};
}

// Runs a step in which every candidate has the logit `logit`. Returns its number of rows.
size_t run_step(StepBuilder& builder, std::vector<Ended>& ended, float logit = 0.5f,
                const Result<void>& device = {}) {
  StepLayout layout(limits(10, 4));
  builder.build(layout, ended);
  const std::vector<float> logits(layout.candidate_ids.size(), logit);
  builder.judge(layout, {logits, {}}, device, ended);
  return layout.ids.size();
}

TEST(StepBuilder, LaysDraftsOutFlat) {
  StepBuilder builder(limits(10, 3));
  Worker a(5, 3), b(4, 2);
  a.id = 7, b.id = 8;
  ASSERT_TRUE(builder.admit(a) && builder.admit(b));
  std::vector<Ended> ended;
  StepLayout layout(limits(10, 3));
  builder.build(layout, ended);
  const Step step = layout.step();
  EXPECT_EQ(std::vector<int32_t>(step.ids.begin(), step.ids.end()),
            (std::vector<int32_t>{7, 7, 7, 8, 8}));
  EXPECT_EQ(std::vector<int32_t>(step.positions.begin(), step.positions.end()),
            (std::vector<int32_t>{0, 1, 2, 0, 1}));
  ASSERT_EQ(step.segments.size(), 2u);
  EXPECT_EQ(step.segments[1].first_row, 3u);
  EXPECT_EQ(step.segments[1].n_rows, 2u);
  const CandidateRows candidates = layout.candidates();
  EXPECT_EQ(std::vector<uint32_t>(candidates.offsets.begin(), candidates.offsets.end()),
            (std::vector<uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(step.candidates.ids.data(), candidates.ids.data());
  EXPECT_EQ(step.candidates.offsets.data(), candidates.offsets.data());
  const std::vector<float> logits = {1, 2, 3, 4, 5};
  EXPECT_EQ(builder.judge(layout, {logits, {}}, {}, ended), 5u);
  EXPECT_EQ(a.seen, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(b.seen, (std::vector<float>{4, 5}));
  builder.build(layout, ended);  // positions continue after the accepted rows
  EXPECT_EQ(layout.positions, (std::vector<int32_t>{3, 4, 2, 3}));
}

TEST(StepBuilder, NeverExceedsTheRowsOfAStepAndStarvesNobody) {
  StepBuilder builder(limits(10, 4));
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < 4; ++i) {
    workers.push_back(std::make_unique<Worker>(60, 8));
    ASSERT_TRUE(builder.admit(*workers.back()));
  }
  std::vector<Ended> ended;
  for (int step = 0; step < 12; ++step) EXPECT_EQ(run_step(builder, ended), 10u);
  // 120 rows are shared by four, so each gets about 30.
  for (const auto& worker : workers) {
    EXPECT_GE(worker->done, 20u);
    EXPECT_LE(worker->done, 40u);
  }
}

TEST(StepBuilder, ADraftThatNeedsRoomIsFirstInTheNextStep) {
  StepBuilder builder(limits(10, 2));
  Worker small(60, 6), large(60, 10, 10);
  ASSERT_TRUE(builder.admit(small) && builder.admit(large));
  std::vector<Ended> ended;
  EXPECT_EQ(run_step(builder, ended), 6u);  // four rows are left, but ten are needed
  EXPECT_EQ(large.done, 0u);
  EXPECT_EQ(run_step(builder, ended), 10u);
  EXPECT_EQ(large.done, 10u);
  EXPECT_EQ(small.done, 6u);
}

TEST(StepBuilder, WhatIsFinishedEndsAndFreesItsPlace) {
  StepBuilder builder(limits(10, 1));
  Worker first(4, 10), second(2, 10);
  ASSERT_TRUE(builder.admit(first));
  EXPECT_FALSE(builder.admit(second));
  std::vector<Ended> ended;
  run_step(builder, ended);
  EXPECT_TRUE(ended.empty());
  run_step(builder, ended);  // its draft is empty
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].constraint, &first);
  EXPECT_TRUE(ended[0].result.ok());
  EXPECT_TRUE(builder.admit(second));
}

TEST(StepBuilder, WhatIsCancelledIsForgottenAndTheOthersGoOn) {
  StepBuilder builder(limits(10, 2));
  Worker a(60, 4), b(60, 4), stranger(1, 1);
  ASSERT_TRUE(builder.admit(a) && builder.admit(b));
  std::vector<Ended> ended;
  run_step(builder, ended);
  EXPECT_TRUE(builder.cancel(a));
  EXPECT_FALSE(builder.cancel(a));
  EXPECT_FALSE(builder.cancel(stranger));
  EXPECT_EQ(run_step(builder, ended), 4u);
  EXPECT_EQ(a.done, 4u);
  EXPECT_EQ(b.done, 8u);
  EXPECT_TRUE(ended.empty());
  EXPECT_TRUE(builder.admit(stranger));
}

// Two steps are under way. Each serves its own half of the sequences, and a sequence cancelled
// meanwhile keeps its place until its step is judged.
TEST(StepBuilder, StepsUnderWayShareTheSequences) {
  StepLimits two = limits(10, 4);
  two.n_under_way = 2;
  StepBuilder builder(two);
  Worker a(60, 3), b(60, 3), c(60, 3), d(60, 3), later(60, 3);
  for (Worker* each : {&a, &b, &c, &d}) ASSERT_TRUE(builder.admit(*each));
  std::vector<Ended> ended;
  StepLayout first(two), second(two), third(two);
  builder.build(first, ended);
  builder.build(second, ended);
  EXPECT_EQ(first.slots, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(second.slots, (std::vector<size_t>{2, 3}));
  builder.build(third, ended);
  EXPECT_TRUE(third.empty());
  EXPECT_TRUE(builder.cancel(b));
  EXPECT_FALSE(builder.cancel(b));
  EXPECT_FALSE(builder.admit(later));
  const std::vector<float> logits(6, 0.5f);
  EXPECT_EQ(builder.judge(first, {logits, {}}, {}, ended), 3u);
  EXPECT_TRUE(builder.admit(later));
  builder.build(third, ended);
  EXPECT_EQ(third.slots, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(builder.judge(second, {logits, {}}, {}, ended), 6u);
  EXPECT_EQ(builder.judge(third, {logits, {}}, {}, ended), 6u);
  EXPECT_EQ(a.done, 6u);
  EXPECT_EQ(b.done, 0u);
  EXPECT_EQ(c.done, 3u);
  EXPECT_EQ(later.done, 3u);
  EXPECT_TRUE(ended.empty());
}

// Fails the test if it is used after it has been cancelled, when its owner may destroy it.
class Mortal final : public Constraint {
 public:
  explicit Mortal(size_t min_rows = 1, size_t prefix = 0) : min_rows_(min_rows), prefix_(prefix) {}

  size_t prefix() const override { return check(), prefix_; }
  size_t n_positions() const override { return check(), size_t{64}; }
  size_t min_rows() const override { return check(), min_rows_; }
  void propose(size_t, Draft& draft) override {
    check();
    const int32_t candidate[] = {1};
    for (size_t i = 0; i < min_rows_ && n_judged < 3; ++i) draft.add_row(1, candidate);
  }
  Result<size_t> judge(const Draft& draft, std::span<const float>) override {
    check(), ++n_judged;
    return draft.n_rows();
  }

  bool cancelled = false;
  int n_judged = 0;

 private:
  void check() const { EXPECT_FALSE(cancelled); }

  size_t min_rows_, prefix_;
};

// Two steps are under way, and one of the sequences is cancelled at each point of its life. No
// other notices, and all pages return.
TEST(StepBuilder, ACancelledSequenceIsNotTouchedAgainWhateverItsState) {
  StepLimits two = limits(10, 4);
  two.n_under_way = 2, two.prefix_pages = 2;
  for (const size_t prefix : {0, 1}) {
    for (const size_t victim : {0, 1, 2, 3}) {
      for (int when = 0; when < 8; ++when) {
        StepBuilder builder(two);
        Worker maker(20, 10);
        std::vector<Ended> ended;
        ASSERT_TRUE(builder.admit(maker));
        for (int i = 0; i < 2; ++i) run_step(builder, ended);
        ASSERT_EQ(builder.table().share_prefix(0, 20), 1u);
        run_step(builder, ended);
        ended.clear();
        const PagePool& pool = builder.table().in(PageTable::kAll).pool();
        const size_t n_free = pool.n_free();

        // The second and the fourth wait for a step that they share with nobody.
        Mortal all[] = {Mortal(3, prefix), Mortal(10, prefix), Mortal(4, prefix), Mortal(10)};
        for (Mortal& each : all) ASSERT_TRUE(builder.admit(each));
        int point = 0;
        bool in_flight = false;
        const auto next_point = [&] {
          if (point++ != when) return;
          const bool has_ended = std::any_of(ended.begin(), ended.end(), [&](const Ended& each) {
            return each.constraint == &all[victim];
          });
          in_flight = builder.cancel(all[victim]);
          EXPECT_EQ(in_flight, !has_ended);
          EXPECT_FALSE(builder.cancel(all[victim]));
          all[victim].cancelled = true;
        };
        next_point();
        StepLayout steps[2] = {StepLayout(two), StepLayout(two)};
        builder.build(steps[0], ended);
        for (int i = 0; builder.table().n_active() > 0; ++i) {
          ASSERT_LT(i, 100);
          next_point();
          builder.build(steps[(i + 1) % 2], ended);
          next_point();
          StepLayout& oldest = steps[i % 2];
          const std::vector<float> logits(oldest.candidate_ids.size(), 0.5f);
          builder.judge(oldest, {logits, {}}, {}, ended);
        }
        EXPECT_GT(point, when);
        EXPECT_EQ(ended.size(), in_flight ? 3u : 4u);
        for (const Mortal& each : all) EXPECT_TRUE(each.cancelled || each.n_judged == 3);
        EXPECT_EQ(pool.n_free(), n_free);
      }
    }
  }
}

// An encoder has fewer classes than token ids, or more.
TEST(StepBuilder, CandidatesAreBelowTheOutputsAndIdsBelowTheVocabulary) {
  StepLimits few = limits(10, 2);
  few.n_outputs = 5;
  StepBuilder builder(few);
  Worker fits(1, 1), exceeds(1, 1);
  fits.id = 4, exceeds.id = 5;
  ASSERT_TRUE(builder.admit(fits) && builder.admit(exceeds));
  std::vector<Ended> ended;
  EXPECT_EQ(run_step(builder, ended), 1u);
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].constraint, &exceeds);
  EXPECT_EQ(ended[0].result.error().message(), "draft: a token id is outside the vocabulary");
}

// Drafts three rows, of which the first two have the same candidates.
class Alike final : public Constraint {
 public:
  void propose(size_t, Draft& draft) override {
    if (!seen.empty()) return;
    draft.add_row(1, candidates);
    draft.add_alike(2);
    draft.add_row(3);
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override {
    seen.assign(logits.begin(), logits.end());
    return draft.n_rows();
  }

  std::vector<int32_t> candidates = {5, 6};
  std::vector<float> seen;
};

TEST(StepBuilder, RowsWithTheSameCandidatesShareAList) {
  StepBuilder builder(limits(10, 2));
  Alike a, b;
  b.candidates = {7, 8};
  ASSERT_TRUE(builder.admit(a) && builder.admit(b));
  std::vector<Ended> ended;
  StepLayout layout(limits(10, 2));
  builder.build(layout, ended);
  EXPECT_EQ(layout.candidate_ids, (std::vector<int32_t>{5, 6, 7, 8}));  // one list each
  EXPECT_EQ(layout.candidate_offsets, (std::vector<uint32_t>{0, 2, 4, 4, 6, 8, 8}));
  for (size_t row = 0; row < 6; ++row) {
    const auto ids = layout.candidates().ids_of(row);
    const bool none = row % 3 == 2;
    EXPECT_EQ(std::vector<int32_t>(ids.begin(), ids.end()), none      ? std::vector<int32_t>()
                                                            : row < 3 ? a.candidates
                                                                      : b.candidates);
  }
  EXPECT_EQ(layout.candidates().end_of_run(0), 2u);
  const std::vector<float> logits = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(builder.judge(layout, {logits, {}}, {}, ended), 6u);
  EXPECT_EQ(a.seen, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(b.seen, (std::vector<float>{5, 6, 7, 8}));
}

// With one_pass, a sequence ends with its first draft; one that needs another fails.
TEST(StepBuilder, TheOnlyDraftOfASequenceEndsIt) {
  StepLimits one_pass = limits(10, 2);
  one_pass.one_pass = true;
  StepBuilder builder(one_pass);
  Worker whole(5, 5), parts(4, 2);
  ASSERT_TRUE(builder.admit(whole) && builder.admit(parts));
  std::vector<Ended> ended;
  run_step(builder, ended);
  ASSERT_EQ(ended.size(), 2u);
  EXPECT_TRUE(ended[0].result.ok());
  EXPECT_EQ(ended[1].constraint, &parts);
  EXPECT_EQ(ended[1].result.error().kind, ErrorKind::kInternal);
}

TEST(StepBuilder, ADeviceErrorOrABrokenLogitEndsWhatWasServed) {
  for (const bool device_fails : {true, false}) {
    StepBuilder builder(limits(4, 2));
    Worker served(60, 4), waiting(60, 4);
    ASSERT_TRUE(builder.admit(served) && builder.admit(waiting));
    std::vector<Ended> ended;
    const Result<void> device = device_fails
                                    ? Result<void>(Error{ErrorKind::kExhausted, "GPU", "is gone"})
                                    : Result<void>();
    run_step(builder, ended, device_fails ? 0.5f : NAN, device);
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_EQ(ended[0].constraint, &served);
    EXPECT_EQ(ended[0].result.error().kind,
              device_fails ? ErrorKind::kExhausted : ErrorKind::kBadInput);
    ended.clear();
    run_step(builder, ended);
    EXPECT_EQ(waiting.done, 4u);
  }
}

}  // namespace redact::step_builder_test
