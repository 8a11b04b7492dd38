// SPDX-License-Identifier: Apache-2.0
// Redaction by models that were not trained for it: the work is real and the decisions come from a
// script. So a model of any size can be timed with random weights at the span density of real
// notes.
#pragma once

#include <string>
#include <vector>

#include "redactor/copy/markup_decoder.h"
#include "redactor/span/span.h"
#include "runtime/text/tokenizer.h"

namespace redact::bench {

struct Note {
  std::string id;
  std::string text;
  std::vector<Span> gold;  // byte ranges, sorted, disjoint
};

// Reads at most `limit` notes of a JSONL file of {"id", "text", "spans": [{"start", "end"}]} with
// offsets in code points. Labels are not read: every gold span gets one label.
Result<std::vector<Note>> read_notes(const std::string& path, size_t limit);

// A layout for a vocabulary without tags: its last ids are used as tags.
MarkupFormat stand_in_format(const Tokenizer& tokenizer, size_t n_vocab, size_t window_tokens);

// A decoder that takes every decision from the script and none from the model.
class Replay final : public Constraint {
 public:
  Replay(const MarkupFormat& format, std::vector<int32_t> source, std::vector<TokenSpan> script,
         size_t max_draft);

  void guess(std::span<const TokenSpan> spans) { decoder_.guess(spans); }
  const std::vector<TokenSpan>& spans() const { return decoder_.spans(); }

  void propose(size_t max_rows, Draft& draft) override { decoder_.propose(max_rows, draft); }
  Result<size_t> judge(const Draft& draft, std::span<const float> logits) override;

 private:
  const MarkupFormat& format_;
  std::vector<int32_t> source_;
  std::vector<char> begins_, ends_;  // whether a span begins at, or ends before, a token
  MarkupDecoder decoder_;
  std::vector<float> scripted_;
};

}  // namespace redact::bench
