// SPDX-License-Identifier: Apache-2.0
// Tickets of many sizes on several threads: each ends once, with the result that it has alone.
#include "redactor/ticket_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "redactor/finder/decoding.h"
#include "redactor/redactor.h"
#include "tests/redactor/queue_fixture.h"
#include "tests/support/random_documents.h"

namespace redact::ticket_queue_test {

using namespace std::chrono_literals;
using testing::Queue;
using testing::text_of;

// P4, whatever the numbers of sessions and helpers.
TEST_F(Queue, EachTicketHasTheResultThatItHasAlone) {
  std::mt19937 random(5);
  std::vector<std::string> texts = testing::random_documents(120, 40, random);
  texts.push_back("");
  texts.push_back(text_of(40'000, 1));  // a long one
  std::vector<Result<Redaction>> want;
  for (const std::string& text : texts) want.push_back(alone(text));
  for (const auto& [n_sessions, n_helpers] :
       {std::pair<size_t, size_t>{1, 0}, {3, 0}, {1, 2}, {2, 2}}) {
    n_done_ = 0;
    TicketQueue queue;
    std::vector<std::shared_ptr<Ticket>> tickets;
    for (const std::string& text : texts) {
      tickets.push_back(ticket(text));
      queue.submit(tickets.back());
    }
    queue.close();
    work(queue, n_sessions, n_helpers);
    EXPECT_EQ(n_done_, texts.size());
    EXPECT_EQ(queue.n_open(), 0u);
    for (size_t i = 0; i < texts.size(); ++i) {
      ASSERT_TRUE(tickets[i]->is_done());
      const Result<Redaction>& got = tickets[i]->result();
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

class FailingWindows final : public WindowGrammar {
 public:
  WindowLengths lengths() const override { return {24, 14, 5, 5}; }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace&, ModelSession*) override {
    return Error{ErrorKind::kBadInput, "model", "broken"};
  }
};

class FailingDecoding final : public Decoding {
 public:
  explicit FailingDecoding(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}
  float bias() const override { return 0; }
  DocumentWindows open(const Query& query) const override {
    return DocumentWindows(tokenizer_, query, std::make_unique<FailingWindows>());
  }

 private:
  const Tokenizer& tokenizer_;
};

TEST_F(Queue, AFinderThatFailsGivesNoOutput) {
  Configuration failing = Configuration::compile({}).value();
  failing.decodings = {std::make_shared<FailingDecoding>(model_->file().tokenizer())};
  configuration_ = std::make_shared<const Configuration>(std::move(failing));
  TicketQueue queue;
  const auto queued = ticket("Ana was seen.");
  queue.submit(queued);
  queue.close();
  work(queue, 1, 1);
  const Result<Redaction> now = alone("Ana was seen.");
  for (const auto* result : {&queued->result(), &now}) {
    ASSERT_FALSE(result->ok());
    EXPECT_EQ(result->error().kind, ErrorKind::kBadInput);
  }
}

// The long document has some thousand windows, of which four fit into two passes.
TEST_F(Queue, AShortDocumentBehindALongOneIsDoneAfterAFewPasses) {
  TicketQueue queue;
  const auto session = open_session();
  uint64_t passes_when_done = 0;
  const auto longer = ticket(text_of(16'000, 2));
  const auto behind =
      ticket("Ana was seen.", [&](Ticket&) { passes_when_done = session->counts().passes; });
  queue.submit(longer);
  queue.submit(behind);
  queue.close();
  EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
  EXPECT_GT(session->counts().passes, 300u);
  EXPECT_GT(passes_when_done, 0u);
  EXPECT_LE(passes_when_done, 3u);
}

// Short documents that keep coming do not stop a long one: the oldest has every second turn.
TEST_F(Queue, ALongDocumentGoesOnWhileShortOnesCome) {
  TicketQueue queue;
  const auto session = open_session();
  size_t n_short_done = 0, n_when_long_done = 0;
  const auto longer = ticket(text_of(20'000, 3), [&](Ticket&) {
    n_when_long_done = n_short_done;
    queue.close();
  });
  queue.submit(longer);
  std::function<void(Ticket&)> next = [&](Ticket&) {
    ++n_short_done;
    if (longer->is_done()) return;
    queue.submit(ticket(text_of(20, static_cast<uint32_t>(n_short_done)), next));
  };
  for (int i = 0; i < 200; ++i) {
    queue.submit(ticket(text_of(20, static_cast<uint32_t>(i)), next));
  }
  EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
  EXPECT_TRUE(longer->result().ok());
  EXPECT_GT(n_when_long_done, 200u);
  EXPECT_LT(n_when_long_done, 20'000u);
}

TEST_F(Queue, ACancelledTicketEndsAtOnceAndTheOthersGoOn) {
  TicketQueue queue;
  const auto waiting = ticket("Ana"), other = ticket("Bo was seen.");
  queue.submit(waiting);
  queue.submit(other);
  queue.cancel(waiting);  // nobody works on it yet
  EXPECT_TRUE(waiting->is_done());
  EXPECT_EQ(waiting->result().error().kind, ErrorKind::kCancelled);
  const auto running = ticket(text_of(200'000, 4));
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
  const auto late = ticket("Cy");
  queue.submit(late);  // after close()
  EXPECT_FALSE(late->result().ok());
}

// Its windows wait for a session, and there is none.
TEST_F(Queue, ACancelledTicketThatHasBeenReadEndsAtOnce) {
  TicketQueue queue;
  std::thread helper([&] { queue.help(); });
  const auto waiting = ticket("Ana was seen."), behind = ticket("");
  queue.submit(waiting);
  queue.submit(behind);  // it has no windows, so it is done once both have been read
  while (!behind->is_done()) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(waiting->is_done());
  queue.cancel(waiting);
  EXPECT_TRUE(waiting->is_done());
  EXPECT_EQ(waiting->result().error().kind, ErrorKind::kCancelled);
  queue.close();
  helper.join();
  EXPECT_EQ(n_done_, 2u);
  EXPECT_EQ(queue.n_open(), 0u);
}

TEST_F(Queue, ACancelledTicketGivesItsMemoryBackWhoeverHoldsIt) {
  const auto redactor = Redactor::open(model_, {1, SIZE_MAX, 1}).value();
  const auto large = ticket(text_of(200'000, 6)), other = ticket("Ana was seen.");
  redactor->submit(large);
  EXPECT_FALSE(redactor->try_submit(other));
  redactor->cancel(large);
  bool is_taken = false;
  for (int ms = 0; ms < 5000 && !is_taken; ++ms) {
    is_taken = redactor->try_submit(other);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(is_taken);
  EXPECT_EQ(large->result().error().kind, ErrorKind::kCancelled);
  while (n_done_ < 2) std::this_thread::sleep_for(1ms);
}

TEST_F(Queue, ATicketPastItsDeadlineIsWithheld) {
  TicketQueue queue;
  const auto past = ticket("Ana", {}, Ticket::Clock::now() - 1s);
  const auto running = ticket(text_of(400'000, 5), {}, Ticket::Clock::now() + 50ms);
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

TEST_F(Queue, TicketsThatNobodyCanWorkOnAreWithheld) {
  TicketQueue queue;
  const auto left = ticket("Ana");
  queue.submit(left);
  queue.give_up({ErrorKind::kExhausted, {}, "out of memory"});
  ASSERT_TRUE(left->is_done());
  EXPECT_EQ(left->result().error().kind, ErrorKind::kExhausted);
  work(queue, 1, 1);  // returns at once
}

// Clients on many threads, with cancellations and deadlines at random.
TEST_F(Queue, ManyClientsGetOneEndForEachTicket) {
  const auto redactor = Redactor::open(model_, {3, SIZE_MAX, 1 << 20}).value();
  std::vector<std::thread> clients;
  std::atomic<size_t> n_ended = 0, n_redacted = 0;
  constexpr size_t kClients = 8, kEach = 60;
  for (uint32_t c = 0; c < kClients; ++c) {
    clients.emplace_back([&, c] {
      std::mt19937 random(c);
      for (size_t i = 0; i < kEach; ++i) {
        const std::string text = text_of(random() % 600, random());
        std::optional<Ticket::Clock::time_point> deadline;
        if (random() % 8 == 0) deadline = Ticket::Clock::now() + 1ms * (random() % 4);
        const auto when_done = [&](Ticket& done) {
          ++n_ended;
          n_redacted += done.result().ok();
        };
        const auto each =
            std::make_shared<Ticket>(configuration_, DocumentInput{text}, when_done, deadline);
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

TEST_F(Queue, ATicketThatWaitsForMemoryUntilItsDeadlineEndsThere) {
  const auto redactor = Redactor::open(model_, {1, SIZE_MAX, 1}).value();
  const auto all = redactor->hold(1);
  const auto late = ticket("Ana", {}, Ticket::Clock::now() + 5ms);
  redactor->submit(late);
  ASSERT_TRUE(late->is_done());
  EXPECT_EQ(late->result().error().kind, ErrorKind::kTimedOut);
}

}  // namespace redact::ticket_queue_test
