// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "redactor/span/label.h"

namespace redact {

class Metadata;

// What a model trained for the label grammar says about itself under redact.* in its GGUF file.
//
// A sequence is BOS, the source tokens of a window and BOS again `lag` times, at positions 0, 1, 2,
// ..., and every row attends to every row. The row that stands `lag` rows behind a token names the
// token's label among 1 + 4L ids of the vocabulary: the token lies outside all spans, or it is the
// first, an inner one, the last or the only token of a span with one of L labels. A lag lets
// weights that were trained to read forwards keep what they know: they name a token once they have
// read what follows it.
struct LabelFormat {
  int32_t bos;
  std::vector<Label> labels;  // L
  // The ids that a row is scored for: outside, then L each of begin, inside, end and single. Two
  // of them may be one id: a model need not tell the inner tokens of two labels apart.
  std::vector<int32_t> outputs;
  size_t lag;             // rows between a token and the row that names its label
  size_t window_tokens;   // most source tokens of a sequence
  size_t context_tokens;  // of them, at most so many on either side are read and not decided
  // Added once for each span that opens, by label: redact.bias and the label's redact.label_bias.
  float bias;                     // the model's calibrated default
  std::vector<float> label_bias;  // L
  // What is known of words (redactor/text/gazetteer.h; bytes of the model's file), and the ids
  // whose embeddings are added to those of their tokens: hints[s - 1] for the set of classes s, of
  // which each bit has a name. All are empty in a model without.
  std::span<const uint8_t> gazetteer;
  std::vector<std::string> classes;
  std::vector<int32_t> hints;

  // The rows of a sequence with so many source tokens.
  size_t n_rows(size_t n_source) const { return 1 + n_source + lag; }

  // Errors name the key at fault.
  static Result<LabelFormat> read(const Metadata& metadata, size_t n_vocab);
};

}  // namespace redact
