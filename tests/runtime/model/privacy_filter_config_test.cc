// SPDX-License-Identifier: Apache-2.0
// Keys and tensors of files of OpenAI's privacy-filter that other programs wrote.
#include <gtest/gtest.h>

#include "gguf_loader/gguf_file.h"
#include "runtime/model/config.h"
#include "tests/support/broken_model.h"

namespace redact::privacy_filter_config_test {

using testing::GgufBuilder;
using testing::tiny;
using testing::TinyModel;
using testing::VocabBuilder;

// Some writers store the divisors that YaRN gives. They are all 1 if even the slowest of the pairs
// turns often in the original context.
TEST(PrivacyFilterConfig, StoredDivisorsMustBeThoseOfYarn) {
  TinyModel model = tiny("openai-privacy-filter");
  const auto refused = [&](float divisor, uint32_t original_context) {
    model.added["rope_freqs.weight"] = {8};
    model.filled["rope_freqs.weight"] = divisor;
    model.extra = [=](VocabBuilder& file) {
      const std::string prefix = "openai-privacy-filter.rope.scaling.";
      file.text_key(prefix + "type", "yarn");
      file.file.kv(prefix + "factor", 6, GgufBuilder::raw(32.0f));
      file.id_key(prefix + "original_context_length", original_context);
    };
    const auto opened = Model::open(model.write("divisors.gguf"));
    return opened.ok() ? "" : opened.error().where;
  };
  EXPECT_EQ(refused(1, 1 << 24), "");
  EXPECT_EQ(refused(1.0005f, 1 << 24), "");
  EXPECT_EQ(refused(1.002f, 1 << 24), "rope_freqs.weight");
  EXPECT_EQ(refused(1, 4096), "rope_freqs.weight");
}

TEST(PrivacyFilterConfig, AMissingEpsOfPrivacyFilterIsThatOfRms) {
  VocabBuilder keys;
  keys.text_key("general.architecture", "openai-privacy-filter");
  for (const char* key :
       {"block_count", "context_length", "embedding_length", "expert_count", "feed_forward_length",
        "attention.head_count", "expert_used_count", "attention.sliding_window"}) {
    keys.id_key("openai-privacy-filter." + std::string(key), 2);
  }
  keys.file.kv("openai-privacy-filter.attention.key_length", 4, GgufBuilder::raw(2u));
  keys.file.kv("openai-privacy-filter.rope.freq_base", 6, GgufBuilder::raw(1e4f));
  keys.file.kv("openai-privacy-filter.classifier.output_labels", 9,
               GgufBuilder::raw(8u) + GgufBuilder::raw<uint64_t>(1) + GgufBuilder::string("O"));
  const std::string file = keys.build();
  const auto parsed = GgufFile::parse({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  EXPECT_EQ(Config::read(parsed->metadata(), 10).error().where,
            "openai-privacy-filter.attention.layer_norm_rms_epsilon");
}

}  // namespace redact::privacy_filter_config_test
