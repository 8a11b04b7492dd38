// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/class_format.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gguf_loader/gguf_file.h"
#include "redactor/labelling/label_format.h"
#include "tests/support/class_keys.h"

namespace redact::class_format_test {

using testing::class_keys;
using testing::LabelKeys;
using Ids = std::vector<int32_t>;

Result<LabelFormat> read(const LabelKeys& keys) {
  testing::VocabBuilder vocab;
  vocab.add("a");
  keys.add_to(vocab);
  const std::string file = vocab.build();
  const auto parsed = GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  EXPECT_TRUE(parsed.ok());
  return LabelFormat::read(parsed->metadata(), 23);
}

Ids outputs(const LabelKeys& keys) {
  const auto format = read(keys);
  EXPECT_TRUE(format.ok()) << format.error().message();
  return format.ok() ? format->outputs : Ids();
}

TEST(ClassFormat, ASequenceIsClsSourceSep) {
  const auto format = read(class_keys("bio", {"O", "B-PER", "I-PER"}, {"NAME"}));
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->bos, 1);
  EXPECT_EQ(format->eos, 2);
  EXPECT_EQ(format->lag, 0u);
  EXPECT_EQ(format->n_rows(5), 7u);
  EXPECT_TRUE(format->whole_words);
}

// Its windows are exact only with all of their context, so they may begin inside a word.
TEST(ClassFormat, WithoutBosASequenceOfPrivacyFilterIsTheSource) {
  LabelKeys keys = class_keys("bio", {}, {"NAME"});
  keys.without("tokenizer.ggml.bos_token_id");
  keys.without("bert.classifier.output_labels");
  keys.text("general.architecture", "openai-privacy-filter");
  keys.texts("openai-privacy-filter.classifier.output_labels", {"O", "B-PER", "I-PER"});
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->bos, -1);
  EXPECT_EQ(format->eos, -1);
  EXPECT_EQ(format->n_rows(5), 5u);
  EXPECT_FALSE(format->whole_words);
}

// A privacy-filter without keys of redact.
LabelKeys published_filter(uint32_t n_layers, uint32_t n_seen, uint32_t positions) {
  LabelKeys keys = class_keys("bio", {}, {});
  for (const char* own :
       {"redact.grammar", "redact.classifier.scheme", "redact.classifier.labels",
        "redact.window_tokens", "redact.context_tokens", "bert.classifier.output_labels"}) {
    keys.without(own);
  }
  keys.text("general.architecture", "openai-privacy-filter");
  keys.texts("openai-privacy-filter.classifier.output_labels",
             {"O", "B-secret", "I-secret", "E-secret", "S-secret", "B-private_person",
              "I-private_person", "E-private_person", "S-private_person"});
  keys.number("openai-privacy-filter.block_count", n_layers);
  keys.number("openai-privacy-filter.attention.sliding_window", n_seen);
  keys.number("openai-privacy-filter.context_length", positions);
  return keys;
}

// Without redact.grammar another encoder is refused.
TEST(ClassFormat, APublishedPrivacyFilterIsKnownByItsArchitecture) {
  LabelKeys keys = published_filter(8, 128, 131072);
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->labels, (std::vector<Label>{Label::kOther, Label::kName}));
  EXPECT_EQ(format->outputs, (Ids{0, 1, 5, 2, 6, 3, 7, 4, 8}));
  EXPECT_EQ(format->window_tokens, 4096u);
  EXPECT_EQ(format->context_tokens, 1024u);
  EXPECT_EQ(format->bos, -1);  // although the file names one
  EXPECT_EQ(format->n_rows(5), 5u);
  EXPECT_FALSE(format->whole_words);
  keys.text("general.architecture", "bert");
  EXPECT_FALSE(read(keys).ok());
}

TEST(ClassFormat, APublishedPrivacyFilterReadsAsMuchContextAsItsLayersSee) {
  const auto small = read(published_filter(2, 3, 100));
  ASSERT_TRUE(small.ok()) << small.error().message();
  EXPECT_EQ(small->window_tokens, 100u);
  EXPECT_EQ(small->context_tokens, 6u);
  EXPECT_TRUE(read(published_filter(5, 5, 100)).ok());
  const std::string seen = "openai-privacy-filter.attention.sliding_window";
  EXPECT_EQ(read(published_filter(2, 13, 100)).error().where, seen);
  EXPECT_EQ(read(published_filter(8, 129, 131072)).error().where, seen);
  EXPECT_EQ(read(published_filter(UINT32_MAX, UINT32_MAX, 131072)).error().where, seen);
  EXPECT_EQ(read(published_filter(8, 128, 0)).error().where,
            "openai-privacy-filter.context_length");
  for (const char* key : {"block_count", "attention.sliding_window", "context_length"}) {
    LabelKeys keys = published_filter(8, 128, 131072);
    keys.without(std::string("openai-privacy-filter.") + key);
    EXPECT_EQ(read(keys).error().where, std::string("openai-privacy-filter.") + key);
  }
}

