// SPDX-License-Identifier: Apache-2.0
// Models of random weights in the whole pipeline: whatever their logits, a document comes back with
// its spans replaced and nothing else touched (P1, P2), and packing, drafts and drafters change
// nothing (P4).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "gguf_loader/gguf_file.h"
#include "redactor/finder/bundled_model.h"
#include "redactor/prompt/prompt_task.h"
#include "tests/support/class_keys.h"
#include "tests/support/random_documents.h"
#include "tests/support/redact_texts.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace {

using testing::expect_promises;
using testing::random_documents;
using testing::Redactions;

// The bundled model's file with the codes of every matrix redrawn.
std::string random_model(uint32_t seed) {
  const std::span<const uint8_t> bundled = bundled_model();
  const auto gguf = GgufFile::parse(bundled);
  EXPECT_TRUE(gguf.ok()) << gguf.error().message();
  std::vector<uint8_t> bytes(bundled.begin(), bundled.end());
  std::mt19937 random(seed);
  for (const TensorInfo& tensor : gguf->tensors()) {
    if (tensor.type != TensorType::kQ8_0) continue;
    uint8_t* at = bytes.data() + (gguf->data(tensor).data() - bundled.data());
    for (size_t block = 0; block < tensor.n_bytes; block += 34) {
      for (size_t i = 2; i < 34; ++i) at[block + i] = static_cast<uint8_t>(random());
    }
  }
  const std::string path =
      ::testing::TempDir() + "redact-random-" + std::to_string(seed) + ".gguf";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path;
}

constexpr size_t kMaxPieces = 40;

// The number of documents for each model. Set REDACT_RANDOM_DOCUMENTS for a longer run.
size_t n_documents() {
  const char* asked = std::getenv("REDACT_RANDOM_DOCUMENTS");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 300;
}

// Runs the documents through the pipeline three times, with different packing and drafts.
std::vector<Redactions> run_thrice(ModelOptions options, const DecodingOptions& decoding,
                                   const Policy& policy,
                                   const std::vector<std::string>& documents) {
  std::vector<Redactions> runs;
  for (const size_t max_draft : {1, 7, 64}) {
    options.max_draft = max_draft;
    options.max_sequences = max_draft == 7 ? 3 : 32;
    options.draft_bundled = max_draft == 64;
    options.n_threads = max_draft == 7 ? 2 : 1;
    runs.push_back(testing::redact_texts(options, decoding, policy, documents));
  }
  return runs;
}

class RandomWeights : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomWeights, DocumentsComeBackWithTheirSpansReplacedAndNothingElse) {
  ModelOptions options;
  options.model_path = random_model(GetParam());
  std::mt19937 random(GetParam());
  const auto documents = random_documents(n_documents(), kMaxPieces, random);
  const auto runs = run_thrice(options, {}, *Policy::open("meddocan"), documents);
  std::filesystem::remove(options.model_path);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_GT(expect_promises(documents, runs), 100u);  // such models do tag
}

struct Family {
  const char* family;
  const char* type;
  uint32_t window = 0;
  uint32_t n_experts = 0;
};

testing::TinyModel tiny_model(const Family& family) {
  testing::TinyModel model;
  model.architecture = model.family = family.family;
  model.type = family.type;
  model.window = family.window;
  model.n_experts = family.n_experts;
  if (model.window > 0) model.n_layers = 6;  // gemma3's sixth layer has no window
  return model;
}

testing::LabelKeys label_keys(const Family& family) {
  if (family.family != std::string_view("bert")) return testing::LabelKeys(24, 5);
  testing::LabelKeys keys = testing::class_keys("bio", {}, {"NAME"}, 24, 5);
  for (const char* of_model :
       {"general.architecture", "bert.classifier.output_labels", "tokenizer.ggml.eos_token_id"}) {
    keys.without(of_model);  // the tiny model has it
  }
  return keys;
}

class RandomLabels : public ::testing::TestWithParam<Family> {};

// Models that label each token: their windows are cut with context on both sides.
TEST_P(RandomLabels, DocumentsComeBackWithTheirSpansReplacedAndNothingElse) {
  for (const uint32_t seed : {1, 2, 3}) {
    testing::TinyModel model = tiny_model(GetParam());
    model.seed = seed;
    model.extra = [](testing::VocabBuilder& vocab) { label_keys(GetParam()).add_to(vocab); };
    ModelOptions options;
    options.model_path = model.write("redact-random-label.gguf");
    std::mt19937 random(seed);
    const auto documents = random_documents(n_documents() / 3, kMaxPieces, random);
    const auto runs = run_thrice(options, {}, *Policy::open("meddocan"), documents);
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_GT(expect_promises(documents, runs), 30u);
  }
}

struct Instruct {
  Family family;
  PromptTask task;
};

class RandomInstruct : public ::testing::TestWithParam<Instruct> {};

// The same for instruct models, whose random weights favour tags and other words everywhere.
TEST_P(RandomInstruct, DocumentsComeBackWithTheirSpansReplacedAndNothingElse) {
  const Policy policy = *Policy::open("italian-clinical");
  ModelOptions options;
  DecodingOptions decoding;
  testing::TinyModel model = tiny_model(GetParam().family);
  model.seed = 1 + static_cast<uint32_t>(GetParam().task);
  model.n_context = 8192;  // a tag for every byte fits
  options.model_path = model.write("redact-random-instruct.gguf");
  decoding.prompt.task = GetParam().task;
  decoding.prompt.tags = prompt_tags(GetParam().task, policy);
  decoding.prompt.chat_template = "chatml";
  decoding.prompt.language = "en";
  decoding.prompt.instruction = std::string(REDACT_SOURCE_DIR) + "/tests/program/short_prompt.txt";
  // Without a bias half of all bytes begin a tag, and answers exceed any context; lists end soon.
  decoding.bias = GetParam().task == PromptTask::kList ? 2.0f : -3.0f;
  std::mt19937 random(static_cast<uint32_t>(GetParam().task));
  const auto documents = random_documents(n_documents() / 3, kMaxPieces, random);
  const auto runs = run_thrice(options, decoding, policy, documents);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_GT(expect_promises(documents, runs), documents.size() / 3);
}

using enum PromptTask;
constexpr Instruct kInstructs[] = {
    {{"llama", "f32"}, kTags},       {{"llama", "q8_0"}, kMarkup},
    {{"llama", "q4_0"}, kVerdict},   {{"qwen2", "q8_0"}, kTags},
    {{"qwen3", "q4_0"}, kMarkup},    {{"gemma3", "q8_0", 40}, kTags},
    {{"phi3", "q4_0", 40}, kMarkup}, {{"llama", "q8_0", 0, 4}, kTags},
    {{"llama", "f32"}, kList},       {{"gemma3", "q8_0", 40}, kList},
};
constexpr Family kLabelling[] = {
    {"llama", "q8_0"},      {"qwen2", "q8_0"},    {"bert", "f32"},        {"qwen3", "q4_0"},
    {"gemma3", "q8_0", 10}, {"phi3", "q4_0", 10}, {"llama", "q8_0", 0, 4}};

INSTANTIATE_TEST_SUITE_P(Families, RandomInstruct, ::testing::ValuesIn(kInstructs));
INSTANTIATE_TEST_SUITE_P(Families, RandomLabels, ::testing::ValuesIn(kLabelling));
INSTANTIATE_TEST_SUITE_P(Seeds, RandomWeights, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace redact
