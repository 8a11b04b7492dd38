// SPDX-License-Identifier: Apache-2.0
// Models of random weights with the grammars of instruct models: whatever their logits, the result
// is the source with tags.
#include <gtest/gtest.h>

#include <random>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "redactor/copy/tag_decoder.h"
#include "runtime/engine/engine.h"

namespace redact::tag_model_test {

class TagModel : public ::testing::TestWithParam<const char*> {};

TEST_P(TagModel, RandomDocumentsComeBackWithSpansInOrder) {
  auto model =
      Model::open(std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-" + GetParam() + ".gguf");
  ASSERT_TRUE(model.ok()) << model.error().message();
  ThreadPool pool(1);
  auto ops = open_device("cpu", pool);
  ASSERT_TRUE(ops.ok());
  const auto placed = PlacedModel::place(*model, **ops, 600).value();
  const auto engine = Engine::make(*placed, **ops, {16, 600}).value();
  const TokenTrie trie(model->tokenizer());
  const TagGrammar replaces{TagGrammar::Kind::kReplace,
                            &model->tokenizer(),
                            &trie,
                            {{"[NOME]", "", Label::kName}, {"[DATA]", "", Label::kDate}},
                            {},
                            2,
                            20};
  const TagGrammar marks{TagGrammar::Kind::kMark,
                         &model->tokenizer(),
                         &trie,
                         {{"<N>", "</N>", Label::kName}, {"<D>", "</D>", Label::kDate}},
                         {},
                         2,
                         20};
  std::mt19937 random(23);
  size_t n_spans = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::string source;
    for (size_t i = random() % 40; i > 0; --i) source += "abcdef \n[N\xff\xc3"[random() % 12];
    auto text = CopyText::make(source, model->tokenizer(), false);
    ASSERT_TRUE(text.ok());
    TagDecoder decoder(trial % 2 ? replaces : marks, *std::move(text), {0, 0, {1, 40, 41}, 600}, -1,
                       16);
    const auto run = engine->run(decoder);
    ASSERT_TRUE(run.ok()) << run.error().message();
    ASSERT_TRUE(decoder.finished());
    size_t reached = 0;
    for (const Span& span : decoder.spans()) {
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, source.size());
      reached = span.end;
    }
    n_spans += decoder.spans().size();
  }
  EXPECT_GT(n_spans, 0u);  // such models do tag, so the test covers more than copies
}

INSTANTIATE_TEST_SUITE_P(Formats, TagModel, ::testing::Values("f32", "bf16", "q4_0"));

}  // namespace redact::tag_model_test
