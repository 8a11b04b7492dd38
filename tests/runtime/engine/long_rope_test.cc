// SPDX-License-Identifier: Apache-2.0
// LongRoPE on both sides of its switch at 4,096 positions. The factors are chosen per sequence:
// long and short sequences in the same steps give the logits of transformers, which chooses by the
// length of each text, and the same bits as each sequence alone.
#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "runtime/engine/engine.h"
#include "tests/runtime/model/golden_run.h"

namespace redact::long_rope_test {

// Feeds ids, and keeps the logits of the whole vocabulary at some positions.
class Reader final : public Constraint {
 public:
  Reader(std::vector<int32_t> ids, std::vector<size_t> asked, size_t n_vocab, size_t prefix = 0,
         size_t n_prefix = 0)
      : ids_(std::move(ids)),
        asked_(std::move(asked)),
        vocab_(n_vocab),
        prefix_(prefix),
        n_fed_(n_prefix) {
    std::iota(vocab_.begin(), vocab_.end(), 0);
  }

  size_t prefix() const override { return prefix_; }
  size_t n_positions() const override { return ids_.size(); }
  void propose(size_t max_rows, Draft& draft) override {
    for (size_t i = n_fed_; i < ids_.size() && draft.n_rows() < std::min(max_rows, kPerPass); ++i) {
      const bool asked = std::find(asked_.begin(), asked_.end(), i) != asked_.end();
      draft.add_row(ids_[i], asked ? std::span<const int32_t>(vocab_) : std::span<const int32_t>());
    }
  }
  Result<size_t> judge(const Draft& draft, std::span<const float> got) override {
    logits.insert(logits.end(), got.begin(), got.end());
    n_fed_ += draft.n_rows();
    return draft.n_rows();
  }

  std::vector<float> logits;

 private:
  static constexpr size_t kPerPass = 300;
  std::vector<int32_t> ids_;
  std::vector<size_t> asked_;
  std::vector<int32_t> vocab_;
  size_t prefix_, n_fed_;
};

class List final : public SequenceFeed {
 public:
  explicit List(std::vector<Constraint*> list) : list_(std::move(list)) {}
  Constraint* next() override { return at_ < list_.size() ? list_[at_++] : nullptr; }
  void done(Constraint&, const Result<void>& result) override {
    EXPECT_TRUE(result.ok()) << result.error().message();
  }

 private:
  std::vector<Constraint*> list_;
  size_t at_ = 0;
};

class LongRope : public ::testing::Test {
 protected:
  struct Run {
    std::vector<int32_t> ids;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;
  };

  LongRope() {
    const auto json = testing::read_golden("phi3-long-f32.json");
    const std::vector<int32_t> ids = json.at("ids");
    for (const auto& run : json.at("runs")) {
      const size_t n = run.at("n");
      runs_.push_back({{ids.begin(), ids.begin() + static_cast<ptrdiff_t>(n)},
                       run.at("positions"),
                       run.at("logits")});
    }
  }
  Reader reader(const Run& run, size_t prefix = 0, size_t n_prefix = 0) const {
    std::vector<size_t> asked;
    for (const size_t at : run.positions) {
      if (at >= n_prefix) asked.push_back(at);
    }
    return {run.ids, asked, model_.config().n_vocab, prefix, n_prefix};
  }
  std::unique_ptr<Engine> engine(size_t max_sequences) const {
    EngineOptions options{512, kPositions, max_sequences};
    options.prefix_pages = pages_for(kPrefix);
    return Engine::make(*placed_, *ops_, options).value();
  }

  static constexpr size_t kPositions = 5000, kPrefix = 37;  // the prefix ends inside a page
  const Model model_ = Model::open(testing::golden_path("phi3-long-f32.gguf")).value();
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
  const std::unique_ptr<const PlacedModel> placed_ =
      PlacedModel::place(model_, *ops_, kPositions).value();
  std::vector<Run> runs_;
};

TEST_F(LongRope, SequencesOfBothKindsInOneStepAreThoseOfTransformers) {
  ASSERT_EQ(runs_.size(), 3u);
  std::vector<Reader> alone, together;
  for (const Run& run : runs_) {
    alone.push_back(reader(run)), together.push_back(reader(run));
    ASSERT_TRUE(engine(1)->run(alone.back()).ok());
  }
  List list({&together[0], &together[1], &together[2]});
  engine(3)->run(list);
  for (size_t i = 0; i < runs_.size(); ++i) {
    EXPECT_EQ(together[i].logits, alone[i].logits) << runs_[i].ids.size() << " tokens";
    EXPECT_LT(testing::nmse(together[i].logits, runs_[i].logits), 1e-6)
        << runs_[i].ids.size() << " tokens";
  }
}

// prefix_pages has room for one prefix at a time, which is stored once for each kind.
TEST_F(LongRope, ASharedPrefixIsThatOfTheKind) {
  const auto shared = engine(3);
  std::vector<Reader> alone;
  for (const Run& run : runs_) {
    alone.push_back(reader(run));
    ASSERT_TRUE(engine(1)->run(alone.back()).ok());
  }
  for (const size_t n_prefix : {kPrefix, kPrefix - 16, kPrefix}) {
    const std::span<const int32_t> ids = runs_[0].ids;
    const auto prefix = shared->share_prefix(ids.first(n_prefix));
    ASSERT_TRUE(prefix.ok()) << prefix.error().message();
    std::vector<Reader> together;
    for (const Run& run : runs_) together.push_back(reader(run, *prefix, n_prefix));
    List list({&together[0], &together[1], &together[2]});
    shared->run(list);
    for (size_t i = 0; i < runs_.size(); ++i) {
      const std::vector<float>& whole = alone[i].logits;  // those of the prefix come first
      const auto n_behind = static_cast<ptrdiff_t>(together[i].logits.size());
      ASSERT_GT(n_behind, 0);
      EXPECT_EQ(together[i].logits, std::vector<float>(whole.end() - n_behind, whole.end()));
    }
    ASSERT_TRUE(shared->drop_prefixes().ok());
  }
}

// A sequence may not exceed the number of positions that it has announced.
TEST_F(LongRope, ADraftBeyondWhatTheSequenceSaidIsRefused) {
  class Liar final : public Constraint {
   public:
    size_t n_positions() const override { return 2; }
    void propose(size_t, Draft& draft) override {
      for (int row = 0; row < 3; ++row) draft.add_row(1);
    }
    Result<size_t> judge(const Draft&, std::span<const float>) override { return 1; }
  } liar;
  const auto result = engine(1)->run(liar);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(), "draft: a position is outside the planned range");
}

}  // namespace redact::long_rope_test
