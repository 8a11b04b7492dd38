// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/answer_windows.h"

#include "redactor/finder/model_session.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

// The text is read once and written at most once, and tags may be longer than the spans they
// replace: the other two parts are room for tags.
constexpr size_t kTimesRead = 4;

// Longer windows give more context and fewer seams; beyond some pages, small models lose track of
// their place in the text.
constexpr size_t kMostTokens = 2048;

size_t taken_by(const ChatPrompt& prompt) { return prompt.before.size() + prompt.after.size(); }

}  // namespace

std::vector<Span> spans_within(std::span<const Span> spans, size_t begin, size_t end) {
  std::vector<Span> out;
  for (Span span : spans) {
    if (span.end <= begin || span.begin >= end) continue;
    span.begin = std::max(span.begin, begin) - begin;
    span.end = std::min(span.end, end) - begin;
    out.push_back(span);
  }
  return out;
}

size_t AnswerWindows::window_tokens(const ChatPrompt& prompt, size_t context) {
  const size_t taken = taken_by(prompt);
  return context > taken ? std::min(kMostTokens, (context - taken) / kTimesRead) : 0;
}

Result<std::unique_ptr<WindowDecoder>> AnswerWindows::start(const WindowPlace& place,
                                                            ModelSession* session) {
  if (session == nullptr) return std::unique_ptr<WindowDecoder>();
  REDACT_ASSIGN(const std::optional<size_t> prefix, session->prefix(prompt_));
  if (!prefix) return std::unique_ptr<WindowDecoder>();
  if (!std::exchange(has_drafted_, true)) {
    std::vector<Span> drafted = session->draft(text_);
    expected_.insert(expected_.end(), drafted.begin(), drafted.end());
    expected_ = merge_spans(std::move(expected_));
  }
  const size_t begin = place.row_begin(place.window.begin);
  const size_t end = place.row_end(place.window.end - 1);
  return open(
      {place.text.substr(begin, end - begin), begin, spans_within(expected_, begin, end), *prefix});
}

AnswerPrompt AnswerWindows::prompt_around(std::vector<int32_t> ids, size_t prefix) const {
  const size_t needed = taken_by(*prompt_) + ids.size() * kTimesRead;
  ids.insert(ids.end(), prompt_->after.begin(), prompt_->after.end());
  return {prefix, prompt_->before.size(), std::move(ids), way_.room.entries(needed),
          way_.room.can_grow(needed)};
}

}  // namespace redact
