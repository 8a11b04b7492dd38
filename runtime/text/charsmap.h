// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gguf_loader/metadata.h"

namespace redact {

// The replacements by which SentencePiece normalises a text (tokenizer.ggml.precompiled_charsmap):
// a double array over the replaced bytes, whose leaves are offsets in a list of replacements, each
// of which ends with a zero byte. Without the key, nothing is replaced.
class Charsmap {
 public:
  static Result<Charsmap> read(const Metadata& metadata);

  struct Match {
    size_t n_bytes;  // 0: nothing that begins here is replaced
    std::string_view replacement;
  };
  // The longest replacement of bytes that begin at `at`.
  Match longest(std::string_view text, size_t at) const;

 private:
  std::vector<uint32_t> units_;
  std::string replacements_;
};

}  // namespace redact
