// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/label_format.h"

#include <gtest/gtest.h>

#include <limits>

#include "gguf_loader/gguf_file.h"
#include "tests/support/label_keys.h"

namespace redact::label_format_test {

using testing::LabelKeys;

constexpr size_t kVocabulary = 23;

Result<LabelFormat> read(const LabelKeys& keys, const std::vector<std::string>& texts = {"a"}) {
  testing::VocabBuilder vocab;
  for (const std::string& text : texts) vocab.add(text);
  keys.add_to(vocab);
  const std::string file = vocab.build();
  const auto parsed = GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  EXPECT_TRUE(parsed.ok());
  return LabelFormat::read(parsed->metadata(), kVocabulary);
}

TEST(LabelFormat, ReadsWhatAFileSays) {
  LabelKeys keys;
  keys.floats("redact.label_bias", {0, 1.5f, -2});
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->bos, 1);
  EXPECT_EQ(format->labels, (std::vector<Label>{Label::kPatient, Label::kDate, Label::kCity}));
  EXPECT_EQ(format->outputs,
            (std::vector<int32_t>{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22}));
  EXPECT_EQ(format->lag, 2u);
  EXPECT_EQ(format->n_rows(5), 8u);
  EXPECT_EQ(format->window_tokens, 40u);
  EXPECT_EQ(format->context_tokens, 6u);
  EXPECT_EQ(format->bias, 0.5f);
  EXPECT_EQ(format->label_bias, (std::vector<float>{0, 1.5f, -2}));
}

TEST(LabelFormat, HintsComeWithAGazetteer) {
  EXPECT_TRUE(read(LabelKeys())->hints.empty());
  LabelKeys keys;
  keys.bytes("redact.gazetteer", {0, 0, 0, 1, 2});
  keys.texts("redact.gazetteer_classes", {"given", "town"});
  keys.ints("redact.token.hint", {7, 8, 9});
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->gazetteer.size(), 5u);
  EXPECT_EQ(format->classes, (std::vector<std::string>{"given", "town"}));
  EXPECT_EQ(format->hints, (std::vector<int32_t>{7, 8, 9}));
}

TEST(LabelFormat, ARowOfTheWordGrammarHasSeveralTokens) {
  EXPECT_EQ(read(LabelKeys())->row_tokens, 1u);
  LabelKeys keys;
  keys.words(6, 2);
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->row_tokens, 6u);
  EXPECT_EQ(format->row_digits, 2u);
  for (const auto& [tokens, digits] : {std::pair(4, 1), {16, 16}}) {
    keys.words(tokens, digits);
    EXPECT_TRUE(read(keys).ok()) << tokens;
  }
}

TEST(LabelFormat, BiasesAndLagAreNoneWhereAFileHasNone) {
  LabelKeys keys;
  keys.without("redact.bias");
  keys.without("redact.lag");
  const auto format = read(keys);
  ASSERT_TRUE(format.ok()) << format.error().message();
  EXPECT_EQ(format->bias, 0);
  EXPECT_EQ(format->lag, 0u);
  EXPECT_EQ(format->label_bias, (std::vector<float>{0, 0, 0}));
}

// Labels may share an output: the model does not distinguish their inner tokens.
TEST(LabelFormat, LabelsMayShareATokenButNotThatOfOutside) {
  LabelKeys keys;
  keys.ints("redact.token.inside", {14, 14, 14});
  keys.ints("redact.token.end", {14, 14, 14});
  EXPECT_TRUE(read(keys).ok());
}

// The texts of the tokens of LabelKeys, as the trainer writes them.
TEST(LabelFormat, ATokenWhoseTextNamesALabelIsForThatLabelAlone) {
  std::vector<std::string> texts(kVocabulary, "");
  for (size_t i = 0; i < texts.size(); ++i) texts[i] = "token " + std::to_string(i);
  const std::vector<std::string> labels = {"PATIENT", "DATE", "CITY"};
  texts[7] = "<open:DATE>", texts[10] = "<O>";
  for (size_t i = 0; i < 12; ++i)
    texts[11 + i] = std::string("<") + "BIES"[i / 3] + ":" + labels[i % 3] + ">";
  LabelKeys keys;
  EXPECT_TRUE(read(keys, texts).ok());
  keys.number("redact.token.outside", 7);
  EXPECT_EQ(read(keys, texts).error().where, "redact.token.outside");
  keys = LabelKeys();
  keys.ints("redact.token.begin", {12, 11, 13});
  EXPECT_EQ(read(keys, texts).error().where, "redact.token.begin");
}