// Outside; then for each kind begin, inside, end and single.
TEST(ClassFormat, SchemesNameTheSamePlaces) {
  const std::vector<std::string> labels = {"NAME", "CITY"};
  EXPECT_EQ(outputs(class_keys("bio", {"B-PER", "I-PER", "O", "B-LOC", "I-LOC"}, labels)),
            (Ids{2, 0, 3, 1, 4, 1, 4, 0, 3}));
  EXPECT_EQ(
      outputs(class_keys(
          "bioes", {"O", "B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "I-LOC", "E-LOC", "S-LOC"},
          labels)),
      (Ids{0, 1, 5, 2, 6, 3, 7, 4, 8}));
  EXPECT_EQ(
      outputs(class_keys(
          "bilou", {"U-PER", "L-PER", "I-PER", "B-PER", "U-LOC", "L-LOC", "I-LOC", "B-LOC", "O"},
          labels)),
      (Ids{8, 3, 7, 2, 6, 1, 5, 0, 4}));
  EXPECT_EQ(outputs(class_keys("io", {"O", "PER", "LOC"}, labels)),
            (Ids{0, 1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(outputs(class_keys("io", {"O", "I-PER", "I-LOC"}, labels)),
            (Ids{0, 1, 2, 1, 2, 1, 2, 1, 2}));
}

TEST(ClassFormat, APlaceThatAKindLacksHasAnotherClassOfTheKind) {
  EXPECT_EQ(outputs(class_keys("bio", {"O", "I-PER"}, {"NAME"})), (Ids{0, 1, 1, 1, 1}));
  EXPECT_EQ(outputs(class_keys("bio", {"O", "B-PER"}, {"NAME"})), (Ids{0, 1, 1, 1, 1}));
  EXPECT_EQ(outputs(class_keys("bioes", {"O", "B-PER", "I-PER", "E-PER"}, {"NAME"})),
            (Ids{0, 1, 2, 3, 1}));
  EXPECT_EQ(outputs(class_keys("bilou", {"O", "U-PER"}, {"NAME"})), (Ids{0, 1, 1, 1, 1}));
}

TEST(ClassFormat, KindsMayShareALabel) {
  const auto format =
      read(class_keys("bio", {"O", "B-GIVEN", "I-GIVEN", "B-SUR", "I-SUR"}, {"NAME", "NAME"}));
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->labels, (std::vector<Label>{Label::kName, Label::kName}));
}

TEST(ClassFormat, SixTransitionsHaveScores) {
  LabelKeys keys = class_keys("bio", {"O", "B-PER"}, {"NAME"});
  EXPECT_EQ(read(keys)->transitions.ends_opens, 0);
  keys.floats("redact.classifier.transitions", {1, 2, 3, 4, 5, 1024});
  const Transitions found = read(keys)->transitions;
  EXPECT_EQ(found.outside_outside, 1);
  EXPECT_EQ(found.outside_opens, 2);
  EXPECT_EQ(found.ends_outside, 3);
  EXPECT_EQ(found.ends_opens, 4);
  EXPECT_EQ(found.inside, 5);
  EXPECT_EQ(found.end, 1024);
  for (const std::vector<float>& wrong :
       {std::vector<float>{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 1025}, {1, 2, 3, 4, 5, NAN}}) {
    keys.floats("redact.classifier.transitions", wrong);
    EXPECT_EQ(read(keys).error().where, "redact.classifier.transitions");
  }
}

TEST(ClassFormat, WithoutPrefixesASpanCostsTheSmallestStep) {
  LabelKeys keys = class_keys("io", {"O", "PER"}, {"NAME"});
  keys.floats("redact.label_bias", {0.5f});
  EXPECT_EQ(read(keys)->label_bias, (std::vector<float>{0.5f - 0x1p-20f}));
  EXPECT_EQ(read(class_keys("bio", {"O", "B-PER"}, {"NAME"}))->label_bias, (std::vector<float>{0}));
}

TEST(ClassFormat, FaultsAreRefusedByTheirKey) {
  const std::string classes = "bert.classifier.output_labels";
  const auto keys = [](const char* scheme, std::vector<std::string> names) {
    return class_keys(scheme, names, {"NAME"});
  };
  LabelKeys no_eos = keys("bio", {"O", "B-PER"});
  no_eos.without("tokenizer.ggml.eos_token_id");
  LabelKeys no_bos = keys("bio", {"O", "B-PER"});
  no_bos.without("tokenizer.ggml.bos_token_id");
  LabelKeys no_scheme = keys("bio", {"O", "B-PER"});
  no_scheme.without("redact.classifier.scheme");
  const std::vector<std::pair<LabelKeys, std::string>> faults = {
      {keys("bio", {"B-PER", "I-PER"}), classes},  // no O
      {keys("bio", {"O", "O", "B-PER"}), classes},
      {keys("bio", {"O"}), classes},  // nothing else
      {keys("bio", {"O", "B-PER", "B-PER"}), classes},
      {keys("bio", {"O", "PER"}), classes},    // no prefix
      {keys("bio", {"O", "S-PER"}), classes},  // one of another scheme
      {keys("bio", {"O", "B-"}), classes},
      {keys("bioe", {"O", "B-PER"}), "redact.classifier.scheme"},
      {no_scheme, "redact.classifier.scheme"},
      {class_keys("bio", {"O", "B-PER"}, {"PERSON"}), "redact.classifier.labels"},
      {class_keys("bio", {"O", "B-PER"}, {"NAME", "CITY"}), "redact.classifier.labels"},
      {no_bos, "tokenizer.ggml.bos_token_id"},
      {no_eos, "tokenizer.ggml.eos_token_id"},
      {class_keys("bio", {"O", "B-PER"}, {"NAME"}, 0), "redact.window_tokens"},
      {class_keys("bio", {"O", "B-PER"}, {"NAME"}, 40, 6, 1, 23), "tokenizer.ggml.eos_token_id"},
  };
  for (size_t i = 0; i < faults.size(); ++i) {
    const auto format = read(faults[i].first);
    ASSERT_FALSE(format.ok()) << i;
    EXPECT_EQ(format.error().where, faults[i].second) << i;
  }
}

}  // namespace redact::class_format_test
