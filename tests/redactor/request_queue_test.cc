// SPDX-License-Identifier: Apache-2.0
// Requests of many sizes on several threads: each ends once, with the result that it has alone.
#include "redactor/request_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "redactor/finder/decoding.h"
#include "redactor/redactor.h"
#include "tests/support/constraints.h"
#include "tests/support/label_keys.h"
#include "tests/support/random_documents.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace request_queue_test {

using namespace std::chrono_literals;

class Queue : public ::testing::Test {
 protected:
  Queue() {
    testing::TinyModel tiny;
    tiny.seed = 7;
    tiny.type = "q8_0";
    tiny.extra = [](testing::VocabBuilder& vocab) { testing::LabelKeys(24, 5).add_to(vocab); };
    ModelOptions options;
    options.model_path = tiny.write("request_queue_test.gguf");
    options.n_threads = 1;
    options.max_rows = 64;
    model_ = open_redaction_model(options).value();
    configuration_ = Configuration::open({}, model_).value();
  }

  std::unique_ptr<ModelSession> open_session() { return model_->open_session(1).value(); }

  std::shared_ptr<Request> request(std::string text) {
    auto request = std::make_shared<Request>(configuration_, std::move(text));
    request->when_done = [this](Request&) { ++n_done_; };
    return request;
  }

  Result<Redaction> alone(const std::string& text) {
    Request request(configuration_, text);
    redact_now(request, *open_session());
    return request.result();
  }

  // Runs the queue with this many sessions and helpers until it is closed and empty.
  void work(RequestQueue& queue, size_t n_sessions, size_t n_helpers) {
    std::vector<std::thread> threads;
    for (size_t i = 0; i < n_sessions; ++i) {
      threads.emplace_back([&] {
        const auto session = open_session();
        EXPECT_TRUE(queue.work(*session, model_->max_rows()));
      });
    }
    for (size_t i = 0; i < n_helpers; ++i) threads.emplace_back([&] { queue.help(); });
    for (std::thread& thread : threads) thread.join();
  }

  std::shared_ptr<const RedactionModel> model_;
  std::shared_ptr<const Configuration> configuration_;
  std::atomic<size_t> n_done_ = 0;
};

std::string text_of(size_t n_bytes, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text(n_bytes, ' ');
  for (char& c : text) c = "abcde fgh. ijk\n"[random() % 15];
  return text;
}

