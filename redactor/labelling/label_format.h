// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/label.h"
#include "redactor/labelling/best_labels.h"

namespace redact {

class Metadata;

// redact.grammar of models whose rows are words.
inline constexpr std::string_view kWordGrammar = "label-words";

// The description of a model that labels tokens, from the redact.* keys of its GGUF file:
// redact.grammar is "label" or "label-words" for models that tools/train makes, and "classes" for
// encoders with a head of classes, which tools/convert converts (class_format.h).
//
// In the label grammar a sequence is BOS, the source tokens of a window and BOS again `lag` times,
// at positions 0, 1, 2, ..., and every row attends to every row. The row `lag` rows after a token
// gives the token's label as one of 1 + 4L ids of the vocabulary: the token lies outside all spans,
// or it is the first, an inner, the last or the only token of a span with one of L labels. A lag
// lets weights that were trained to read forwards keep what they know: they label a token after
// they have read what follows it. In "label-words" a word has one row in place of one for each of
// its tokens, whose embeddings are summed, and words take the place of tokens in all of this. A
// sequence of an encoder is BOS, the source and EOS, without a lag, or of privacy-filter the source
// alone, and its ids are classes.
struct LabelFormat {
  int32_t bos;       // begins a sequence; -1: nothing does
  int32_t eos = -1;  // ends a sequence; -1: nothing does
  // L labels; of an encoder, those of its kinds, of which some may be equal.
  std::vector<Label> labels;
  // The ids for which a row is scored: outside, then L each of begin, inside, end and single. Those
  // of inside and end may repeat: a model need not tell the inner tokens of two labels apart.
  std::vector<int32_t> outputs;
  size_t row_tokens = 1;     // the most tokens of a source row
  size_t row_digits = 0;     // with more than one token, the most that end in a digit
  size_t lag;                // rows between a source row and the row that names its label
  size_t window_tokens;      // most source rows of a sequence
  size_t context_tokens;     // the most of them on either side that are read but not decided
  bool whole_words = false;  // a sequence begins with a word, not inside one
  // Added once for each span that opens, by label: redact.bias and the label's redact.label_bias.
  float bias;                     // the model's calibrated default
  std::vector<float> label_bias;  // L
  Transitions transitions = {};   // of an encoder: redact.classifier.transitions, in their order
  // The gazetteer (language/gazetteer.h; bytes of the model's file), and the ids whose
  // embeddings are added to those of the rows of known words: hints[s - 1] for the set of classes
  // s. Each bit of a set has a name in `classes`. All three are empty in a model without a
  // gazetteer.
  std::span<const uint8_t> gazetteer;
  std::vector<std::string> classes;
  std::vector<int32_t> hints;

  size_t first_row() const { return bos >= 0 ? 1 : 0; }  // of the source
  // The rows of a sequence with n_source source rows.
  size_t n_rows(size_t n_source) const { return first_row() + n_source + lag + (eos >= 0 ? 1 : 0); }

  // Errors name the key at fault. A token with two uses is an error: two labels, BOS and a label,
  // or another label than its text names.
  static Result<LabelFormat> read(const Metadata& metadata, size_t n_vocab);
};

}  // namespace redact
