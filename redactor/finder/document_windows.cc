// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/document_windows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redact {

namespace {

// Bytes tokenised at once. The tokenizer takes some 100 bytes of memory for each, so 25 MiB; a
// document of this size is longer than nearly all notes, whose windows a cut between chunks would
// move.
constexpr size_t kMaxChunkBytes = 1 << 18;

}  // namespace

DocumentWindows::DocumentWindows(const Tokenizer& tokenizer, WindowGrammar& grammar,
                                 std::span<const std::string_view> texts)
    : tokenizer_(tokenizer), grammar_(grammar), texts_(texts) {
  findings_.assign(texts.size(), {{}, std::numeric_limits<float>::infinity()});
  results_.resize(texts.size());
}

Constraint* DocumentWindows::next() {
  for (;;) {
    if (!windows_.empty()) {
      place_.window = windows_.front();
      windows_.pop_front();
      auto decoder = grammar_.start(place_);
      if (decoder.ok()) {
        in_flight_.push_back({place_.document, std::move(decoder).value()});
        return &in_flight_.back().decoder->constraint();
      }
      fail(place_.document, std::move(decoder).error());
    } else if (!chunks_.empty()) {
      const Chunk chunk = chunks_.front();
      chunks_.pop_front();
      open_chunk(chunk);
    } else if (next_document_ < texts_.size()) {
      place_.document = next_document_++;
      place_.text = texts_[place_.document];
      const auto chunks = cut_chunks(place_.text, kMaxChunkBytes);
      chunks_.assign(chunks.begin(), chunks.end());
    } else {
      return nullptr;
    }
  }
}

void DocumentWindows::open_chunk(const Chunk& chunk) {
  const std::string_view part = place_.text.substr(chunk.begin, chunk.end - chunk.begin);
  Result<TokenizedText> tokens = tokenizer_.tokenize(part);
  if (!tokens.ok()) return fail(place_.document, std::move(tokens).error());
  const auto [window, context] = grammar_.lengths(place_.document);
  const auto windows = cut_windows(part, *tokens, window, context);
  windows_.assign(windows.begin(), windows.end());
  n_tokens_ += tokens->ids.size();
  n_windows_ += windows.size();
  place_.chunk_begin = chunk.begin;
  place_.tokens = std::make_shared<const TokenizedText>(std::move(tokens).value());
}

// The document's first error stands; what is left of the one at hand is not begun.
void DocumentWindows::fail(size_t document, Error error) {
  if (results_[document].ok()) results_[document] = std::move(error);
  if (document != place_.document) return;
  windows_.clear();
  chunks_.clear();
}

void DocumentWindows::done(Constraint& constraint, const Result<void>& result) {
  const auto at = std::find_if(in_flight_.begin(), in_flight_.end(), [&](const AtWork& work) {
    return &work.decoder->constraint() == &constraint;
  });
  Result<void> collected = result.ok() ? at->decoder->collect(findings_[at->document]) : result;
  if (!collected.ok()) fail(at->document, std::move(collected).error());
  in_flight_.erase(at);
}

std::vector<Result<Findings>> DocumentWindows::take() {
  std::vector<Result<Findings>> out;
  for (size_t i = 0; i < texts_.size(); ++i) {
    if (!results_[i].ok()) {
      out.push_back(results_[i].error());
      continue;
    }
    // Windows finish in any order.
    const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
    std::sort(findings_[i].spans.begin(), findings_[i].spans.end(), by_begin);
    std::sort(findings_[i].nearly.begin(), findings_[i].nearly.end(), by_begin);
    out.push_back(std::move(findings_[i]));
  }
  return out;
}

}  // namespace redact
