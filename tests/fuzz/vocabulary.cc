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
  constexpr std::string_view kText = "Mrs Li\xc3\xa9,\t 34 <s>\r\n\xff\0 abc";
  const auto tokens = (*tokenizer)->tokenize(kText);
  if (!tokens.ok()) return 0;
  size_t reached = 0;
  for (size_t i = 0; i < tokens->ids.size(); ++i) {
    require(static_cast<size_t>(tokens->ids[i]) < (*tokenizer)->n_vocab());
    require(tokens->begin[i] == reached && tokens->end[i] >= reached);
    reached = tokens->end[i];
  }
  require(reached == kText.size());
  return 0;
}
