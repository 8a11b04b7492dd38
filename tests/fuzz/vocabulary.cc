// SPDX-License-Identifier: Apache-2.0
// A GGUF file with a vocabulary: refused, or a tokenizer whose tokens tile a text. The first byte
// chooses a vocabulary, to which the input adds, or any bytes: of those, few are vocabularies.
#include <algorithm>
#include <cstring>

#include "gguf_loader/gguf_file.h"
#include "runtime/text/tokenizer.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/small_vocabularies.h"

namespace redact::fuzz {
namespace {

constexpr const char* kIds[] = {"tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id",
                                "tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"};
constexpr const char* kFlags[] = {"tokenizer.ggml.add_bos_token",
                                  "tokenizer.ggml.add_space_prefix"};

// The file of a vocabulary, with tokens, merges, ids of special tokens and flags added by records:
// a byte for the kind of record and its type or index, one for the number of bytes that follow, and
// these bytes.
std::string grown(testing::VocabBuilder vocab, const uint8_t* data, size_t size) {
  while (size >= 2) {
    const unsigned which = data[0] / 4;
    const size_t n = std::min<size_t>(data[1], size - 2);
    const std::string_view bytes = text_of(data + 2, n);
    uint64_t number = 0;
    std::memcpy(&number, bytes.data(), std::min(n, sizeof number));
    switch (data[0] % 4) {
      case 0: vocab.add(std::string(bytes), static_cast<TokenType>(which % 8)); break;
      case 1: vocab.merges.emplace_back(bytes); break;
      case 2: vocab.file.kv(kIds[which % 4], 10, testing::GgufBuilder::raw(number)); break;
      default:
        if (which % 4 == 3) {
          vocab.file.kv("tokenizer.ggml.precompiled_charsmap", 9,
                        testing::byte_array(std::string(bytes)));
        } else {
          vocab.bool_key(kFlags[which % 2], number % 2 == 1);
        }
    }
    data += 2 + n;
    size -= 2 + n;
  }
  return vocab.build();
}

void check(std::span<const uint8_t> bytes) {
  const auto file = GgufFile::parse(bytes);
  if (!file.ok()) return;
  const auto tokenizer = Tokenizer::load(file->metadata());
  if (!tokenizer.ok()) return;
  const auto is_token = [&](int32_t id) {
    return id >= 0 && static_cast<size_t>(id) < (*tokenizer)->n_vocab();
  };
  for (const int32_t id : {(*tokenizer)->bos_id(), (*tokenizer)->eos_id()}) {
    require(id == -1 || is_token(id));
  }
  for (const int32_t id : (*tokenizer)->end_ids()) require(is_token(id));
  constexpr std::string_view kText = "Mrs Li\xc3\xa9,\t 34 <s>\r\n\xff\0 abc";
  const auto tokens = (*tokenizer)->tokenize(kText);
  if (!tokens.ok()) return;
  size_t reached = 0;
  for (size_t i = 0; i < tokens->ids.size(); ++i) {
    require(is_token(tokens->ids[i]));
    require(tokens->begin[i] == reached && tokens->end[i] >= reached);
    reached = tokens->end[i];
  }
  require(reached == kText.size());
}

}  // namespace
}  // namespace redact::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace redact::fuzz;
  if (size == 0) return 0;
  const unsigned kind = data[0] % 5;
  if (kind == 4) {
    check({data + 1, size - 1});
    return 0;
  }
  static const redact::testing::VocabBuilder kSpm = spm_vocabulary();
  static const redact::testing::VocabBuilder kBpe = bpe_vocabulary("gpt-2");
  static const redact::testing::VocabBuilder kWordPiece = wordpiece_vocabulary(true);
  static const redact::testing::VocabBuilder kUnigram = unigram_vocabulary();
  const redact::testing::VocabBuilder* const kinds[] = {&kSpm, &kBpe, &kWordPiece, &kUnigram};
  const std::string file = grown(*kinds[kind], data + 1, size - 1);
  check({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  return 0;
}
