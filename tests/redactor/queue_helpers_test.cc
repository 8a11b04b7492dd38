// SPDX-License-Identifier: Apache-2.0
// Which threads decide the windows that a session has run.
#include <gtest/gtest.h>

#include <chrono>
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
};

class WatchedWindow final : public WindowDecoder {
 public:
  explicit WatchedWindow(Deciders& deciders) : deciders_(deciders) {}
  Constraint& constraint() override { return whole_; }
  Result<void> decide() override {
    const std::lock_guard lock(deciders_.mutex);
    deciders_.threads.insert(std::this_thread::get_id());
    ++deciders_.n_windows;
    return {};
  }
  Result<void> collect(Findings&) const override { return {}; }

 private:
  Deciders& deciders_;
  testing::Whole whole_{{1, 2, 3}};
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
    return DocumentWindows(tokenizer_, query, std::make_unique<WatchedWindows>(deciders_));
  }

 private:
  const Tokenizer& tokenizer_;
  Deciders& deciders_;
};

class WatchedQueue : public testing::Queue {
 protected:
  WatchedQueue() {
    Configuration watched = Configuration::compile({}).value();
    watched.models = model_;
    watched.decodings = {std::make_shared<WatchedDecoding>(model_->file().tokenizer(), deciders_)};
    configuration_ = std::make_shared<const Configuration>(std::move(watched));
  }
  bool decides_itself() const { return deciders_.threads.contains(std::this_thread::get_id()); }

  Deciders deciders_;
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

// The only helper waits until a window has been decided: so many are waiting then that the thread
// that runs them decides one.
TEST_F(WatchedQueue, ASessionDecidesItselfIfHelpersFallBehind) {
  TicketQueue queue;
  queue.submit(ticket(text_of(4000, 1)));
  const auto slow = ticket("", [&](Ticket&) {
    const auto n_decided = [&] {
      const std::lock_guard lock(deciders_.mutex);
      return deciders_.n_windows;
    };
    for (int ms = 0; ms < 5000 && n_decided() == 0; ++ms) std::this_thread::sleep_for(1ms);
  });
  queue.submit(slow);
  queue.close();
  std::thread helper([&] { queue.help(); });
  while (!slow->is_done()) std::this_thread::sleep_for(1ms);  // the helper is in when_done
  const auto session = open_session();
  EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
  helper.join();
  EXPECT_TRUE(decides_itself());
}

}  // namespace redact::queue_helpers_test
