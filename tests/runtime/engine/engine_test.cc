// SPDX-License-Identifier: Apache-2.0
// The engine with small models of random weights, and constraints that record their logits.
#include "runtime/engine/engine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "tests/support/constraints.h"
#include "tests/support/count_allocations.h"

namespace redact {
namespace {

using testing::ListFeed;
using testing::Whole;

// Feeds ids after a shared prefix in drafts of `per_pass` rows, and rejects the last row of every
// second draft. Keeps the logits of ids 0..7 after every accepted row.
class Recorder final : public Constraint {
 public:
  Recorder(std::vector<int32_t> ids, size_t per_pass, size_t prefix = 0)
      : ids_(std::move(ids)), per_pass_(per_pass), prefix_(prefix) {
    logits.reserve(ids_.size() * 8);
  }

  size_t prefix() const override { return prefix_; }
  void propose(size_t max_rows, Draft& draft) override {
    static constexpr int32_t kCandidates[] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (size_t i = fed_; i < ids_.size() && draft.n_rows() < std::min(max_rows, per_pass_); ++i) {
      draft.add_row(ids_[i], kCandidates);
    }
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> got) override {
    size_t n = draft.n_rows();
    if (n > 1 && ++n_judged_ % 2 == 0) --n;
    logits.insert(logits.end(), got.begin(), got.begin() + static_cast<ptrdiff_t>(n * 8));
    fed_ += n;
    return n;
  }

  std::vector<float> logits;

 private:
  std::vector<int32_t> ids_;
  size_t per_pass_;
  size_t prefix_;
  size_t fed_ = 0;
  size_t n_judged_ = 0;
};

class EngineTest : public ::testing::TestWithParam<const char*> {
 protected:
  EngineTest()
      : model_(Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + GetParam() + ".gguf")
                   .value()),
        ops_(open_device("cpu", pool_).value()) {}

  std::vector<int32_t> random_ids(size_t n) {
    std::vector<int32_t> ids(n);
    for (int32_t& id : ids) id = static_cast<int32_t>(random_() % model_.config().n_vocab);
    return ids;
  }
  EngineOptions options(size_t max_rows, size_t max_sequences) {
    EngineOptions out;
    out.max_rows = max_rows;
    out.max_entries = 130;
    out.max_sequences = max_sequences;
    out.prefix_pages = 1 + 3;
    return out;
  }

  std::unique_ptr<Engine> make(const EngineOptions& options) {
    return Engine::make(*placed_, *ops_, options).value();
  }

