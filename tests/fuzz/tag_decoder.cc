// SPDX-License-Identifier: Apache-2.0
// Any source and any logits to the decoder of instruct models: it ends, its spans are in order and
// within the limits of a tag, and drafts and guesses change nothing (P1, P4, P6).
#include "redactor/copy/tag_decoder.h"

#include <algorithm>
#include <memory>

#include "tests/fuzz/check_spans.h"
#include "tests/support/scripted_run.h"
#include "tests/support/tag_world.h"

namespace redact {
namespace {

using fuzz::require;
using testing::TagWorld;

const std::vector<std::string> kTokens = {"ab",   "the",      " Ana", "</s>", "[NO",  "ME]",
                                          "\n\n", "\xc3\xb1", " [",   "],",   "]a",   " <",
                                          ">a",   "</",       "<P",   "P>",   "ANON", "DATA"};

const TagWorld& world_of(unsigned kind) {
  static const TagWorld kReplaces(kTokens, TagGrammar::Kind::kReplace,
                                  {{"[NOME]", "", Label::kPatient}, {"[DATA]", "", Label::kDate}},
                                  12);
  static const TagWorld kMarks(
      kTokens, TagGrammar::Kind::kMark,
      {{"<P>", "</P>", Label::kPatient}, {"<DATA>", "</DATA>", Label::kDate}}, 12);
  static const TagWorld kVerdicts(kTokens, TagGrammar::Kind::kReplace,
                                  {{"[XX]", "", Label::kOther}}, 12, "ANONYMOUS");
  return kind == 0 ? kReplaces : kind == 1 ? kMarks : kVerdicts;
}

std::unique_ptr<TagDecoder> decode(const TagWorld& world, std::string_view source,
                                   const testing::Scorer& scorer, size_t max_draft,
                                   const std::vector<Span>& guess) {
  auto decoder = std::make_unique<TagDecoder>(world.grammar, world.text(source),
                                              AnswerPrompt{0, 0, {5, 6, 7}, 1 << 20}, 0, max_draft);
  if (max_draft > 1) decoder->guess(guess);
  require(testing::run_scripted(*decoder, scorer, 8, 4000).ok() && decoder->finished());
  return decoder;
}

// Three bytes choose the grammar, the drafts and the length of the source; the bytes after the
// source are logits, picked by a hash of the written output.
void check(const uint8_t* data, size_t size) {
  const TagWorld& world = world_of(data[0] % 3);
  const size_t max_draft = 2 + data[1] % 20, n_source = std::min<size_t>(data[2] % 80, size - 4);
  const std::string_view source = fuzz::text_of(data + 3, n_source);
  const uint8_t* logits = data + 3 + n_source;
  const size_t n_logits = size - 3 - n_source;
  const testing::Scorer pick = testing::random_scorer(1, 0.5f);
  const testing::Scorer scorer = [&](uint64_t written, int32_t candidate) {
    const auto at = static_cast<size_t>((pick(written, candidate) + 0.5f) * 65536) % n_logits;
    return static_cast<float>(static_cast<int8_t>(logits[at])) / 16;
  };
  const auto plain = decode(world, source, scorer, 1, {});
  const std::vector<Span> spans = plain->spans();
  fuzz::check_spans(spans, source.size());
  for (const Span& span : spans) {
    if (world.grammar.kind == TagGrammar::Kind::kMark) break;
    require(span.end - span.begin <= world.grammar.max_span);
    require(!testing::crosses_blank_line(
        std::string(source.substr(span.begin, span.end - span.begin))));
  }
  std::vector<Span> wrong;
  for (size_t at = data[1] % 5; at + 2 < source.size(); at += 4 + data[1] % 3) {
    wrong.push_back({at, at + 2, Label::kDate, 0});
  }
  for (const std::vector<Span>& guess : {spans, wrong}) {
    const auto drafted = decode(world, source, scorer, max_draft, guess);
    const std::vector<Span> same = drafted->spans();
    require(drafted->least_margin() == plain->least_margin() && same.size() == spans.size());
    for (size_t i = 0; i < same.size(); ++i) {
      require(same[i].begin == spans[i].begin && same[i].end == spans[i].end);
      require(same[i].label == spans[i].label && same[i].score == spans[i].score);
    }
  }
}

}  // namespace
}  // namespace redact

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= 4) redact::check(data, size);
  return 0;
}
