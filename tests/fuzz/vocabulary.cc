// SPDX-License-Identifier: Apache-2.0
// Any bytes as the vocabulary of a GGUF file: refused, or a tokenizer whose tokens tile a text.
#include "gguf_loader/gguf_file.h"
#include "runtime/text/tokenizer.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const auto file = redact::GgufFile::parse({data, size});
  if (!file.ok()) return 0;
  const auto tokenizer = redact::Tokenizer::load(file->metadata());
  if (!tokenizer.ok()) return 0;
  const auto is_token = [&](int32_t id) {
    return id >= 0 && static_cast<size_t>(id) < (*tokenizer)->n_vocab();
  };
  for (const int32_t id : {(*tokenizer)->bos_id(), (*tokenizer)->eos_id()}) {
    require(id == -1 || is_token(id));
  }
  for (const int32_t id : (*tokenizer)->end_ids()) require(is_token(id));
  constexpr std::string_view kText = "Mrs Li\xc3\xa9,\t 34 <s>\r\n\xff\0 abc";
  const auto tokens = (*tokenizer)->tokenize(kText);
  if (!tokens.ok()) return 0;
  size_t reached = 0;
  for (size_t i = 0; i < tokens->ids.size(); ++i) {
    require(is_token(tokens->ids[i]));
    require(tokens->begin[i] == reached && tokens->end[i] >= reached);
    reached = tokens->end[i];
  }
  require(reached == kText.size());
  return 0;
}
