// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "redactor/copy/answer_decoder.h"
#include "redactor/finder/document_windows.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// The cache entries that a sequence may have. A model with LongRoPE rotates short sequences by
// other factors than long ones, so it must be known before a window begins whether it is short. A
// window is short if its expected entries are within the limit for short sequences, and then it
// must stay within that limit.
struct SequenceRoom {
  size_t context;         // entries of any sequence
  size_t most;            // the most that the model could have with a longer context
  size_t long_above = 0;  // LongRoPE: the most entries of a short sequence, for any context

  // The entries of a window that is expected to need `needed`.
  size_t entries(size_t needed) const { return std::min(context, most_entries(needed)); }
  // Whether a longer context would give such a window more entries.
  bool can_grow(size_t needed) const { return context < most_entries(needed); }

 private:
  size_t most_entries(size_t needed) const {
    return needed <= long_above ? std::min(long_above, most) : most;
  }
};

// The limits, the bias and the length of drafts with which an instruct model is run.
struct AnswerWay {
  SequenceRoom room;
  float bias;
  size_t max_draft;
};

// The spans within bytes [begin, end) of a document, relative to `begin`.
std::vector<Span> spans_within(std::span<const Span> spans, size_t begin, size_t end);

// The windows of a document, each a separate conversation with an instruct model.
class AnswerWindows : public WindowGrammar {
 public:
  WindowLengths lengths() const final {
    const size_t most = window_tokens(*prompt_, way_.room.context);
    return {most, most};
  }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place,
                                               ModelSession* session) final;

  // The most tokens of a window with this prompt; below 1 if the context has no room for it.
  static size_t window_tokens(const ChatPrompt& prompt, size_t context);

 protected:
  // A window, in bytes of its text.
  struct Source {
    std::string_view text;
    size_t begin;                // of the text in the document
    std::vector<Span> expected;  // the draft begins with them
    size_t prefix;               // the engine's shared prefix
  };

  // `expected`: spans known to be in `text`, for drafts. `prompt`: its part before the text is a
  // shared prefix of the session. `text` must outlive the object.
  AnswerWindows(const AnswerWay& way, std::shared_ptr<const ChatPrompt> prompt,
                std::string_view text, std::span<const Span> expected)
      : way_(way),
        prompt_(std::move(prompt)),
        text_(text),
        expected_(expected.begin(), expected.end()) {}

  virtual Result<std::unique_ptr<WindowDecoder>> open(Source source) = 0;

  const AnswerWay& way() const { return way_; }
  std::string_view document() const { return text_; }
  bool text_continues() const { return prompt_->text_continues; }
  // The prompt around the ids of a window's text.
  AnswerPrompt prompt_around(std::vector<int32_t> ids, size_t prefix) const;

 private:
  AnswerWay way_;
  std::shared_ptr<const ChatPrompt> prompt_;
  std::string_view text_;
  bool has_drafted_ = false;
  std::vector<Span> expected_;  // once it has drafted, with the findings of the session's drafter
};

// A window with its decoder, which has spans(), near_misses() and least_margin() in bytes of the
// window.
template <typename Decoder>
class AnswerWindow final : public WindowDecoder {
 public:
  // `document` must outlive the object; the window begins at `begin`. `parts` are those of the
  // decoder.
  template <typename... Parts>
  AnswerWindow(std::string_view document, size_t begin, Parts&&... parts)
      : document_(document), begin_(begin), decoder_(std::forward<Parts>(parts)...) {}

  Constraint& constraint() override { return decoder_; }
  Decoder& decoder() { return decoder_; }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    for (Span span : decoder_.spans()) {
      span.begin += begin_, span.end += begin_;
      while (span.begin < span.end && is_space(document_[span.begin])) ++span.begin;
      while (span.begin < span.end && is_space(document_[span.end - 1])) --span.end;
      if (span.begin < span.end) findings.spans.push_back(span);
    }
    for (const Span& near : decoder_.near_misses()) {
      findings.near_misses.push_back(
          {near.begin + begin_, near.end + begin_, near.label, near.score});
    }
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
  std::string_view document_;
  size_t begin_;
  Decoder decoder_;
};

}  // namespace redact