// P4, whatever the numbers of sessions and helpers.
TEST_F(Queue, EachRequestHasTheResultThatItHasAlone) {
  std::mt19937 random(5);
  std::vector<std::string> texts = testing::random_documents(120, 40, random);
  texts.push_back("");
  texts.push_back(text_of(40'000, 1));  // a long one
  std::vector<Result<Redaction>> want;
  for (const std::string& text : texts) want.push_back(alone(text));
  for (const auto& [n_sessions, n_helpers] :
       {std::pair<size_t, size_t>{1, 0}, {3, 0}, {1, 2}, {2, 2}}) {
    n_done_ = 0;
    RequestQueue queue;
    std::vector<std::shared_ptr<Request>> requests;
    for (const std::string& text : texts) {
      requests.push_back(request(text));
      queue.submit(requests.back());
    }
    queue.close();
    work(queue, n_sessions, n_helpers);
    EXPECT_EQ(n_done_, texts.size());
    EXPECT_EQ(queue.n_open(), 0u);
    for (size_t i = 0; i < texts.size(); ++i) {
      ASSERT_TRUE(requests[i]->is_done());
      const Result<Redaction>& got = requests[i]->result();
      ASSERT_EQ(got.ok(), want[i].ok()) << i;
      if (!got.ok()) continue;
      EXPECT_EQ(got->output, want[i]->output) << i;
      ASSERT_EQ(got->entities.size(), want[i]->entities.size());
      for (size_t k = 0; k < got->entities.size(); ++k) {
        EXPECT_EQ(got->entities[k].span.score, want[i]->entities[k].span.score);
      }
    }
  }
}

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
  void decide() override {
    const std::lock_guard lock(deciders_.mutex);
    deciders_.threads.insert(std::this_thread::get_id());
    ++deciders_.n_windows;
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

class WatchedQueue : public Queue {
 protected:
  WatchedQueue() {
    Configuration watched = Configuration::compile({}).value();
    watched.model = model_;
    watched.decoding = std::make_shared<WatchedDecoding>(model_->file().tokenizer(), deciders_);
    configuration_ = std::make_shared<const Configuration>(std::move(watched));
  }
  bool decides_itself() const { return deciders_.threads.contains(std::this_thread::get_id()); }

  Deciders deciders_;
};

// A thread with a session, for which a device waits, leaves decisions to helpers if there are any.
TEST_F(WatchedQueue, HelpersDecideWhatASessionHasRun) {
  for (const size_t n_helpers : {0, 2}) {
    deciders_.threads.clear(), deciders_.n_windows = 0;
    RequestQueue queue;
    std::vector<std::thread> helpers;
    for (size_t i = 0; i < n_helpers; ++i) helpers.emplace_back([&] { queue.help(); });
    const auto empty = request("");  // has no windows: is done as soon as a helper is there
    queue.submit(empty);
    while (n_helpers > 0 && !empty->is_done()) std::this_thread::sleep_for(1ms);
    for (uint32_t i = 0; i < 5; ++i) queue.submit(request(text_of(300, i)));
    queue.close();
    const auto session = open_session();
    EXPECT_TRUE(queue.work(*session, model_->max_rows()));
    for (std::thread& helper : helpers) helper.join();
    EXPECT_GT(deciders_.n_windows, 100u);
    EXPECT_EQ(queue.counts().windows, deciders_.n_windows);
    EXPECT_EQ(decides_itself(), n_helpers == 0);
  }
}

// The only helper waits until a window has been decided: so many are waiting then that the thread
// that runs them decides one.
TEST_F(WatchedQueue, ASessionDecidesItselfIfHelpersFallBehind) {
  RequestQueue queue;
  queue.submit(request(text_of(4000, 1)));
  const auto slow = request("");
  slow->when_done = [&](Request&) {
    const auto n_decided = [&] {
      const std::lock_guard lock(deciders_.mutex);
      return deciders_.n_windows;
    };
    for (int ms = 0; ms < 5000 && n_decided() == 0; ++ms) std::this_thread::sleep_for(1ms);
  };
  queue.submit(slow);
  queue.close();
  std::thread helper([&] { queue.help(); });
  while (!slow->is_done()) std::this_thread::sleep_for(1ms);  // the helper is in when_done
  const auto session = open_session();
  EXPECT_TRUE(queue.work(*session, model_->max_rows()));
  helper.join();
  EXPECT_TRUE(decides_itself());
}

// The long document has some thousand windows, of which four fit into two passes.
TEST_F(Queue, AShortDocumentBehindALongOneIsDoneAfterAFewPasses) {
  RequestQueue queue;
  const auto session = open_session();
  const auto longer = request(text_of(16'000, 2)), behind = request("Ana was seen.");
  uint64_t passes_when_done = 0;
  behind->when_done = [&](Request&) { passes_when_done = session->counts().passes; };
  queue.submit(longer);
  queue.submit(behind);
  queue.close();
  EXPECT_TRUE(queue.work(*session, model_->max_rows()));
  EXPECT_GT(session->counts().passes, 300u);
  EXPECT_GT(passes_when_done, 0u);
  EXPECT_LE(passes_when_done, 3u);
}

// Short documents that keep coming do not stop a long one: the oldest has every second turn.
TEST_F(Queue, ALongDocumentGoesOnWhileShortOnesCome) {
  RequestQueue queue;
  const auto session = open_session();
  const auto longer = request(text_of(20'000, 3));
  size_t n_short_done = 0, n_when_long_done = 0;
  longer->when_done = [&](Request&) {
    n_when_long_done = n_short_done;
    queue.close();
  };
  queue.submit(longer);
  std::function<void(Request&)> next = [&](Request&) {
    ++n_short_done;
    if (longer->is_done()) return;
    auto another = request(text_of(20, static_cast<uint32_t>(n_short_done)));
    another->when_done = next;
    queue.submit(std::move(another));
  };
  for (int i = 0; i < 200; ++i) {
    auto first = request(text_of(20, static_cast<uint32_t>(i)));
    first->when_done = next;
    queue.submit(std::move(first));
  }
  EXPECT_TRUE(queue.work(*session, model_->max_rows()));
  EXPECT_TRUE(longer->result().ok());
  EXPECT_GT(n_when_long_done, 200u);
  EXPECT_LT(n_when_long_done, 20'000u);
}

TEST_F(Queue, ACancelledRequestEndsAtOnceAndTheOthersGoOn) {
  RequestQueue queue;
  const auto waiting = request("Ana"), other = request("Bo was seen.");
  queue.submit(waiting);
  queue.submit(other);
  queue.cancel(waiting);  // nobody works on it yet
  EXPECT_TRUE(waiting->is_done());
  EXPECT_EQ(waiting->result().error().kind, ErrorKind::kCancelled);
  const auto running = request(text_of(200'000, 4));
  queue.submit(running);
  std::thread canceller([&] {
    while (!other->is_done()) std::this_thread::sleep_for(1ms);
    queue.cancel(running);
    queue.close();
  });
  work(queue, 2, 0);
  canceller.join();
  EXPECT_TRUE(other->result().ok());
  EXPECT_FALSE(running->result().ok());
  EXPECT_EQ(running->result().error().kind, ErrorKind::kCancelled);
  EXPECT_EQ(n_done_, 3u);
  const auto late = request("Cy");
  queue.submit(late);  // after close()
  EXPECT_FALSE(late->result().ok());
}

TEST_F(Queue, ARequestPastItsDeadlineIsWithheld) {
  RequestQueue queue;
  const auto past = request("Ana"), running = request(text_of(400'000, 5));
  past->deadline = Request::Clock::now() - 1s;
  running->deadline = Request::Clock::now() + 50ms;
  queue.submit(past);
  queue.submit(running);
  queue.close();
  work(queue, 1, 0);
  for (const auto& each : {past, running}) {
    ASSERT_FALSE(each->result().ok());
    EXPECT_EQ(each->result().error().kind, ErrorKind::kTimedOut);
    EXPECT_NE(each->result().error().message().find("deadline"), std::string::npos);
  }
}

TEST_F(Queue, RequestsThatNobodyCanWorkOnAreWithheld) {
  RequestQueue queue;
  const auto left = request("Ana");
  queue.submit(left);
  queue.give_up({ErrorKind::kExhausted, {}, "out of memory"});
  ASSERT_TRUE(left->is_done());
  EXPECT_EQ(left->result().error().kind, ErrorKind::kExhausted);
  work(queue, 1, 1);  // returns at once
}

// Clients on many threads, with cancellations and deadlines at random.
TEST_F(Queue, ManyClientsGetOneEndForEachRequest) {
  const auto redactor = Redactor::open(model_, {3, SIZE_MAX, 1 << 20}).value();
  std::vector<std::thread> clients;
  std::atomic<size_t> n_ended = 0, n_redacted = 0;
  constexpr size_t kClients = 8, kEach = 60;
  for (uint32_t c = 0; c < kClients; ++c) {
    clients.emplace_back([&, c] {
      std::mt19937 random(c);
      for (size_t i = 0; i < kEach; ++i) {
        const std::string text = text_of(random() % 600, random());
        auto each = std::make_shared<Request>(configuration_, text);
        each->when_done = [&](Request& done) {
          ++n_ended;
          n_redacted += done.result().ok();
        };
        if (random() % 8 == 0) each->deadline = Request::Clock::now() + 1ms * (random() % 4);
        const bool is_cancelled = random() % 8 == 0;
        redactor->submit(each);
        if (is_cancelled) redactor->cancel(each);
        if (i % 20 == 19) {
          EXPECT_EQ(redactor->redact(configuration_, text)->output, alone(text)->output);
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
  while (n_ended < kClients * kEach) std::this_thread::sleep_for(1ms);
  EXPECT_GT(n_redacted, kClients * kEach / 2);
}

TEST(Memory, IsWaitedForUntilADeadline) {
  using Clock = std::chrono::steady_clock;
  MemoryBudget budget(100);
  auto all = std::make_unique<MemoryBudget::Share>(budget.take(100));
  MemoryBudget::Share share;
  EXPECT_FALSE(budget.take_by(Clock::now() + 1ms, 1, share));
  std::thread waiting([&] { EXPECT_TRUE(budget.take_by(Clock::now() + 1h, 1, share)); });
  all.reset();
  waiting.join();
  EXPECT_EQ(budget.n_taken(), 1u);
}

TEST_F(Queue, ARequestThatWaitsForMemoryUntilItsDeadlineEndsThere) {
  const auto redactor = Redactor::open(model_, {1, SIZE_MAX, 1}).value();
  const auto all = redactor->hold(1);
  const auto late = request("Ana");
  late->deadline = Request::Clock::now() + 5ms;
  redactor->submit(late);
  ASSERT_TRUE(late->is_done());
  EXPECT_EQ(late->result().error().kind, ErrorKind::kTimedOut);
}

TEST(Memory, IsTakenInSharesAndALargeDocumentIsAlone) {
  MemoryBudget budget(100);
  auto first = std::make_unique<MemoryBudget::Share>(budget.take(60));
  MemoryBudget::Share second, large;
  EXPECT_FALSE(budget.try_take(41, second));
  EXPECT_TRUE(budget.try_take(40, second));
  EXPECT_EQ(budget.n_taken(), 100u);
  EXPECT_FALSE(budget.try_take(1000, large));
  std::thread waiting([&] { large = budget.take(1000); });
  first.reset();
  second = MemoryBudget::Share();
  waiting.join();
  EXPECT_EQ(budget.n_taken(), 1000u);
  EXPECT_FALSE(budget.try_take(1, second));
}

}  // namespace request_queue_test
}  // namespace redact
