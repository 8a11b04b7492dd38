// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "redactor/finder/document_windows.h"
#include "redactor/finder/model_options.h"
#include "redactor/finder/span_finder.h"
#include "runtime/engine/model_runner.h"

namespace redact {

// A model as a span finder: documents are cut into windows, and the windows of many documents are
// decoded together. Subclasses provide the grammar of the windows.
class ModelFinder : public SpanFinder {
 public:
  using SpanFinder::find;
  void find(QueryStream& queries) final;
  FindingCounts counts() const final;
  std::string_view name() const final { return runner_->model().config().name; }
  float bias() const final { return bias_; }

 protected:
  // `drafter`, which may be nullptr, guesses the spans first; it affects only time, never a
  // decision.
  ModelFinder(std::unique_ptr<ModelRunner> runner, std::unique_ptr<SpanFinder> drafter, float bias,
              size_t max_draft)
      : drafter_(std::move(drafter)),
        runner_(std::move(runner)),
        bias_(bias),
        max_draft_(max_draft) {}

  // The grammar of the windows of a document; the document outlives the grammar. `guess`: what the
  // drafter found in it, forced spans included; nullopt without a drafter.
  virtual std::unique_ptr<WindowGrammar> open_grammar(const Query& query,
                                                      std::optional<std::vector<Span>> guess) = 0;

  ModelRunner& runner() { return *runner_; }
  size_t max_draft() const { return max_draft_; }

 private:
  std::unique_ptr<SpanFinder> drafter_;
  std::unique_ptr<ModelRunner> runner_;
  float bias_;
  size_t max_draft_;
  uint64_t source_tokens_ = 0, windows_ = 0;
};

// Opens a model and returns a finder that owns it. The model is a redaction model if the file says
// so (redact.grammar), else an instruct model. Errors name the option, file field or tensor at
// fault.
Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options);

}  // namespace redact
