// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "redactor/span/label.h"

namespace redact {

class Metadata;

// What a model trained for the markup grammar says about itself under redact.* in its GGUF file.
//
// A window of source tokens s_1..s_n is laid out as BOS s_1..s_n SEP copy; position ids put s_i at
// i and its copy at i + copy_offset, SEP at copy_offset (it is the "copy of BOS") and a tag at the
// position of the token before it, so that the token to copy next lies at one constant distance.
// Where the first tokens of a window are context, the copy begins behind them: SEP is then the
// "copy" of the last of them.
//
// BOS and the source are known before anything is decided, so where the model is trained that way
// they attend to one another in both directions, and what follows attends to all before it: a
// prefix language model (Raffel et al. 2020, arXiv 1910.10683, 3.2.1).
struct MarkupFormat {
  int32_t bos;
  int32_t separator;
  int32_t copy;  // only ever scored: the token fed is the source's own
  int32_t close;
  std::vector<int32_t> open;  // one per label
  std::vector<Label> labels;
  size_t window_tokens;   // most source tokens of a window
  size_t context_tokens;  // of them, those before what the window decides, which are only read
  int32_t copy_offset;    // window_tokens + 1
  float bias;             // the model's calibrated default
  bool bidirectional_source = false;
  // The draft head: source row i names the tag of source token i - draft_lag among these ids. A
  // model that has none has no draft_begin.
  size_t draft_lag = 0;
  int32_t draft_outside = -1;
  int32_t draft_inside = -1;
  std::vector<int32_t> draft_begin;  // one per label

  // Errors name the key at fault; kUnsupported for a file that is no redaction model.
  static Result<MarkupFormat> read(const Metadata& metadata, size_t n_vocab);
};

}  // namespace redact
