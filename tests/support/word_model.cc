// SPDX-License-Identifier: Apache-2.0
// Writes a label model that finds the phrases of a list and nothing else, so that a test of the
// program says what its model finds. A line of the list is a label and one to four folded words;
// the label NEARLY makes them words that the model nearly takes for a patient's name.
//
// A token is a byte or a space. The gazetteer gives the bytes of a phrase the set of classes whose
// number is that of the label, and the set's embedding points in a direction of its own, which the
// scores of the label follow. The only layer adds nothing. Inner tokens score more than the ends of
// a span, so words of one label with one space, slash, hyphen or full stop between them are one
// span.
//
// Usage: word_model LIST MODEL.gguf
#include <cstdio>
#include <fstream>
#include <map>

#include "documents/label.h"
#include "tests/support/label_keys.h"

namespace {

using redact::kLabelNames, redact::testing::GgufBuilder, redact::testing::LabelKeys;

constexpr size_t kWidth = 64, kFeedForward = 32;
constexpr int kClasses = 7, kSets = (1 << kClasses) - 1, kLabels = kLabelNames.size();
constexpr int kFirstByte = 3, kBlank = kFirstByte + 256, kOutside = kBlank + 1,
              kBegin = kOutside + 1, kInside = kBegin + kLabels, kEnd = kInside + kLabels,
              kSingle = kEnd + kLabels, kHint = kSingle + kLabels, kVocabulary = kHint + kSets;
static_assert(kLabels < kSets / 2 && kLabels + 3 <= static_cast<int>(kWidth));

// The directions of the space of embeddings: those of bytes, of separators, of labels and of
// NEARLY.
constexpr size_t kAny = 0, kSpace = 1, kFirstLabel = 2, kNearly = kFirstLabel + kLabels;

struct Matrix {
  std::vector<float> values;
  float& at(size_t row, size_t column) { return values[row * kWidth + column]; }
};

Matrix embeddings() {
  Matrix out{std::vector<float>(kVocabulary * kWidth)};
  for (int id = 1; id < kBlank; ++id) out.at(id, kAny) = 1;
  for (const int id : {kBlank, kFirstByte + '/', kFirstByte + '-', kFirstByte + '.'}) {
    out.at(id, kAny) = 0;
    out.at(id, kSpace) = 1;
  }
  out.at(kOutside, kAny) = 20;
  out.at(kOutside, kSpace) = 10;
  // A token of NEARLY has 1.94 of kAny and 7.76 of kNearly after the norm.
  out.at(kHint + kLabels, kNearly) = 4;
  out.at(kSingle, kNearly) = 4.75f;
  for (int label = 0; label < kLabels; ++label) {
    const size_t direction = kFirstLabel + label;
    out.at(kHint + label, direction) = 4;
    out.at(kBegin + label, direction) = out.at(kEnd + label, direction) = 18;
    out.at(kInside + label, direction) = 20;
    out.at(kInside + label, kSpace) = 8;
    out.at(kSingle + label, direction) = 16;
  }
  return out;
}

// The gazetteer of a list (language/gazetteer.h); the set of a label is its number from 1, that of
// NEARLY the next.
std::vector<uint8_t> entries(std::istream& list) {
  std::map<uint32_t, uint8_t> sets;
  for (std::string label, phrase; list >> label >> std::ws && std::getline(list, phrase);) {
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : phrase) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
    const auto known = redact::find_label(label);
    if (!known && label != "NEARLY") std::exit(1);
    const int set = known ? static_cast<int>(*known) + 1 : kLabels + 1;
    sets[static_cast<uint32_t>(hash ^ hash >> 32)] = static_cast<uint8_t>(set);
  }
  std::vector<uint8_t> out;
  for (const auto& [hash, set] : sets) {
    for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<uint8_t>(hash >> shift));
    out.push_back(set);
  }
  return out;
}

