// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/markup_windows.h"

#include <algorithm>

#include "redactor/copy/markup_decoder.h"
#include "redactor/finder/token_spans.h"

namespace redact {

namespace {

class MarkupWindow final : public WindowDecoder {
 public:
  MarkupWindow(const MarkupFormat& format, const WindowPlace& place, float bias, size_t max_draft)
      : place_(place), decoder_(format, place_.source(), place.window.before, bias, max_draft) {}

  Constraint& constraint() override { return decoder_; }
  MarkupDecoder& decoder() { return decoder_; }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    for (const TokenSpan& span : decoder_.spans()) {
      if (span.forced) continue;  // the rule's own bytes stand, not those of its tokens
      place_.add_span(span, findings.spans);
    }
    for (const NearMiss& miss : decoder_.near_misses()) place_.add_nearly(miss, findings.nearly);
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
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