  std::mt19937 random_{5};
  ThreadPool pool_{2};
  Model model_;
  std::unique_ptr<Ops> ops_;
  std::unique_ptr<const PlacedModel> placed_ = PlacedModel::place(model_, *ops_, 130).value();
};

TEST_P(EngineTest, CompanyAndDraftLengthsDoNotChangeLogits) {
  std::vector<std::vector<int32_t>> ids;
  for (int i = 0; i < 12; ++i) ids.push_back(random_ids(1 + random_() % 100));
  std::vector<std::vector<float>> want;
  const auto one_engine = make(options(1, 1));
  Engine& one = *one_engine;
  for (const auto& sequence : ids) {
    Recorder alone(sequence, 1);
    ASSERT_TRUE(one.run(alone).ok());
    want.push_back(alone.logits);
  }
  for (const size_t max_rows : {7, 64, 300}) {
    const auto many_engine = make(options(max_rows, 5));
    Engine& many = *many_engine;
    std::vector<std::unique_ptr<Recorder>> recorders;
    std::vector<Constraint*> list;
    for (size_t i = 0; i < ids.size(); ++i) {
      recorders.push_back(std::make_unique<Recorder>(ids[i], 1 + i * 5));
      list.push_back(recorders.back().get());
    }
    ListFeed feed(list);
    many.run(feed);
    EXPECT_EQ(feed.n_done, ids.size());
    for (size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(recorders[i]->logits, want[i]) << i;
  }
}

TEST_P(EngineTest, ASharedPrefixGivesTheBitsOfTheWholeSequence) {
  for (const size_t n_prefix : {5, 16, 37}) {
    const auto ids = random_ids(n_prefix + 40);
    const auto split = ids.begin() + static_cast<ptrdiff_t>(n_prefix);
    const auto owner = make(options(64, 3));
    Engine& engine = *owner;
    Recorder whole(ids, 9);
    ASSERT_TRUE(engine.run(whole).ok());
    const auto other = engine.share_prefix({ids.data(), 3});  // sequences choose one of several
    ASSERT_TRUE(other.ok());
    const auto prefix = engine.share_prefix({ids.data(), n_prefix});
    ASSERT_TRUE(prefix.ok());
    EXPECT_FALSE(engine.share_prefix(random_ids(49)).ok());
    Recorder a({split, ids.end()}, 7, *prefix);
    Recorder b({split, ids.end()}, 1, *prefix);
    Recorder c({ids.begin() + 3, ids.end()}, 5, *other);
    ListFeed feed({&a, &b, &c});
    const uint64_t rows_before = engine.counts().rows;
    engine.run(feed);
    const std::vector<float> want(whole.logits.begin() + static_cast<ptrdiff_t>(n_prefix * 8),
                                  whole.logits.end());
    EXPECT_EQ(a.logits, want);
    EXPECT_EQ(b.logits, want);
    EXPECT_EQ(c.logits, std::vector<float>(whole.logits.begin() + 3 * 8, whole.logits.end()));
    EXPECT_LT(engine.counts().rows - rows_before, 4 * ids.size());  // no prefix was run again
  }
}

// prefix_pages has room for one of the two prefixes at a time.
TEST_P(EngineTest, DroppedPrefixesMakeRoomForOthers) {
  const auto engine = make(options(64, 3));
  for (int round = 0; round < 3; ++round) {
    const auto ids = random_ids(37 + 30);
    Recorder whole(ids, 9);
    ASSERT_TRUE(engine->run(whole).ok());
    const auto prefix = engine->share_prefix({ids.data(), 37});
    ASSERT_TRUE(prefix.ok()) << prefix.error().message();
    EXPECT_FALSE(engine->share_prefix({ids.data(), 37}).ok());
    Recorder behind({ids.begin() + 37, ids.end()}, 7, *prefix);
    ASSERT_TRUE(engine->submit(behind));
    std::vector<Ended> ended;
    engine->step(ended);
    EXPECT_FALSE(engine->drop_prefixes().ok());  // one that begins with it is in flight
    while (engine->n_in_flight() > 0) engine->step(ended);
    EXPECT_EQ(behind.logits, std::vector<float>(whole.logits.begin() + 37 * 8, whole.logits.end()));
    EXPECT_TRUE(engine->drop_prefixes().ok());
  }
}

TEST_P(EngineTest, ASteadyStepAllocatesNothing) {
  const auto owner = make(options(32, 4));
  Engine& engine = *owner;
  const auto run = [&] {
    std::vector<std::unique_ptr<Recorder>> recorders;
    std::vector<Constraint*> list;
    for (int i = 0; i < 6; ++i) {
      recorders.push_back(std::make_unique<Recorder>(std::vector<int32_t>(100, 3), 8));
      list.push_back(recorders.back().get());
    }
    ListFeed feed(list);
    const size_t before = testing::n_allocations();
    engine.run(feed);
    return testing::n_allocations() - before;
  };
  run();  // buffers reach their final size
  EXPECT_EQ(run(), 0u);
}

// Drafts all rows but the last at once, with bidirectional attention, then one causal row. Keeps
// the logits after all rows.
class BothWays final : public Constraint {
 public:
  explicit BothWays(std::vector<int32_t> ids) : ids_(std::move(ids)) {}

  size_t min_rows() const override { return logits.empty() ? ids_.size() - 1 : 1; }
  void propose(size_t max_rows, Draft& draft) override {
    static constexpr int32_t kCandidates[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const size_t n_fed = logits.size() / 8;
    const size_t end = n_fed == 0 ? ids_.size() - 1 : ids_.size();
    EXPECT_GE(max_rows, end - n_fed);
    for (size_t i = n_fed; i < end; ++i) {
      draft.add_row(ids_[i], kCandidates);
    }
    draft.bidirectional = n_fed == 0;
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> got) override {
    logits.insert(logits.end(), got.begin(), got.end());
    return draft.n_rows();
  }

  std::vector<float> logits;

 private:
  std::vector<int32_t> ids_;
};

TEST_P(EngineTest, BidirectionalRowsSeeWhatComesLaterAndWaitForRoom) {
  auto ids = random_ids(30);
  const auto owner = make(options(40, 4));
  Engine& engine = *owner;
  BothWays alone(ids);
  ASSERT_TRUE(engine.run(alone).ok());
  Recorder causal(ids, 30);
  ASSERT_TRUE(engine.run(causal).ok());
  // The ids are the same, but each row before the last bidirectional one sees other entries.
  for (size_t row = 0; row + 2 < ids.size(); ++row) {
    EXPECT_NE(std::memcmp(&alone.logits[row * 8], &causal.logits[row * 8], 8 * sizeof(float)), 0);
  }
  // Two drafts of 29 rows do not fit in 40. Other sequences in the step change no bit.
  BothWays first(ids), second(ids), third(ids);
  Recorder other(ids, 25), again(ids, 25);
  ListFeed feed({&first, &second, &other, &third, &again});
  engine.run(feed);
  EXPECT_TRUE(feed.failed.empty());
  for (const BothWays* all : {&first, &second, &third}) EXPECT_EQ(all->logits, alone.logits);
  EXPECT_EQ(other.logits, causal.logits);
  // A draft that fits in no pass fails with an error.
  const auto small_engine = make(options(28, 4));
  Engine& small = *small_engine;
  BothWays large(ids);
  const Result<void> refused = small.run(large);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kInternal);
}

// The embeddings of other ids may be added to that of a row, whatever else is in the step.
TEST_P(EngineTest, AddedIdsAreReadWithTheirRow) {
  const auto ids = random_ids(20);
  const auto engine = make(options(100, 6));
  Whole plain(ids), added(ids, {5}), more(ids, {5, 9, 5}), most(ids, random_ids(kMostAddedIds));
  Whole wrong(ids, {5, 1 << 20}), below(ids, {-1}), many(ids, random_ids(kMostAddedIds + 1));
  const std::vector<Whole*> good = {&plain, &added, &more, &most};
  std::vector<std::vector<float>> alone;
  for (Whole* each : good) {
    ASSERT_TRUE(engine->run(*each).ok());
    for (const auto& other : alone) EXPECT_NE(each->logits, other);
    alone.push_back(std::exchange(each->logits, {}));
  }
  ListFeed feed({&most, &plain, &wrong, &added, &many, &more, &below});
  engine->run(feed);
  for (size_t i = 0; i < good.size(); ++i) EXPECT_EQ(good[i]->logits, alone[i]);
  EXPECT_EQ(feed.failed, (std::vector<Constraint*>{&wrong, &many, &below}));
}

// Sequences of one draft need no keys and values after their pass, so all layers may keep theirs in
// the same memory. No bit changes.
TEST_P(EngineTest, LayersThatShareTheirMemoryGiveTheSameBits) {
  std::vector<std::vector<int32_t>> ids;
  for (int i = 0; i < 12; ++i) ids.push_back(random_ids(1 + random_() % 100));
  EngineOptions sharing = options(130, 5);
  sharing.one_pass = true;
  const auto keeping = make(options(130, 1)), engine = make(sharing);
  std::vector<std::unique_ptr<Whole>> whole, alone;
  std::vector<Constraint*> list;
  for (const auto& sequence : ids) {
    alone.push_back(std::make_unique<Whole>(sequence));
    ASSERT_TRUE(keeping->run(*alone.back()).ok());
    whole.push_back(std::make_unique<Whole>(sequence));
    list.push_back(whole.back().get());
  }
  // A sequence that would read overwritten entries fails; the others continue.
  Recorder two_drafts(random_ids(20), 10);
  list.insert(list.begin() + 3, &two_drafts);
  ListFeed feed(list);
  engine->run(feed);
  EXPECT_EQ(feed.failed, std::vector<Constraint*>{&two_drafts});
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(whole[i]->logits, alone[i]->logits) << i;
  EXPECT_FALSE(engine->share_prefix(ids[0]).ok());
}

// The mean square of the differences, divided by that of `want`.
double nmse(const std::vector<float>& got, const std::vector<float>& want) {
  double difference = 0, size = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    difference += std::pow(static_cast<double>(got[i]) - want[i], 2);
    size += std::pow(static_cast<double>(want[i]), 2);
  }
  return difference / size;
}

// A model placed by rows gives logits close to those by blocks, and the same bits whatever else is
// in the step.
TEST_P(EngineTest, RoundingByRowsIsNearAndDoesNotDependOnCompany) {
  const auto placed = PlacedModel::place(model_, *ops_, 130, Rounding::kRows).value();
  EngineOptions one_pass = options(130, 5);
  one_pass.one_pass = true;
  const auto by_rows = Engine::make(*placed, *ops_, one_pass).value(), by_blocks = make(one_pass);
  std::vector<std::unique_ptr<Whole>> together;
  std::vector<Constraint*> list;
  std::vector<std::vector<int32_t>> ids;
  for (int i = 0; i < 12; ++i) {
    ids.push_back(random_ids(2 + random_() % 100));
    together.push_back(std::make_unique<Whole>(ids.back()));
    list.push_back(together.back().get());
  }
  ListFeed feed(list);
  by_rows->run(feed);
  for (size_t i = 0; i < ids.size(); ++i) {
    Whole alone(ids[i]), blocks(ids[i]);
    ASSERT_TRUE(by_rows->run(alone).ok());
    ASSERT_TRUE(by_blocks->run(blocks).ok());
    EXPECT_EQ(together[i]->logits, alone.logits) << i;
    // By blocks, such random models are off by up to 1e-3.
    EXPECT_LT(nmse(alone.logits, blocks.logits), 5e-3) << i;
    const bool rounds = std::string(GetParam()) != "phi3-f32";  // its heads are not whole vectors
    EXPECT_EQ(alone.logits != blocks.logits, rounds) << i;
  }
}

// Drafts an invalid id, more positions than announced, more entries than reserved, or more rows
// than the step has left; or accepts more rows than the draft had.
class Bad final : public Constraint {
 public:
  explicit Bad(int kind) : kind_(kind) {}
  size_t n_positions() const override { return kind_ == 1 ? 0 : SIZE_MAX; }
  void propose(size_t max_rows, Draft& draft) override {
    const size_t n = kind_ == 4 ? max_rows + 1 : 1;
    while (draft.n_rows() < n) draft.add_row(kind_ == 0 ? 1 << 20 : 1);
  }
  Result<size_t> judge(const Draft&, std::span<const float>) override {
    return size_t{kind_ == 3 ? 2u : 1u};
  }

