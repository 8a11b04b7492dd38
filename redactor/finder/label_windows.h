// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "language/gazetteer.h"
#include "redactor/finder/document_windows.h"
#include "redactor/labelling/label_format.h"

namespace redact {

// The windows of a document, each labelled in one pass.
class LabelWindows final : public WindowGrammar {
 public:
  // `gazetteer`: the format's; `bias`: one for each label. All arguments must outlive the object.
  LabelWindows(const LabelFormat& format, const Gazetteer& gazetteer, std::span<const float> bias)
      : format_(format), gazetteer_(gazetteer), bias_(bias) {}

  WindowLengths lengths() const override {
    const size_t window = format_.window_tokens, context = format_.context_tokens;
    return {window, window - 2 * context, context, context, format_.whole_words};
  }
  RowLimits rows() const override { return {format_.row_tokens, format_.row_digits}; }
  Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place,
                                               ModelSession* session) override;

 private:
  const LabelFormat& format_;
  const Gazetteer& gazetteer_;
  std::span<const float> bias_;
};

}  // namespace redact
