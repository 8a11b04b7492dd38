// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "redactor/finder/document_windows.h"
#include "redactor/finder/model_options.h"
#include "redactor/finder/span_finder.h"
#include "runtime/engine/model_runner.h"

namespace redact {

// A model as a span finder: documents are cut into windows, and the windows of many documents are
// decoded together. What the grammar of the windows is, a subclass says.
class ModelFinder : public SpanFinder {
 public:
  std::vector<Result<Findings>> find_all(std::span<const std::string_view> texts,
                                         std::span<const std::vector<Span>> forced) final;
  FindingCounts counts() const final;
  std::string_view name() const final { return runner_->model().config().name; }
  float bias() const final { return bias_; }

 protected:
  // `drafter` guesses the spans first, where there is one; it costs or saves time and decides
  // nothing.
  ModelFinder(std::unique_ptr<ModelRunner> runner, std::unique_ptr<SpanFinder> drafter, float bias,
              size_t max_draft)
      : drafter_(std::move(drafter)),
        runner_(std::move(runner)),
        bias_(bias),
        max_draft_(max_draft) {}

  // The grammar of the windows of these documents; guesses and forced spans as MarkupWindows has
  // them, and all arguments outlive the result.
  virtual std::unique_ptr<WindowGrammar> grammar(std::span<const std::string_view> texts,
                                                 std::span<const Result<Findings>> guesses,
                                                 std::span<const std::vector<Span>> forced) = 0;

  ModelRunner& runner() { return *runner_; }
  size_t max_draft() const { return max_draft_; }

 private:
  std::unique_ptr<SpanFinder> drafter_;
  std::unique_ptr<ModelRunner> runner_;
  float bias_;
  size_t max_draft_;
  uint64_t source_tokens_ = 0, windows_ = 0;
};

// Opens a model and returns a finder that owns it: a redaction model where the file says so
// (redact.grammar), else an instruct model. Errors name the option, file field or tensor at fault.
Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options);

}  // namespace redact