struct Fault {
  const char* key;  // the key that the error names
  std::function<void(LabelKeys&)> make;
};

TEST(LabelFormat, FaultsAreRefusedByTheirKey) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinite = std::numeric_limits<float>::infinity();
  std::vector<Fault> faults = {
      {"tokenizer.ggml.bos_token_id",
       [](LabelKeys& k) { k.number("tokenizer.ggml.bos_token_id", kVocabulary); }},
      {"redact.window_tokens", [](LabelKeys& k) { k.number("redact.window_tokens", 0); }},
      {"redact.window_tokens", [](LabelKeys& k) { k.number("redact.window_tokens", 4097); }},
      {"redact.window_tokens", [](LabelKeys& k) { k.text("redact.window_tokens", "40"); }},
      {"redact.context_tokens", [](LabelKeys& k) { k.number("redact.context_tokens", 11); }},
      {"redact.row_tokens", [](LabelKeys& k) { k.words(0, 1); }},
      {"redact.row_tokens", [](LabelKeys& k) { k.words(3, 2); }},
      {"redact.row_tokens", [](LabelKeys& k) { k.words(17, 2); }},
      {"redact.row_tokens", [](LabelKeys& k) { k.words(UINT32_MAX, 2); }},
      {"redact.row_tokens",
       [](LabelKeys& k) {
         k.words(6, 2);
         k.without("redact.row_tokens");
       }},
      {"redact.row_digits", [](LabelKeys& k) { k.words(6, 0); }},
      {"redact.row_digits", [](LabelKeys& k) { k.words(6, 7); }},
      {"redact.row_digits",
       [](LabelKeys& k) {
         k.words(6, 2);
         k.without("redact.row_digits");
       }},
      {"redact.lag", [](LabelKeys& k) { k.number("redact.lag", 17); }},
      {"redact.lag", [](LabelKeys& k) { k.text("redact.lag", "2"); }},
      {"redact.labels", [](LabelKeys& k) { k.texts("redact.labels", {}); }},
      {"redact.labels",
       [](LabelKeys& k) {
         k.texts("redact.labels", {"DATE", "X", "CITY"});
       }},
      {"redact.labels",
       [](LabelKeys& k) {
         k.texts("redact.labels", {"DATE", "CITY", "DATE"});
       }},
      {"redact.token.outside", [](LabelKeys& k) { k.number("redact.token.outside", 23); }},
      {"redact.bias", [=](LabelKeys& k) { k.floats("redact.bias", {}, nan); }},
      {"redact.bias", [](LabelKeys& k) { k.text("redact.bias", "0"); }},
      {"redact.bias_high", [=](LabelKeys& k) { k.floats("redact.bias_high", {}, infinite); }},
      {"redact.bias_precise", [=](LabelKeys& k) { k.floats("redact.bias_precise", {}, nan); }},
      {"redact.bias_precise", [](LabelKeys& k) { k.number("redact.bias_precise", 1); }},
      {"redact.label_bias",
       [](LabelKeys& k) {
         k.floats("redact.label_bias", {1, 2});
       }},
      {"redact.label_bias",
       [=](LabelKeys& k) {
         k.floats("redact.label_bias", {0, infinite, 0});
       }},
      {"redact.label_bias",
       [](LabelKeys& k) {
         k.ints("redact.label_bias", {1, 2, 3});
       }},
  };
  const auto hints = [](std::vector<std::string> classes, std::vector<int32_t> ids) {
    return [=](LabelKeys& k) {
      k.bytes("redact.gazetteer", {0, 0, 0, 1, 2});
      k.texts("redact.gazetteer_classes", classes);
      k.ints("redact.token.hint", ids);
    };
  };
  faults.push_back({"redact.token.hint", hints({"given"}, {})});
  faults.push_back({"redact.token.hint", hints({"given", "town"}, {1, 2})});
  faults.push_back({"redact.token.hint", hints({"given", "town"}, {1, 2, kVocabulary})});
  faults.push_back({"redact.token.hint", hints({"given"}, {-1})});
  faults.push_back({"redact.token.hint", hints({"given", "town"}, {7, 8, 7})});
  faults.push_back({"redact.token.hint", hints({"given", "town"}, {7, 8, 22})});  // of a label
  faults.push_back({"redact.token.hint", hints({"given", "town"}, {7, 8, 1})});   // BOS
  faults.push_back({"redact.gazetteer_classes", hints({}, {})});
  faults.push_back({"redact.gazetteer_classes", hints({"town", "town"}, {7, 8, 9})});
  faults.push_back({"redact.gazetteer_classes", hints({"given", ""}, {7, 8, 9})});
  faults.push_back({"redact.gazetteer_classes", hints({"given", "to\xffwn"}, {7, 8, 9})});
  faults.push_back({"redact.gazetteer_classes", hints({"a", "b", "c", "d", "e", "f", "g", "h", "i"},
                                                      std::vector<int32_t>(511, 1))});
  faults.push_back({"redact.token.hint", [](LabelKeys& k) { k.bytes("redact.gazetteer", {1}); }});
  faults.push_back({"redact.gazetteer", [](LabelKeys& k) { k.ints("redact.token.hint", {1}); }});
  faults.push_back({"redact.gazetteer", [](LabelKeys& k) { k.ints("redact.gazetteer", {1}); }});
  static const std::string arrays[] = {"redact.token.begin", "redact.token.inside",
                                       "redact.token.end", "redact.token.single"};
  for (const std::string& key : arrays) {
    for (const std::vector<int32_t>& ids : std::vector<std::vector<int32_t>>{
             {11, 12}, {11, 12, 13, 14}, {11, -1, 13}, {11, 12, kVocabulary}, {11, 10, 13}}) {
      faults.push_back({key.c_str(), [&key, ids](LabelKeys& k) { k.ints(key, ids); }});
    }
    faults.push_back({key.c_str(), [&key](LabelKeys& k) { k.without(key); }});
    faults.push_back({key.c_str(), [&key](LabelKeys& k) { k.number(key, 11); }});
  }
  // Tokens that stand for two things.
  faults.push_back({"redact.token.begin", [](LabelKeys& k) {
                      k.ints("redact.token.begin", {11, 11, 11});
                    }});
  faults.push_back({"redact.token.single", [](LabelKeys& k) {
                      k.ints("redact.token.single", {20, 21, 20});
                    }});
  faults.push_back({"redact.token.inside", [](LabelKeys& k) {
                      k.ints("redact.token.inside", {14, 15, 11});
                    }});
  faults.push_back({"redact.token.single", [](LabelKeys& k) {
                      k.ints("redact.token.single", {11, 12, 13});
                    }});
  faults.push_back({"redact.token.single", [](LabelKeys& k) {
                      k.ints("redact.token.single", {20, 17, 22});
                    }});
  faults.push_back(
      {"redact.token.outside", [](LabelKeys& k) { k.number("redact.token.outside", 1); }});
  for (const char* key : {"tokenizer.ggml.bos_token_id", "redact.window_tokens",
                          "redact.context_tokens", "redact.labels", "redact.token.outside"}) {
    faults.push_back({key, [key](LabelKeys& k) { k.without(key); }});
  }
  for (const Fault& fault : faults) {
    LabelKeys keys;
    fault.make(keys);
    const auto format = read(keys);
    ASSERT_FALSE(format.ok()) << fault.key;
    EXPECT_EQ(format.error().kind, ErrorKind::kBadInput) << format.error().message();
    EXPECT_EQ(format.error().where, fault.key) << format.error().message();
  }
}

}  // namespace redact::label_format_test
