// SPDX-License-Identifier: Apache-2.0
// Vocabularies that are broken in one way each. Each is refused by the key that is at fault; a
// token is named by its id and never by its text.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

#include "tests/support/vocab_builder.h"

namespace redact::malformed_vocab_test {

using testing::GgufBuilder;

constexpr char kTokens[] = "tokenizer.ggml.tokens", kTypes[] = "tokenizer.ggml.token_type";
constexpr char kScores[] = "tokenizer.ggml.scores", kMerges[] = "tokenizer.ggml.merges";

std::string array(uint32_t type, size_t n, const std::string& elements) {
  return GgufBuilder::raw(type) + GgufBuilder::raw<uint64_t>(n) + elements;
}

template <typename T>
std::string numbers(uint32_t type, const std::vector<T>& values) {
  std::string bytes;
  for (const T value : values) bytes += GgufBuilder::raw(value);
  return array(type, values.size(), bytes);
}

// A vocabulary whose every part can be replaced: VocabBuilder writes arrays that agree.
struct Parts {
  std::string model = "llama", pre = "gpt-2";
  std::vector<std::string> texts;
  std::vector<int32_t> types;
  std::vector<float> scores;
  std::vector<std::string> merges;
  std::vector<std::pair<std::string, uint32_t>> ids;
  std::map<std::string, std::pair<uint32_t, std::string>> raw;  // values in place of the right ones

