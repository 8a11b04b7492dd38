// SPDX-License-Identifier: Apache-2.0
// Models of random weights behind the whole road: whatever they want, a document comes back with
// its spans replaced and nothing else touched (P1, P2), and packing, drafts and drafters change
// nothing (P4).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "gguf_loader/gguf_file.h"
#include "redactor/bundled_model.h"
#include "redactor/model_finder.h"
#include "redactor/redactor.h"

namespace redact {
namespace {

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
      (std::filesystem::temp_directory_path() / ("redact-random-" + std::to_string(seed) + ".gguf"))
          .string();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return path;
}

// Bytes of all kinds: letters, tags and special tokens as text, line ends, broken UTF-8, NULs.
std::vector<std::string> random_documents(size_t n, std::mt19937& random) {
  const std::vector<std::string> pieces = {"a",
                                           "Ana ",
                                           "12",
                                           "/",
                                           "\r\n",
                                           "\n",
                                           " ",
                                           "é",
                                           "\xff",
                                           "\xc3",
                                           std::string(1, '\0'),
                                           "[NAME]",
                                           "<sep>",
                                           "<open:DATE>",
                                           "</s>",
                                           "中",
                                           "\t",
                                           "."};
  std::vector<std::string> out;
  for (size_t i = 0; i < n; ++i) {
    std::string text;
    for (size_t k = random() % 40; k > 0; --k) text += pieces[random() % pieces.size()];
    out.push_back(text);
  }
  return out;
}

// Documents for each model; REDACT_RANDOM_DOCUMENTS asks for more than a quick run needs.
size_t n_documents() {
  const char* asked = std::getenv("REDACT_RANDOM_DOCUMENTS");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : 300;
}

class RandomWeights : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomWeights, DocumentsComeBackWithTheirSpansReplacedAndNothingElse) {
  const std::string path = random_model(GetParam());
  std::mt19937 random(GetParam());
  const std::vector<std::string> documents = random_documents(n_documents(), random);
  const std::vector<Source> sources(documents.begin(), documents.end());

  std::vector<std::vector<Result<Redaction>>> runs;
  for (const size_t max_draft : {1, 7, 64}) {
    ModelOptions options;
    options.model_path = path;
    options.max_draft = max_draft;
    options.max_sequences = max_draft == 7 ? 3 : 32;
    options.draft_bundled = max_draft == 64;
    options.n_threads = 2;
    auto finder = open_model_finder(options);
    ASSERT_TRUE(finder.ok()) << finder.error().message();
    Redactor redactor(**finder, *Policy::open("meddocan"));
    runs.push_back(redactor.redact_all(sources));
  }
  std::filesystem::remove(path);

  size_t n_spans = 0;
  for (size_t d = 0; d < documents.size(); ++d) {
    ASSERT_TRUE(runs[0][d].ok()) << runs[0][d].error().message();
    const Redaction& redaction = *runs[0][d];
    std::string rebuilt;
    size_t at = 0;
    for (const Entity& entity : redaction.entities) {
      ASSERT_GE(entity.span.begin, at);
      ASSERT_LT(entity.span.begin, entity.span.end);
      rebuilt += documents[d].substr(at, entity.span.begin - at) + entity.replacement;
      at = entity.span.end;
    }
    ASSERT_LE(at, documents[d].size());
    ASSERT_EQ(rebuilt + documents[d].substr(at), redaction.output);
    n_spans += redaction.entities.size();
    for (const auto& run : runs) {
      ASSERT_EQ(run[d]->output, redaction.output);
      ASSERT_EQ(run[d]->entities.size(), redaction.entities.size());
      for (size_t i = 0; i < redaction.entities.size(); ++i) {
        ASSERT_EQ(run[d]->entities[i].span.score, redaction.entities[i].span.score);
      }
    }
  }
  EXPECT_GT(n_spans, 100u);  // such models do tag: the test sees more than copies
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWeights, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace redact
