// SPDX-License-Identifier: Apache-2.0
// Compares every family in six formats with transformers in double precision on the decoded weights
// (tests/golden/make_format_goldens.py): at the first positions, around the window, around 4,096.
#include "base/thread_pool.h"
#include "kernels/formats/decode.h"
#include "kernels/open_device.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/drawn_tensor.h"
#include "tests/support/vocab_builder.h"

namespace redact::format_golden_test {

using nlohmann::json;
using testing::DrawnTensor;
using testing::GgufBuilder;
using testing::nmse;

std::string file_name(const std::string& family) { return "formats-" + family + ".json"; }

// Decodes the bytes of a tensor to F32.
std::string decoded(const std::string& bytes, TensorType type, uint64_t rows, uint64_t cols) {
  const Weight w{*weight_format(type), rows, cols, reinterpret_cast<const uint8_t*>(bytes.data())};
  std::vector<float> values(rows * cols);
  for (size_t r = 0; r < rows; ++r) decode_row(w, r, values.data() + r * cols);
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

class FormatGolden : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  std::string family() const { return std::get<0>(GetParam()); }
  std::string format() const { return std::get<1>(GetParam()); }
  bool int8() const { return format().starts_with("Q"); }

  void add_keys(testing::VocabBuilder& vocab) const {
    const std::string architecture = golden_.at("architecture");
    vocab.text_key("general.architecture", architecture);
    for (const auto& [name, value] : golden_.at("keys").items()) {
      const std::string key = architecture + "." + name;
      if (value.is_string()) {
        vocab.text_key(key, value.get<std::string>());
      } else if (value.is_number_float()) {
        vocab.file.kv(key, 6, GgufBuilder::raw(value.get<float>()));
      } else {
        vocab.id_key(key, value.get<uint32_t>());
      }
    }
    vocab.text_key("tokenizer.ggml.model", "llama");
    vocab.id_key("tokenizer.ggml.unknown_token_id", 0);
    vocab.id_key("tokenizer.ggml.bos_token_id", 1);
    vocab.id_key("tokenizer.ggml.eos_token_id", 2);
    vocab.add("<unk>", TokenType::kUnknown);
    vocab.add("<s>", TokenType::kControl);
    vocab.add("</s>", TokenType::kControl);
    vocab.add_bytes();
  }

  // Writes a file with the model, in its format or decoded to floats.
  std::string write(bool as_floats) const {
    testing::VocabBuilder vocab;
    add_keys(vocab);
    uint64_t offset = 0;
    const auto add = [&](const std::string& name, const std::vector<uint64_t>& dims,
                         TensorType type, const std::string& bytes) {
      vocab.file.tensor(name, dims, static_cast<uint32_t>(type), offset, bytes);
      offset += (bytes.size() + 31) / 32 * 32;
    };
    const auto types = golden_.at("formats").at(format()).at("types").get<std::vector<uint32_t>>();
    for (size_t i = 0; i < types.size(); ++i) {
      const auto [name, dims] =
          golden_.at("tensors").at(i).get<std::pair<std::string, std::vector<uint64_t>>>();
      const auto type = static_cast<TensorType>(types[i]);
      uint64_t rows = 1;
      for (size_t d = 1; d < dims.size(); ++d) rows *= dims[d];
      const std::string bytes = DrawnTensor(name, rows * dims[0], type).bytes;
      if (as_floats) {
        add(name, dims, TensorType::kF32, decoded(bytes, type, rows, dims[0]));
      } else {
        add(name, dims, type, bytes);
      }
    }
    for (const auto& [name, values] : golden_.at("values").items()) {
      std::string bytes;
      for (const float value : values.get<std::vector<float>>()) bytes += GgufBuilder::raw(value);
      add(name, {values.size()}, TensorType::kF32, bytes);
    }
    std::string path =
        ::testing::TempDir() + family() + "-" + format() + (as_floats ? "-floats.gguf" : ".gguf");
    std::ofstream(path, std::ios::binary) << vocab.build();
    return path;
  }

  // The error of the model's logits against the golden ones.
  double error(bool as_floats) {
    const std::string path = write(as_floats);
    const auto opened = Model::open(path);
    EXPECT_TRUE(opened.ok()) << opened.error().message();
    const Model& model = opened.value();
    const auto positions = golden_.at("positions").get<std::vector<size_t>>();
    std::vector<int32_t> ids = {1};
    for (int i = 1; ids.size() <= positions.back(); ++i) ids.push_back(3 + i * i * 7 % 251 + i % 5);
    const auto all = testing::run_at(model, *ops_, ids, kChunk, positions);
    std::vector<float> got;
    for (size_t row = 0; row < positions.size(); ++row) {
      for (const size_t id : golden_.at("scored")) {
        got.push_back(all[row * model.config().n_vocab + id]);
      }
    }
    std::remove(path.c_str());
    return nmse(got, golden_.at("formats").at(format()).at("logits"));
  }

  static constexpr size_t kChunk = 512;
  const json golden_ = testing::read_golden(file_name(family()));
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

// The bounds are those of family_golden_test: with float weights the error is that of keys and
// values in halves, with quantised ones that of activations in eight bits.
TEST_P(FormatGolden, LogitsAgreeWithTransformers) {
  const double got = error(false);
  EXPECT_LT(got, int8() ? 1e-3 : 1e-6);
  RecordProperty("nmse", std::to_string(got * 1e9) + "e-9");
}

// The error of rounded activations could hide a weight that is decoded wrongly or misplaced; with
// decoded weights it cannot.
TEST_P(FormatGolden, DecodedWeightsAgreeAsFloatsDo) {
  if (!int8()) GTEST_SKIP() << "the weights are floats";
  EXPECT_LT(error(true), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Families, FormatGolden,
    ::testing::Combine(::testing::Values("llama", "mistral", "qwen2", "qwen3", "gemma3", "phi3",
                                         "phi3-long", "mixtral"),
                       ::testing::Values("F32", "F16", "Q8_0", "Q4_1", "Q5_K", "Q4_K_M")),
    [](const auto& param) {
      std::string name = std::get<0>(param.param) + std::string("_") + std::get<1>(param.param);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace redact::format_golden_test
