// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"

namespace redact {

// The most bytes of one text. Tokenizing runs at some 1 MB/s and takes 60 bytes of memory per byte,
// so the longest text takes half a minute and 1 GiB. An endless stream is refused when it reaches
// this size.
inline constexpr size_t kMaxTokenizedBytes = size_t{1} << 24;

// Prints {"ids": [...], "offsets": [[begin, end], ...]} for the text in a file, a pipe or a device:
// the ids of its tokens by the tokenizer of a GGUF file, and the bytes that each token stands for.
// With `lines`, every line of the text is a JSON string, which is tokenized by itself and gives one
// line. Errors: a file that cannot be read or has no tokenizer; a text, or a line, of more than
// kMaxTokenizedBytes; a line that is not a JSON string.
Result<void> print_tokens(const std::string& model_path, const std::string& text_path, bool lines);

}  // namespace redact
