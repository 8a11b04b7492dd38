// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/model_finder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "redactor/finder/bundled_model.h"
#include "redactor/finder/label_finder.h"
#include "redactor/finder/tag_finder.h"

namespace redact {

void ModelFinder::find(QueryStream& queries) {
  const auto open = [this](const Query& query) {
    std::optional<std::vector<Span>> guess;
    if (drafter_) {
      // A draft that fails is ignored, since drafts decide nothing.
      Result<Findings> drafted = drafter_->find(query);
      if (drafted.ok()) guess = std::move(drafted->spans);
    }
    return open_grammar(query, std::move(guess));
  };
  DocumentWindows windows(runner_->model().tokenizer(), open, queries);
  runner_->engine().run(windows);
  source_tokens_ += windows.n_tokens();
  windows_ += windows.n_windows();
}

FindingCounts ModelFinder::counts() const {
  const EngineCounts& counts = runner_->engine().counts();
  return {source_tokens_,         windows_,    counts.passes,
          counts.sequence_passes, counts.rows, counts.accepted_rows};
}

namespace {

Result<Model> open_model(const ModelOptions& options) {
  if (options.model_path.empty() && !options.lora_path.empty()) {
    return Error{ErrorKind::kBadInput, "--lora", "adapts the model of a file, and none is given"};
  }
  if (options.model_path.empty()) return Model::parse(bundled_model());
  if (options.lora_path.empty()) return Model::open(options.model_path);
  return Model::open(options.model_path, options.lora_path, options.n_threads);
}

// The bias that the options ask for; nullopt: the model's own.
Result<std::optional<float>> chosen_bias(const ModelOptions& options, const Metadata& metadata) {
  const std::string& recall = options.recall;
  if (options.bias || recall.empty() || recall == "balanced") return options.bias;
  if (recall != "high" && recall != "precise") {
    return Error{ErrorKind::kBadInput, "recall", "is none of high, balanced and precise"};
  }
  REDACT_ASSIGN(const auto bias, metadata.find_float("redact.bias_" + recall));
  if (!bias || !std::isfinite(*bias)) {
    return Error{ErrorKind::kUnsupported, "recall",
                 "the model's file gives no bias for " + recall + ": give a bias"};
  }
  return std::optional(static_cast<float>(*bias));
}

}  // namespace

Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& given) {
  ModelOptions options = given;
  const bool bundled = options.model_path.empty();
  REDACT_ASSIGN(Model model, open_model(options));
  REDACT_ASSIGN(options.bias, chosen_bias(options, model.metadata()));
  REDACT_ASSIGN(const auto grammar, model.metadata().find_string("redact.grammar"));
  if (!options.hints.empty() && !model.metadata().has("redact.gazetteer")) {
    return Error{ErrorKind::kUnsupported, "--hints",
                 "means nothing to a model without a gazetteer"};
  }
  if (const auto option = options.prompt.first_given(); grammar && option) {
    return Error{ErrorKind::kUnsupported, std::string(*option),
                 "is for an instruct model, and the model is a redaction model"};
  }
  if (grammar == "label") return open_label_finder(std::move(model), options);
  if (grammar) {
    return Error{ErrorKind::kUnsupported, "redact.grammar", "is not label, the one that is known"};
  }
  std::unique_ptr<SpanFinder> drafter;
  if (!bundled && options.draft_bundled) {
    ModelOptions draft = options;
    draft.model_path.clear();
    draft.lora_path.clear();
    draft.bias.reset();
    draft.recall.clear();
    draft.hints.clear();
    draft.prompt = {};
    REDACT_ASSIGN(drafter, open_model_finder(draft));
  }
  return open_tag_finder(std::move(model), options, std::move(drafter));
}

}  // namespace redact
