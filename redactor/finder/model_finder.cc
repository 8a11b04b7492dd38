// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/model_finder.h"

#include <algorithm>
#include <utility>

#include "redactor/finder/bundled_model.h"
#include "redactor/finder/markup_finder.h"
#include "redactor/finder/tag_finder.h"

namespace redact {

std::vector<Result<Findings>> ModelFinder::find_all(std::span<const std::string_view> texts,
                                                    std::span<const std::vector<Span>> forced) {
  std::vector<Result<Findings>> guesses;
  if (drafter_) guesses = drafter_->find_all(texts, forced);
  const auto windows_grammar = grammar(texts, guesses, forced);
  DocumentWindows windows(runner_->model().tokenizer(), *windows_grammar, texts);
  runner_->engine().run(windows);
  source_tokens_ += windows.n_tokens();
  windows_ += windows.n_windows();
  std::vector<Result<Findings>> found = windows.take();
  // What rules have found stands as it is, among what the model has.
  for (size_t i = 0; i < forced.size(); ++i) {
    if (!found[i].ok()) continue;
    std::vector<Span>& spans = found[i]->spans;
    spans.insert(spans.end(), forced[i].begin(), forced[i].end());
    std::sort(spans.begin(), spans.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
  }
  return found;
}

FindingCounts ModelFinder::counts() const {
  const EngineCounts& counts = runner_->engine().counts();
  return {source_tokens_,         windows_,    counts.passes,
          counts.sequence_passes, counts.rows, counts.accepted_rows};
}

Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options) {
  const bool bundled = options.model_path.empty();
  REDACT_ASSIGN(Model model,
                bundled ? Model::parse(bundled_model()) : Model::open(options.model_path));
  std::unique_ptr<SpanFinder> drafter;
  if (!bundled && options.draft_bundled) {
    ModelOptions draft = options;
    draft.model_path.clear();
    draft.bias.reset();
    REDACT_ASSIGN(drafter, open_model_finder(draft));
  }
  if (model.metadata().has("redact.grammar")) {
    return open_markup_finder(std::move(model), options, std::move(drafter));
  }
  return open_tag_finder(std::move(model), options, std::move(drafter));
}

}  // namespace redact
