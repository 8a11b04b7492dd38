// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/document_windows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redact {

namespace {

// Bytes tokenised at once. The tokenizer takes some 100 bytes of memory per byte, so 25 MiB. Nearly
// all notes are shorter than this, so no cut between chunks shifts their windows.
constexpr size_t kMaxChunkBytes = 1 << 18;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

void WindowPlace::add_span(const TokenSpan& span, std::vector<Span>& spans) const {
  size_t begin = token_begin(window.read_from() + span.begin);
  size_t end = token_end(window.read_from() + span.end - 1);
  while (begin < end && is_space(text[begin])) ++begin;
  while (begin < end && is_space(text[end - 1])) --end;
  if (begin < end) spans.push_back({begin, end, span.label, span.score, SpanSource::kModel});
}

void WindowPlace::add_nearly(const NearMiss& miss, std::vector<NearlyFound>& nearly) const {
  const size_t token = window.read_from() + miss.token;
  nearly.push_back({token_begin(token), token_end(token), miss.score});
}

Constraint* DocumentWindows::next() {
  for (;;) {
    if (!windows_.empty()) {
      place_.window = windows_.front();
      windows_.pop_front();
      auto decoder = cut_->grammar->start(place_);
      if (decoder.ok()) {
        ++cut_->n_in_flight;
        in_flight_.push_back({cut_, std::move(decoder).value()});
        return &in_flight_.back().decoder->constraint();
      }
      fail(*cut_, std::move(decoder).error());
    } else if (!chunks_.empty()) {
      const Chunk chunk = chunks_.front();
      chunks_.pop_front();
      open_chunk(chunk);
    } else if (cut_ != nullptr) {
      finish_if_done(*std::exchange(cut_, nullptr));
    } else if (const Query* query = queries_.next()) {
      documents_.push_back(
          {query, open_grammar_(*query), {{}, std::numeric_limits<float>::infinity()}, {}});
      cut_ = &documents_.back();
      place_.text = query->text;
      const auto chunks = cut_chunks(query->text, kMaxChunkBytes);
      chunks_.assign(chunks.begin(), chunks.end());
    } else {
      return nullptr;
    }
  }
}

void DocumentWindows::open_chunk(const Chunk& chunk) {
  const std::string_view part = place_.text.substr(chunk.begin, chunk.end - chunk.begin);
  Result<TokenizedText> tokens = tokenizer_.tokenize(part);
  if (!tokens.ok()) return fail(*cut_, std::move(tokens).error());
  const auto windows = cut_windows(part, *tokens, cut_->grammar->lengths());
  windows_.assign(windows.begin(), windows.end());
  n_tokens_ += tokens->ids.size();
  n_windows_ += windows.size();
  place_.chunk_begin = chunk.begin;
  place_.tokens = std::make_shared<const TokenizedText>(std::move(tokens).value());
}

// Keeps the first error of a document; its remaining windows are not started.
void DocumentWindows::fail(Document& document, Error error) {
  if (document.result.ok()) document.result = std::move(error);
  if (&document != cut_) return;
  windows_.clear();
  chunks_.clear();
}

void DocumentWindows::done(Constraint& constraint, const Result<void>& result) {
  const auto at = std::find_if(in_flight_.begin(), in_flight_.end(), [&](const AtWork& work) {
    return &work.decoder->constraint() == &constraint;
  });
  Document& document = *at->document;
  Result<void> collected = result.ok() ? at->decoder->collect(document.findings) : result;
  if (!collected.ok()) fail(document, std::move(collected).error());
  in_flight_.erase(at);
  --document.n_in_flight;
  finish_if_done(document);
}

void DocumentWindows::finish_if_done(Document& document) {
  if (&document == cut_ || document.n_in_flight > 0) return;
  const auto at = std::find_if(documents_.begin(), documents_.end(),
                               [&](const Document& other) { return &other == &document; });
  Result<Findings> found = std::move(document.findings);
  if (document.result.ok()) {
    // Windows finish in any order, so the findings are sorted, together with the forced spans.
    const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
    const auto& forced = document.query->forced;
    found->spans.insert(found->spans.end(), forced.begin(), forced.end());
    std::sort(found->spans.begin(), found->spans.end(), by_begin);
    std::sort(found->nearly.begin(), found->nearly.end(), by_begin);
  } else {
    found = document.result.error();
  }
  const Query& query = *document.query;
  documents_.erase(at);
  queries_.done(query, std::move(found));
}

}  // namespace redact
