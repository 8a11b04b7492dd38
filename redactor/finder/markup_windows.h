// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "redactor/copy/markup_format.h"
#include "redactor/finder/document_windows.h"

namespace redact {

// The windows of a document, decoded by the markup grammar of a redaction model.
class MarkupWindows final : public WindowGrammar {
 public:
  // `guess`: what a drafter found in the document, or nothing. `forced`: what rules have found.
  // `format` and `forced` outlive the object.
  MarkupWindows(const MarkupFormat& format, float bias, size_t max_draft,
                std::optional<std::vector<Span>> guess, std::span<const Span> forced)
      : format_(format),
        bias_(bias),
        max_draft_(max_draft),
        guess_(std::move(guess)),
        forced_(forced) {}

  WindowLengths lengths() const override {
    const size_t decided = format_.window_tokens - format_.context_tokens;
    return {decided, decided, format_.context_tokens};
  }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) override;

 private:
  const MarkupFormat& format_;
  float bias_;
  size_t max_draft_;
  std::optional<std::vector<Span>> guess_;
  std::span<const Span> forced_;
};

}  // namespace redact
