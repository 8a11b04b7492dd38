// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/document_windows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

// Bytes tokenised at once. The tokenizer takes some 100 bytes of memory per byte, so 25 MiB. Nearly
// all notes are shorter than this, so no cut between chunks shifts their windows.
constexpr size_t kMaxChunkBytes = 1 << 18;

}  // namespace

std::vector<std::span<const int32_t>> WindowPlace::source() const {
  std::vector<std::span<const int32_t>> out;
  out.reserve(window.read_to() - window.read_from());
  for (size_t row = window.read_from(); row < window.read_to(); ++row) {
    out.push_back(rows->ids(row));
  }
  return out;
}

std::vector<size_t> WindowPlace::rows_behind_walls() const {
  std::vector<size_t> behind;
  const size_t from = window.read_from(), to = window.read_to();
  auto wall = std::ranges::lower_bound(walls, row_begin(from));
  for (size_t row = from; row < to && wall != walls.end(); ++row) {
    if (row_end(row) <= *wall) continue;
    behind.push_back(row - from);
    while (wall != walls.end() && *wall < row_end(row)) ++wall;
  }
  return behind;
}

void WindowPlace::add_span(const TokenSpan& span, std::vector<Span>& spans) const {
  size_t begin = row_begin(window.read_from() + span.begin);
  size_t end = row_end(window.read_from() + span.end - 1);
  while (begin < end && is_space(text[begin])) ++begin;
  while (begin < end && is_space(text[end - 1])) --end;
  if (begin == end) return;
  spans.push_back({begin, end, span.label, span.score, SpanSource::kModel});
  spans.back().patient_odds = span.patient_odds;
}

void WindowPlace::add_near_miss(const TokenSpan& miss, std::vector<Span>& near_misses) const {
  const size_t begin = row_begin(window.read_from() + miss.begin);
  const size_t end = row_end(window.read_from() + miss.end - 1);
  // The space that a tokenizer adds before a text has no bytes.
  if (begin < end) near_misses.push_back({begin, end, miss.label, miss.score});
}

DocumentWindows::DocumentWindows(const Tokenizer& tokenizer, const Query& query,
                                 std::unique_ptr<WindowGrammar> grammar)
    : tokenizer_(tokenizer),
      grammar_(std::move(grammar)),
      findings_{{}, std::numeric_limits<float>::infinity()} {
  place_.text = query.text;
  place_.walls = query.walls;
  const auto chunks = cut_chunks(query.text, kMaxChunkBytes, query.passages);
  chunks_.assign(chunks.begin(), chunks.end());
}

void DocumentWindows::prepare() {
  while (windows_.empty() && !chunks_.empty()) {
    const std::string_view chunk = chunks_.front();
    chunks_.pop_front();
    Result<TokenizedText> tokens = tokenizer_.tokenize(chunk);
    if (!tokens.ok()) return fail(std::move(tokens).error());
    n_tokens_ += tokens->ids.size();
    const auto rows = std::make_shared<const TextRows>(
        cut_rows(chunk, std::move(tokens).value(), grammar_->rows()));
    const auto windows = cut_windows(chunk, *rows, grammar_->lengths());
    windows_.assign(windows.begin(), windows.end());
    n_windows_ += windows.size();
    place_.chunk_begin = static_cast<size_t>(chunk.data() - place_.text.data());
    place_.rows = rows;
    for (const Window& window : windows) {
      place_.window = window;
      Result<std::unique_ptr<WindowDecoder>> decoder = grammar_->start(place_, nullptr);
      if (!decoder.ok()) return fail(std::move(decoder).error());
      if (*decoder == nullptr) break;
      ready_.push_back(std::move(*decoder));
    }
  }
}

WindowDecoder* DocumentWindows::next(ModelSession& session) {
  prepare();
  if (windows_.empty()) return nullptr;
  std::unique_ptr<WindowDecoder> decoder;
  if (ready_.empty()) {
    place_.window = windows_.front();
    Result<std::unique_ptr<WindowDecoder>> started = grammar_->start(place_, &session);
    if (!started.ok()) {
      fail(std::move(started).error());
      return nullptr;
    }
    if (*started == nullptr) return nullptr;
    decoder = std::move(*started);
  } else {
    decoder = std::move(ready_.front());
    ready_.pop_front();
  }
  windows_.pop_front();
  in_flight_.push_back(std::move(decoder));
  return in_flight_.back().get();
}

void DocumentWindows::done(WindowDecoder& decoder, const Result<void>& result) {
  Result<void> collected = result.ok() ? decoder.collect(findings_) : result;
  if (!collected.ok()) fail(std::move(collected).error());
  in_flight_.remove_if([&](const auto& other) { return other.get() == &decoder; });
}

// Keeps the first error.
void DocumentWindows::fail(Error error) {
  if (result_.ok()) result_ = std::move(error);
  windows_.clear();
  ready_.clear();
  chunks_.clear();
}

Result<Findings> DocumentWindows::take() {
  if (!result_.ok()) return result_.error();
  // Windows end in any order.
  const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
  std::sort(findings_.spans.begin(), findings_.spans.end(), by_begin);
  std::sort(findings_.near_misses.begin(), findings_.near_misses.end(), by_begin);
  return std::move(findings_);
}

}  // namespace redact