 private:
  int kind_;
};

TEST_P(EngineTest, ABadSequenceFailsAloneAndTheOthersGoOn) {
  const auto ids = random_ids(60);
  const auto owner = make(options(64, 3));
  Engine& engine = *owner;
  Recorder alone(ids, 4);
  ASSERT_TRUE(engine.run(alone).ok());
  Bad id(0), position(1), endless(2), accepts(3), greedy(4);
  Recorder good(ids, 6), also(ids, 3);
  ListFeed feed({&id, &good, &position, &endless, &also, &accepts, &greedy});
  engine.run(feed);
  EXPECT_EQ(feed.n_done, 7u);
  EXPECT_EQ(feed.failed.size(), 5u);
  EXPECT_EQ(good.logits, alone.logits);
  EXPECT_EQ(also.logits, alone.logits);
}

// As in a server, sequences come and go between steps.
TEST_P(EngineTest, SequencesAreSubmittedSteppedAndCancelled) {
  const auto engine = make(options(20, 2));
  const auto ids = random_ids(60);
  Recorder alone(ids, 7);
  ASSERT_TRUE(engine->run(alone).ok());
  Recorder first(ids, 5), gone(ids, 9), later(ids, 11), no_room(ids, 1);
  ASSERT_TRUE(engine->submit(first) && engine->submit(gone));
  EXPECT_FALSE(engine->submit(no_room));
  std::vector<Ended> ended;
  for (int i = 0; i < 3; ++i) engine->step(ended);
  EXPECT_TRUE(engine->cancel(gone));
  EXPECT_TRUE(engine->submit(later));
  while (engine->n_in_flight() > 0) engine->step(ended);
  ASSERT_EQ(ended.size(), 2u);
  for (const Ended& sequence : ended) EXPECT_TRUE(sequence.result.ok());
  EXPECT_EQ(first.logits, alone.logits);
  EXPECT_EQ(later.logits, alone.logits);
  EXPECT_LT(gone.logits.size(), alone.logits.size());
}

INSTANTIATE_TEST_SUITE_P(Models, EngineTest,
                         ::testing::Values("llama-f32", "llama-q8_0", "llama-q4_0", "gemma3-f32",
                                           "phi3-f32", "mixtral-q8_0"));

}  // namespace
}  // namespace redact
