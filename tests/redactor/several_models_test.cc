// SPDX-License-Identifier: Apache-2.0
// Several models that read each document.
#include <gtest/gtest.h>

#include "redactor/redactor.h"
#include "tests/redactor/queue_fixture.h"
#include "tests/support/redact_with.h"

namespace redact::several_models_test {

// Two label models that find different words.
class SeveralModels : public ::testing::Test {
 protected:
  SeveralModels() {
    const std::vector<std::string> paths = {tiny("several_a.gguf", 7), tiny("several_b.gguf", 8)};
    Models::name(paths, options_);
    options_.n_threads = 1;
    options_.max_rows = 64;
    models_ = Models::open(options_).value();
  }

  static std::string tiny(const std::string& name, uint32_t seed) {
    testing::TinyModel model;
    model.seed = seed;
    model.type = "q8_0";
    model.extra = [](testing::VocabBuilder& vocab) { testing::LabelKeys(24, 5).add_to(vocab); };
    return model.write(name);
  }

  std::shared_ptr<const Configuration> configure(const std::string& agree) const {
    Settings settings;
    settings.agree = agree;
    return Configuration::open(settings, models_).value();
  }

  // The findings of each model by itself.
  std::vector<Findings> alone(const std::string& text) const {
    std::vector<Findings> findings;
    for (const auto& model : models_) {
      const auto decoding = model->configure({}).value();
      findings.push_back(model->open_session(1).value()->find(*decoding, {text}).value());
    }
    return findings;
  }

  ModelOptions options_;
  Models models_;
};

TEST_F(SeveralModels, FindAsEachByItselfWhateverTheThreads) {
  std::vector<std::string> texts = {"", " "};
  for (uint32_t seed = 0; seed < 60; ++seed) {
    texts.push_back(testing::text_of(seed % 10 == 0 ? 3000 : 20 + 7 * seed, seed));
  }
  size_t n_differ = 0;
  for (const std::string agree : {"any", "all"}) {
    const auto configuration = configure(agree);
    for (const int n_threads : {1, 3}) {
      const auto redactor = Redactor::open(models_, {n_threads}).value();
      const std::vector<std::string_view> views(texts.begin(), texts.end());
      const auto results = redactor->redact_all(configuration, views);
      for (size_t i = 0; i < texts.size(); ++i) {
        ASSERT_TRUE(results[i].ok()) << results[i].error().message();
        const auto want = testing::redact_with(alone(texts[i]), {texts[i]}, *configuration);
        ASSERT_TRUE(want.ok());
        EXPECT_EQ(results[i]->output, want->output);
        const auto one = testing::redact_with({alone(texts[i])[0]}, {texts[i]}, *configuration);
        n_differ += one->output != want->output;
      }
    }
  }
  EXPECT_GT(n_differ, 100u);  // else the second model did nothing
}

// A ticket is cancelled while the first model, the second, or none reads it.
TEST_F(SeveralModels, ACancelledTicketEndsAndTheOthersGoOn) {
  const auto configuration = configure("any");
  const auto redactor = Redactor::open(models_, {2}).value();
  std::atomic<size_t> n_done = 0;
  std::vector<std::shared_ptr<Ticket>> tickets;
  for (uint32_t i = 0; i < 40; ++i) {
    tickets.push_back(std::make_shared<Ticket>(configuration,
                                               DocumentInput{testing::text_of(400 + 50 * i, i)},
                                               [&](Ticket&) { ++n_done; }));
    redactor->submit(tickets.back());
    if (i >= 3 && i % 2 == 1) redactor->cancel(tickets[i - 3]);
  }
  while (n_done < tickets.size()) std::this_thread::yield();
  for (size_t i = 1; i < tickets.size(); i += 2) EXPECT_TRUE(tickets[i]->result().ok());
}

TEST_F(SeveralModels, RefusesWhatCannotWorkBesideOthers) {
  ModelOptions options = options_;
  options.lora_path = "adapter.gguf";
  options.model_path.clear();
  EXPECT_FALSE(Models::open(options).ok());
  options = options_;
  options.more_paths.assign(kMostFinders, options.model_path);
  EXPECT_EQ(Models::open(options).error().message(), "at most 8 models may look at a document");
  testing::TinyModel instruct;
  options = options_;
  options.more_paths = {instruct.write("several_instruct.gguf")};
  EXPECT_EQ(Models::open(options).error().message(),
            "an instruct model works alone: several models must be label models or encoders");
  options.more_paths = {"/nonexistent"};
  EXPECT_EQ(Models::open(options).error().message(), "number 2: No such file or directory");
  Settings settings;
  settings.agree = "most";
  EXPECT_EQ(Configuration::open(settings, models_).error().message(),
            "--agree: is not any, majority or all");
}

}  // namespace redact::several_models_test
