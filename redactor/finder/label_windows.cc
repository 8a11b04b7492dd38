// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/label_windows.h"

#include <algorithm>

#include "redactor/finder/token_spans.h"
#include "redactor/labelling/label_decoder.h"

namespace redact {

namespace {

class LabelWindow final : public WindowDecoder {
 public:
  LabelWindow(const LabelFormat& format, const WindowPlace& place, std::span<const float> bias)
      : place_(place),
        decoder_(format, place_.source(), place.window.before,
                 place.window.end - place.window.read_from(), bias) {}

  Constraint& constraint() override { return decoder_; }
  LabelDecoder& decoder() { return decoder_; }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    for (const TokenSpan& span : decoder_.spans()) place_.add_span(span, findings.spans);
    for (const NearMiss& miss : decoder_.near_misses()) place_.add_nearly(miss, findings.nearly);
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
  WindowPlace place_;
  LabelDecoder decoder_;
};

}  // namespace

Result<std::unique_ptr<WindowDecoder>> LabelWindows::start(const WindowPlace& place) {
  auto window = std::make_unique<LabelWindow>(format_, place, bias_);
  window->decoder().force(token_spans(forced_, *place.tokens, place.chunk_begin, place.window));
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
