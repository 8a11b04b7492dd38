// SPDX-License-Identifier: Apache-2.0
// Encoders with one error each, by name: each file is refused, and the message names the key or
// tensor that is wrong.
#include <gtest/gtest.h>

#include <cmath>

#include "redactor/redactor.h"
#include "tests/support/broken_model.h"
#include "tests/support/class_keys.h"

namespace redact::broken_encoders_test {

using testing::LabelKeys;
using testing::TinyModel;
using Change = std::function<void(TinyModel&, LabelKeys&)>;

Change model(const testing::Change& change) {
  return [=](TinyModel& m, LabelKeys&) { change(m); };
}
Change keys(const std::function<void(LabelKeys&)>& change) {
  return [=](TinyModel&, LabelKeys& k) { change(k); };
}
Change classes(const std::vector<std::string>& names) {
  return [=](TinyModel& m, LabelKeys&) { m.classes = names; };
}

struct Broken {
  const char* name;
  const char* family;
  Change change;
  const char* names;  // the key or tensor
};

std::vector<Broken> broken() {
  using testing::count, testing::key, testing::reshaped, testing::with, testing::without;
  const char *list = "bert.classifier.output_labels", *scheme = "redact.classifier.scheme";
  const char *labels = "redact.classifier.labels", *head = "cls.output.weight";
  const char *table = "rel_embd.weight", *buckets = "deberta-v2.attention.relative_buckets_count";
  return {
      {"no_head", "bert", model(without(head)), head},
      {"a_head_of_fewer_classes", "bert", model(reshaped(head, {32, 2})), head},
      {"a_head_without_biases", "bert", model(without("cls.output.bias")), "cls.output.bias"},
      {"a_head_that_ranks", "bert", model(count("pooling_type", 4)), "bert.pooling_type"},
      {"fewer_positions_than_the_context", "bert",
       model(reshaped("position_embd.weight", {32, 100})), "position_embd.weight"},
      {"a_window_beyond_the_positions", "bert",
       keys([](LabelKeys& k) { k.number("redact.window_tokens", 511); }), "redact.window_tokens"},
      {"a_norm_without_biases", "bert", model(without("blk.1.attn_output_norm.bias")),
       "blk.1.attn_output_norm.bias"},
      {"causal_attention", "bert", model(key("attention.causal", 7, std::string(1, '\1'))),
       "bert.attention.causal"},
      {"no_names_of_classes", "bert", classes({}), list},
      {"no_class_O", "bert", classes({"B-PER", "I-PER", "B-LOC"}), list},
      {"class_O_twice", "bert", classes({"O", "O", "B-PER"}), list},
      {"a_class_twice", "bert", classes({"O", "B-PER", "B-PER"}), list},
      {"nothing_but_O", "bert", classes({"O"}), list},
      {"a_class_without_a_prefix", "bert", classes({"O", "B-PER", "PER"}), list},
      {"a_prefix_of_another_scheme", "bert", classes({"O", "B-PER", "L-PER"}), list},
      {"no_scheme", "bert", keys([=](LabelKeys& k) { k.without(scheme); }), scheme},
      {"an_unknown_scheme", "bert", keys([=](LabelKeys& k) { k.text(scheme, "bieo"); }), scheme},
      {"an_unknown_label", "bert", keys([=](LabelKeys& k) { k.texts(labels, {"BOOT"}); }), labels},
      {"more_labels_than_kinds", "bert", keys([=](LabelKeys& k) {
         k.texts(labels, {"NAME", "CITY"});
       }),
       labels},
      {"another_grammar", "bert", keys([](LabelKeys& k) { k.text("redact.grammar", "label"); }),
       "redact.grammar"},
      {"a_bias_that_is_no_number", "bert",
       keys([](LabelKeys& k) { k.floats("redact.bias", {}, NAN); }), "redact.bias"},
      {"no_token_before_a_text", "bert",
       keys([](LabelKeys& k) { k.without("tokenizer.ggml.bos_token_id"); }),
       "tokenizer.ggml.bos_token_id"},
      {"one_token_at_both_ends", "bert",
       keys([](LabelKeys& k) { k.number("tokenizer.ggml.bos_token_id", 257); }),
       "tokenizer.ggml.eos_token_id"},
      {"a_relative_table_of_other_rows", "deberta-v2", model(reshaped(table, {32, 15})), table},
      {"no_relative_table", "deberta-v2", model(without(table)), table},
      {"a_relative_table_without_a_norm", "deberta-v2", model(without("rel_embd_norm.weight")),
       "rel_embd_norm.weight"},
      {"odd_buckets", "deberta-v2", model([](TinyModel& m) { m.n_buckets = 7; }), buckets},
      {"no_buckets", "deberta-v2", model([](TinyModel& m) { m.n_buckets = 0; }), buckets},
      {"buckets_beyond_the_positions", "deberta-v2", model([](TinyModel& m) { m.n_buckets = 34; }),
       buckets},
      {"heads_that_share_keys", "deberta-v2", model(count("attention.head_count_kv", 1)),
       "deberta-v2.attention.head_count_kv"},
      {"positions_with_projections", "deberta-v2", model(with("blk.0.attn_pos_k.weight")),
       "blk.0.attn_pos_k.weight"},
      {"a_convolution", "deberta-v2", model(with("conv.weight")), "conv.weight"},
  };
}

Result<void> open(const char* name, const char* family, const Change& change) {
  TinyModel m = testing::tiny(family);
  LabelKeys k = testing::class_keys("bio", {}, {"NAME"}, 40, 6, 256);
  // The model has these keys.
  for (const char* own :
       {"general.architecture", "tokenizer.ggml.eos_token_id", "bert.classifier.output_labels"}) {
    k.without(own);
  }
  change(m, k);
  m.extra = [k, of_model = m.extra](testing::VocabBuilder& file) {
    k.add_to(file);
    if (of_model) of_model(file);
  };
  ModelOptions options;
  options.model_path = m.write(std::string("broken_encoders_test-") + name + ".gguf");
  options.n_threads = 1;
  const auto opened = Models::open(options);
  return opened.ok() ? Result<void>() : opened.error();
}

TEST(BrokenEncoders, AreRefusedByName) {
  for (const char* family : {"bert", "deberta-v2"}) {
    const auto right = open("right", family, [](TinyModel&, LabelKeys&) {});
    ASSERT_TRUE(right.ok()) << right.error().message();
  }
  EXPECT_GE(broken().size(), 20u);
  for (const Broken& each : broken()) {
    const auto opened = open(each.name, each.family, each.change);
    ASSERT_FALSE(opened.ok()) << each.name;
    EXPECT_NE(opened.error().message().find(each.names), std::string::npos)
        << each.name << ": " << opened.error().message();
  }
}

}  // namespace redact::broken_encoders_test
