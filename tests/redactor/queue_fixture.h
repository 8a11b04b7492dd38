// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "redactor/ticket_queue.h"
#include "tests/support/label_keys.h"
#include "tests/support/tiny_model.h"

namespace redact::testing {

// Queues that redact with a tiny model.
class Queue : public ::testing::Test {
 protected:
  Queue() {
    TinyModel tiny;
    tiny.seed = 7;
    tiny.type = "q8_0";
    tiny.extra = [](VocabBuilder& vocab) { LabelKeys(24, 5).add_to(vocab); };
    ModelOptions options;
    options.model_path = tiny.write("ticket_queue_test.gguf");
    options.n_threads = 1;
    options.max_rows = 64;
    model_ = open_redaction_model(options).value();
    configuration_ = Configuration::open({}, model_).value();
  }

  std::unique_ptr<ModelSession> open_session() { return model_->open_session(1).value(); }

  // A ticket that is counted when it is done, and then makes its own call, if any.
  std::shared_ptr<Ticket> ticket(std::string text, Ticket::WhenDone when_done = {},
                                 std::optional<Ticket::Clock::time_point> deadline = {}) {
    const auto count = [this, told = std::move(when_done)](Ticket& done) {
      ++n_done_;
      if (told) told(done);
    };
    return std::make_shared<Ticket>(configuration_, DocumentInput{std::move(text)}, count,
                                    deadline);
  }

  Result<Redaction> alone(const std::string& text) {
    return redact_now({text}, *configuration_, *open_session());
  }

  // Runs the queue with this many sessions and helpers until it is closed and empty.
  void work(TicketQueue& queue, size_t n_sessions, size_t n_helpers) {
    std::vector<std::thread> threads;
    for (size_t i = 0; i < n_sessions; ++i) {
      threads.emplace_back([&] {
        const auto session = open_session();
        EXPECT_TRUE(queue.work({{*session, model_->max_rows()}}));
      });
    }
    for (size_t i = 0; i < n_helpers; ++i) threads.emplace_back([&] { queue.help(); });
    for (std::thread& thread : threads) thread.join();
  }

  std::shared_ptr<const RedactionModel> model_;
  std::shared_ptr<const Configuration> configuration_;
  std::atomic<size_t> n_done_ = 0;
};

inline std::string text_of(size_t n_bytes, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text(n_bytes, ' ');
  for (char& c : text) c = "abcde fgh. ijk\n"[random() % 15];
  return text;
}

}  // namespace redact::testing
