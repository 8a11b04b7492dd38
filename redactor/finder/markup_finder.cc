// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/markup_finder.h"

#include <algorithm>
#include <utility>

#include "redactor/finder/markup_windows.h"

namespace redact {

namespace {

class MarkupFinder final : public ModelFinder {
 public:
  MarkupFinder(std::unique_ptr<ModelRunner> runner, MarkupFormat format,
               const ModelOptions& options, std::unique_ptr<SpanFinder> drafter)
      : ModelFinder(std::move(runner), std::move(drafter), options.bias.value_or(format.bias),
                    options.max_draft),
        format_(std::move(format)) {}

 private:
  std::unique_ptr<WindowGrammar> open_grammar(const Query& query,
                                              std::optional<std::vector<Span>> guess) override {
    return std::make_unique<MarkupWindows>(format_, bias(), max_draft(), std::move(guess),
                                           query.forced);
  }

  MarkupFormat format_;
};

EngineOptions engine_options(const MarkupFormat& format, const ModelOptions& options) {
  EngineOptions engine{};
  engine.max_rows = options.max_rows;
  // BOS and a source that reads in both directions are one draft.
  if (format.bidirectional_source) {
    engine.max_rows = std::max(engine.max_rows, format.window_tokens + 1);
  }
  // BOS source SEP, then at most a copy and two tags for every source token, and a draft beyond.
  engine.max_entries = format.window_tokens * 4 + 2 + options.max_draft;
  engine.max_sequences = options.max_sequences;
  return engine;
}

}  // namespace

Result<std::unique_ptr<SpanFinder>> open_markup_finder(Model model, const ModelOptions& options,
                                                       std::unique_ptr<SpanFinder> drafter) {
  REDACT_ASSIGN(MarkupFormat format,
                MarkupFormat::read(model.metadata(), model.tokenizer().n_vocab()));
  // The last copy of a whole window stands at twice its length.
  if (2 * format.window_tokens + 2 > model.config().n_context) {
    return Error{ErrorKind::kBadInput, "redact.window_tokens",
                 "needs more positions than the model has"};
  }
  REDACT_ASSIGN(auto runner, ModelRunner::open(std::move(model), options.device, options.n_threads,
                                               engine_options(format, options)));
  return std::unique_ptr<SpanFinder>(std::make_unique<MarkupFinder>(
      std::move(runner), std::move(format), options, std::move(drafter)));
}

}  // namespace redact