  void add(const std::string& text, TokenType type = TokenType::kNormal) {
    texts.push_back(text);
    types.push_back(static_cast<int32_t>(type));
    scores.push_back(0);
  }
  std::string message() const {
    GgufBuilder file;
    const auto strings = [](const std::vector<std::string>& all) {
      std::string bytes;
      for (const std::string& each : all) bytes += GgufBuilder::string(each);
      return array(8, all.size(), bytes);
    };
    std::map<std::string, std::pair<uint32_t, std::string>> values = {
        {"tokenizer.ggml.model", {8, GgufBuilder::string(model)}},
        {"tokenizer.ggml.pre", {8, GgufBuilder::string(pre)}},
        {kTokens, {9, strings(texts)}},
        {kTypes, {9, numbers(5, types)}},
        {kScores, {9, numbers(6, scores)}},
        {kMerges, {9, strings(merges)}}};
    for (const auto& [key, id] : ids) values[key] = {4, GgufBuilder::raw(id)};
    for (const auto& [key, value] : raw) values[key] = value;
    for (const auto& [key, value] : values) {
      if (!value.second.empty()) file.kv(key, value.first, value.second);
    }
    const std::string bytes = file.build();
    const auto parsed =
        GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    if (!parsed.ok()) return parsed.error().message();
    const auto loaded = Tokenizer::load(parsed->metadata());
    return loaded.ok() ? "" : loaded.error().message();
  }
};

Parts spm() {
  Parts parts;
  parts.add("<unk>", TokenType::kUnknown);
  parts.add("<s>", TokenType::kControl);
  for (int byte = 0; byte < 256; ++byte) parts.add(testing::byte_token(byte), TokenType::kByte);
  parts.add("ab");
  parts.ids = {{"tokenizer.ggml.unknown_token_id", 0}, {"tokenizer.ggml.bos_token_id", 1}};
  return parts;
}

Parts bpe() {
  Parts parts;
  parts.model = "gpt2";
  int next = 0x100;  // GPT-2's alphabet: a printable character for every byte
  for (int b = 0; b < 256; ++b) {
    const bool prints = (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
    const int point = prints ? b : next++;
    std::string text(1, static_cast<char>(point));
    if (point >= 0x80) {
      text = {static_cast<char>(0xc0 | point >> 6), static_cast<char>(0x80 | (point & 0x3f))};
    }
    parts.add(text);
  }
  parts.add("ab"), parts.add("abc");
  parts.merges = {"a b", "ab c"};
  return parts;
}

struct Case {
  const char* name;
  Parts (*vocabulary)();
  std::function<void(Parts&)> change;
  std::string expected;  // must begin the error
};

std::vector<Case> cases() {
  const std::string none;
  const auto raw = [](const char* key, uint32_t type, const std::string& value) {
    return [=](Parts& p) { p.raw[key] = {type, value}; };
  };
  const auto id = [](const char* name, uint32_t value) {
    return [=](Parts& p) {
      p.ids.push_back({std::string("tokenizer.ggml.") + name + "_token_id", value});
    };
  };
  const auto text = [](size_t i, const std::string& value) {
    return [=](Parts& p) { p.texts[i] = value; };
  };
  const auto merges = [](const std::vector<std::string>& all) {
    return [=](Parts& p) { p.merges = all; };
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::string merge = std::string(kMerges) + ": merge 0 ";
  return {
      {"V01 scores typed u8", spm, raw(kScores, 9, array(0, 259, std::string(259, '\0'))), kScores},
      {"V02 scores short", spm, [](Parts& p) { p.scores.pop_back(); }, kScores},
      {"V02 scores long", spm, [](Parts& p) { p.scores.push_back(0); }, kScores},
      {"V03 types typed u8", spm, raw(kTypes, 9, array(0, 259, std::string(259, '\1'))), kTypes},
      {"V04 types short", spm, [](Parts& p) { p.types.pop_back(); }, kTypes},
      {"V04 types long", bpe, [](Parts& p) { p.types.push_back(1); }, kTypes},
      {"a type of 0", bpe, [](Parts& p) { p.types[7] = 0; }, kTypes},
      {"a type of 7", spm, [](Parts& p) { p.types[258] = 7; }, kTypes},
      {"V05 tokens typed i32", spm, raw(kTokens, 9, numbers<int32_t>(5, {1, 2})), kTokens},
      {"V05 one token where many belong", spm, raw(kTokens, 8, GgufBuilder::string("a")), kTokens},
      {"V06 no tokens", bpe, [](Parts& p) { p.texts.clear(), p.types.clear(); },
       std::string(kTokens) + ": the vocabulary must have"},
      {"V06 tokens missing", spm, raw(kTokens, 9, none), kTokens},
      {"V07 a token twice", spm, text(258, "<s>"), kTokens},
      {"V08 a token of 1 MB", spm, text(258, std::string(1 << 20, 'a')), kTokens},
      {"V08 an empty token", spm, text(258, ""), kTokens},
      {"V09 BOS outside", spm, id("bos", 259), "tokenizer.ggml.bos_token_id"},
      {"V09 EOS outside", bpe, id("eos", 1u << 31), "tokenizer.ggml.eos_token_id"},
      {"V10 EOS negative", spm, raw("tokenizer.ggml.eos_token_id", 5, GgufBuilder::raw(-1)),
       "tokenizer.ggml.eos_token_id"},
      {"V11 byte token <0x-1>", spm, text(2, "<0x-1>"), std::string(kTokens) + ": token 2"},
      {"V12 byte token <0xZZ>", spm, text(2, "<0xZZ>"), std::string(kTokens) + ": token 2"},
      {"V13 byte token missing", spm, [](Parts& p) { p.types[40] = 1; },
       std::string(kTokens) + ": a byte token is missing"},
      {"V13 byte missing", bpe, [](Parts& p) { p.types['a'] = 3; }, kTokens},
      {"V14 no unknown token", spm, [](Parts& p) { p.ids.clear(); },
       "tokenizer.ggml.unknown_token_id"},
      {"V14 unknown outside", spm, id("unknown", 259), "tokenizer.ggml.unknown_token_id"},
      {"V15 NaN score", spm, [=](Parts& p) { p.scores[258] = nan; }, kScores},
      {"V15 infinite score", spm, [=](Parts& p) { p.scores[3] = -1 / 0.0f; }, kScores},
      {"V16 merge without a space", bpe, merges({"ab"}), merge + "has no space"},
      {"V16 empty merge", bpe, merges({""}), merge + "has no space"},
      {"V17 left is no token", bpe, [](Parts& p) { p.texts[256] = "xy", p.merges = {"ab c"}; },
       merge},
      {"V17 right is no token", bpe, merges({"a bc"}), merge},
      {"V17 the result is no token", bpe, merges({"b c"}), merge},
      {"V17 left outside the alphabet", bpe, merges({"\x01 b"}), merge},
      {"V17 right outside the alphabet", bpe, merges({"a \xe6\x97\xa5"}), merge},
      {"no merges", bpe, merges({}), kMerges},
      {"a merge twice", bpe, merges({"a b", "a b"}), std::string(kMerges) + ": merge 1"},
      {"V18 merges typed as ids", bpe, raw(kMerges, 9, numbers<int32_t>(5, {97, 98})), kMerges},
      {"V18 merges missing", bpe, raw(kMerges, 9, none), kMerges},
      {"V19 unknown pre-tokenizer", bpe, [](Parts& p) { p.pre = "default"; }, "tokenizer.ggml.pre"},
      {"a token outside the alphabet", bpe, text(257, "\xe6\x97\xa5"), kTokens},
      {"V21 no vocabulary", spm, [](Parts& p) { p.model = "none"; }, "tokenizer.ggml.model"},
      {"no model of a tokenizer", spm, raw("tokenizer.ggml.model", 8, none),
       "tokenizer.ggml.model"},
      {"a model that is a number", bpe, raw("tokenizer.ggml.model", 4, GgufBuilder::raw(1u)),
       "tokenizer.ggml.model"},
      {"add_bos_token that is a number", bpe,
       raw("tokenizer.ggml.add_bos_token", 4, GgufBuilder::raw(1u)),
       "tokenizer.ggml.add_bos_token"},
      {"add_space_prefix that is a string", spm,
       raw("tokenizer.ggml.add_space_prefix", 8, GgufBuilder::string("true")),
       "tokenizer.ggml.add_space_prefix"},
  };
}

TEST(MalformedVocab, EachIsRefusedByItsKey) {
  ASSERT_EQ(spm().message(), "");
  ASSERT_EQ(bpe().message(), "");
  for (const Case& c : cases()) {
    Parts parts = c.vocabulary();
    c.change(parts);
    const std::string message = parts.message();
    EXPECT_TRUE(message.starts_with(c.expected)) << c.name << ": " << message;
    EXPECT_LT(message.size(), 200u) << c.name;
  }
}

TEST(MalformedVocab, MoreTokensThanAnyModelHasAreRefused) {
  Parts parts = bpe();
  for (size_t i = parts.texts.size(); i <= 1u << 20; ++i) parts.add("!" + std::to_string(i));
  EXPECT_TRUE(parts.message().starts_with(kTokens)) << parts.message();
}

}  // namespace redact::malformed_vocab_test