std::vector<int32_t> ids_from(int first, int n) {
  std::vector<int32_t> ids;
  for (int i = 0; i < n; ++i) ids.push_back(first + i);
  return ids;
}

std::string bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::string model(std::istream& list) {
  redact::testing::VocabBuilder vocab;
  vocab.add("<unk>", redact::TokenType::kUnknown);
  for (const char* text : {"<s>", "</s>"}) vocab.add(text, redact::TokenType::kControl);
  for (int byte = 0; byte < 256; ++byte) {
    char text[8];
    std::snprintf(text, sizeof text, "<0x%02X>", byte);
    vocab.add(text, redact::TokenType::kByte);
  }
  vocab.add("\u2581");  // sentencepiece's space
  for (int id = kOutside; id < kVocabulary; ++id) {
    vocab.add("<" + std::to_string(id) + ">", redact::TokenType::kControl);
  }
  LabelKeys keys(384, 32);
  keys.number("redact.lag", 0);
  keys.texts("redact.labels", {kLabelNames.begin(), kLabelNames.end()});
  keys.number("redact.token.outside", kOutside);
  keys.ints("redact.token.begin", ids_from(kBegin, kLabels));
  keys.ints("redact.token.inside", ids_from(kInside, kLabels));
  keys.ints("redact.token.end", ids_from(kEnd, kLabels));
  keys.ints("redact.token.single", ids_from(kSingle, kLabels));
  keys.ints("redact.token.hint", ids_from(kHint, kSets));
  keys.texts("redact.gazetteer_classes", {"surname", "b", "c", "d", "e", "f", "word"});
  keys.bytes("redact.gazetteer", entries(list));
  keys.floats("redact.bias", {}, 0.0f);
  keys.floats("redact.bias_high", {}, 1.0f);
  keys.floats("redact.bias_precise", {}, -1.0f);
  keys.text("general.architecture", "llama");
  keys.text("general.name", "word-model");
  keys.text("tokenizer.ggml.model", "llama");
  keys.add_to(vocab);
  vocab.id_key("tokenizer.ggml.unknown_token_id", 0);
  vocab.bool_key("tokenizer.ggml.add_space_prefix", false);
  vocab.id_key("llama.block_count", 1);
  vocab.id_key("llama.context_length", 1024);
  vocab.id_key("llama.embedding_length", kWidth);
  vocab.id_key("llama.feed_forward_length", kFeedForward);
  vocab.id_key("llama.attention.head_count", 2);
  vocab.file.kv("llama.attention.layer_norm_rms_epsilon", 6, GgufBuilder::raw(1e-5f));
  vocab.file.kv("llama.rope.freq_base", 6, GgufBuilder::raw(10000.0f));
  uint64_t offset = 0;
  const auto add = [&](const std::string& name, std::vector<uint64_t> dims,
                       const std::vector<float>& values) {
    vocab.file.tensor(name, dims, 0, offset, bytes_of(values));
    offset += (values.size() * sizeof(float) + 31) / 32 * 32;
  };
  const std::vector<float> ones(kWidth, 1), square(kWidth * kWidth), wide(kWidth * kFeedForward);
  add("token_embd.weight", {kWidth, kVocabulary}, embeddings().values);
  add("output_norm.weight", {kWidth}, ones);
  for (const char* norm : {"attn_norm", "ffn_norm"}) {
    add(std::string("blk.0.") + norm + ".weight", {kWidth}, ones);
  }
  for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"}) {
    add(std::string("blk.0.") + name + ".weight", {kWidth, kWidth}, square);
  }
  for (const char* name : {"ffn_gate", "ffn_up"}) {
    add(std::string("blk.0.") + name + ".weight", {kWidth, kFeedForward}, wide);
  }
  add("blk.0.ffn_down.weight", {kFeedForward, kWidth}, wide);
  return vocab.build();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ifstream list(argv[1]);
  std::ofstream(argv[2], std::ios::binary) << model(list);
  return 0;
}
