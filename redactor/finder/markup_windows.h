// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "redactor/copy/markup_format.h"
#include "redactor/finder/document_windows.h"

namespace redact {

// Windows of a redaction model, decoded by the markup grammar. All that is given outlives it.
class MarkupWindows final : public WindowGrammar {
 public:
  // `guesses`: what a drafter found in each document, or nothing. `forced`: what rules have found
  // in each, or nothing.
  MarkupWindows(const MarkupFormat& format, float bias, size_t max_draft,
                std::span<const Result<Findings>> guesses,
                std::span<const std::vector<Span>> forced)
      : format_(format), bias_(bias), max_draft_(max_draft), guesses_(guesses), forced_(forced) {}

  Lengths lengths(size_t) const override { return {format_.window_tokens, format_.context_tokens}; }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) override;

 private:
  const MarkupFormat& format_;
  float bias_;
  size_t max_draft_;
  std::span<const Result<Findings>> guesses_;
  std::span<const std::vector<Span>> forced_;
};

}  // namespace redact
