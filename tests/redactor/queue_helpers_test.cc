// SPDX-License-Identifier: Apache-2.0
// Which threads decide the windows that a session has run.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "redactor/finder/decoding.h"
#include "redactor/ticket_queue.h"
#include "tests/redactor/queue_fixture.h"
#include "tests/support/constraints.h"

namespace redact::queue_helpers_test {

using namespace std::chrono_literals;
using testing::text_of;

// Who decides the windows of a model whose windows find nothing.
struct Deciders {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  size_t n_windows = 0;
  std::set<const float*> kept;  // logits of windows that have run and are not yet decided
  size_t most_kept = 0;
};

// Keeps its logits until it is decided.
class WatchedWindow final : public WindowDecoder, public Constraint {
 public:
  explicit WatchedWindow(Deciders& deciders) : deciders_(deciders) {}
  Constraint& constraint() override { return *this; }
  size_t min_rows() const override { return whole_.min_rows(); }
  void propose(size_t max_rows, Draft& draft) override {
    if (!finished_) whole_.propose(max_rows, draft);
  }
  Result<size_t> judge(const Draft& draft, std::span<const float>) override {
    return draft.n_rows();
  }
  Result<size_t> receive(const Draft& draft, const Logits& logits) override {
    logits_ = logits;
    finished_ = true;
    const std::lock_guard lock(deciders_.mutex);
    deciders_.kept.insert(logits.memory.get());
    deciders_.most_kept = std::max(deciders_.most_kept, deciders_.kept.size());
    return draft.n_rows();
  }
  Result<void> decide() override {
    const std::lock_guard lock(deciders_.mutex);
    deciders_.threads.insert(std::this_thread::get_id());
    ++deciders_.n_windows;
    if (logits_.memory.use_count() == 2) deciders_.kept.erase(logits_.memory.get());
    logits_ = {};
    return {};
  }
  Result<void> collect(Findings&) const override { return {}; }

 private:
  Deciders& deciders_;
  testing::Whole whole_{{1, 2, 3}};
  Logits logits_;
  bool finished_ = false;
};

class WatchedWindows final : public WindowGrammar {
 public:
  explicit WatchedWindows(Deciders& deciders) : deciders_(deciders) {}
  WindowLengths lengths() const override { return {24, 14, 5, 5}; }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace&, ModelSession*) override {
    return std::unique_ptr<WindowDecoder>(std::make_unique<WatchedWindow>(deciders_));
  }

 private:
  Deciders& deciders_;
};

class WatchedDecoding final : public Decoding {
 public:
  WatchedDecoding(const Tokenizer& tokenizer, Deciders& deciders)
      : tokenizer_(tokenizer), deciders_(deciders) {}
  float bias() const override { return 0; }
  DocumentWindows open(const Query& query) const override {
    if (when_read) when_read(query);
    return DocumentWindows(tokenizer_, query, std::make_unique<WatchedWindows>(deciders_));
  }

  std::function<void(const Query&)> when_read;

 private:
  const Tokenizer& tokenizer_;
  Deciders& deciders_;
};

class WatchedQueue : public testing::Queue {
 protected:
  WatchedQueue() {
    Configuration watched = Configuration::compile({}).value();
    watched.models = model_;
    decoding_ = std::make_shared<WatchedDecoding>(model_->file().tokenizer(), deciders_);
    watched.decodings = {decoding_};
    configuration_ = std::make_shared<const Configuration>(std::move(watched));
  }
  bool decides_itself() const { return deciders_.threads.contains(std::this_thread::get_id()); }

  Deciders deciders_;
  std::shared_ptr<WatchedDecoding> decoding_;
};

// A thread with a session, for which a device waits, leaves decisions to helpers if there are any.
TEST_F(WatchedQueue, HelpersDecideWhatASessionHasRun) {
  for (const size_t n_helpers : {0, 2}) {
    deciders_.threads.clear(), deciders_.n_windows = 0;
    TicketQueue queue;
    std::vector<std::thread> helpers;
    for (size_t i = 0; i < n_helpers; ++i) helpers.emplace_back([&] { queue.help(); });
    const auto empty = ticket("");  // has no windows: is done as soon as a helper is there
    queue.submit(empty);
    while (n_helpers > 0 && !empty->is_done()) std::this_thread::sleep_for(1ms);
    for (uint32_t i = 0; i < 5; ++i) queue.submit(ticket(text_of(300, i)));
    queue.close();
    const auto session = open_session();
    EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
    for (std::thread& helper : helpers) helper.join();
    EXPECT_GT(deciders_.n_windows, 100u);
    EXPECT_EQ(queue.counts().windows, deciders_.n_windows);
    EXPECT_EQ(decides_itself(), n_helpers == 0);
  }
}

// The only helper is busy until the session has kept as many logits as there is memory for, and
// some time longer. The session then waits instead of deciding windows itself or taking more.
TEST_F(WatchedQueue, ASessionWaitsForHelpersThatFallBehind) {
  TicketQueue queue;
  queue.submit(ticket(text_of(4000, 1)));
  const auto slow = ticket("", [&](Ticket&) {
    const auto most_kept = [&] {
      const std::lock_guard lock(deciders_.mutex);
      return deciders_.most_kept;
    };
    for (int ms = 0; ms < 20000 && most_kept() < LogitMemory::kMost; ++ms) {
      std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(50ms);
  });
  queue.submit(slow);
  queue.close();
  std::thread helper([&] { queue.help(); });
  while (!slow->is_done()) std::this_thread::sleep_for(1ms);  // the helper is in when_done
  const auto session = open_session();
  EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
  helper.join();
  EXPECT_FALSE(decides_itself());
  EXPECT_EQ(deciders_.most_kept, LogitMemory::kMost);
}

// A helper reads a document while the last session gives up: nobody would take its turn.
TEST_F(WatchedQueue, ATicketThatIsReadWhileSessionsGiveUpIsWithheld) {
  std::promise<void> reads, goes_on;
  decoding_->when_read = [&](const Query&) {
    reads.set_value();
    goes_on.get_future().wait();
  };
  TicketQueue queue;
  const auto in_hand = ticket("Ana was seen.");
  queue.submit(in_hand);
  std::thread helper([&] { queue.help(); });
  reads.get_future().wait();
  queue.give_up({ErrorKind::kExhausted, {}, "out of memory"});
  goes_on.set_value();
  for (int ms = 0; ms < 20000 && !in_hand->is_done(); ++ms) std::this_thread::sleep_for(1ms);
  ASSERT_TRUE(in_hand->is_done());
  EXPECT_EQ(in_hand->result().error().kind, ErrorKind::kExhausted);
  helper.join();
}

}  // namespace redact::queue_helpers_test
