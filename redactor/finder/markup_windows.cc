// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/markup_windows.h"

#include <algorithm>

#include "redactor/copy/markup_decoder.h"
#include "redactor/finder/token_spans.h"

namespace redact {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class MarkupWindow final : public WindowDecoder {
 public:
  MarkupWindow(const MarkupFormat& format, const WindowPlace& place, float bias, size_t max_draft)
      : place_(place),
        decoder_(
            format,
            std::span(place_.tokens->ids)
                .subspan(place.window.read_from(), place.window.end - place.window.read_from()),
            place.window.context, bias, max_draft) {}

  Constraint& constraint() override { return decoder_; }
  MarkupDecoder& decoder() { return decoder_; }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    const size_t first = place_.window.read_from();
    for (const TokenSpan& span : decoder_.spans()) {
      if (span.forced) continue;  // the rule's own bytes stand, not those of its tokens
      add_span(span, place_.token_begin(first + span.begin), place_.token_end(first + span.end - 1),
               findings.spans);
    }
    for (const NearMiss& miss : decoder_.near_misses()) {
      const size_t token = first + miss.token;
      findings.nearly.push_back({place_.token_begin(token), place_.token_end(token), miss.score});
    }
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
  // A token may carry the white space in front of its word; a span is the words.
  void add_span(const TokenSpan& span, size_t begin, size_t end, std::vector<Span>& spans) const {
    while (begin < end && is_space(place_.text[begin])) ++begin;
    while (begin < end && is_space(place_.text[end - 1])) --end;
    if (begin < end) spans.push_back({begin, end, span.label, span.score, SpanSource::kModel});
  }

  WindowPlace place_;
  MarkupDecoder decoder_;
};

}  // namespace

Result<std::unique_ptr<WindowDecoder>> MarkupWindows::start(const WindowPlace& place) {
  auto window = std::make_unique<MarkupWindow>(format_, place, bias_, max_draft_);
  const auto in_window = [&](std::span<const Span> spans) {
    return token_spans(spans, *place.tokens, place.chunk_begin, place.window);
  };
  if (guess_) window->decoder().guess(in_window(*guess_));
  if (!forced_.empty()) window->decoder().force(in_window(forced_), {});
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
