// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/label_finder.h"

#include <algorithm>
#include <utility>

#include "redactor/finder/label_windows.h"

namespace redact {

namespace {

class LabelFinder final : public ModelFinder {
 public:
  LabelFinder(std::unique_ptr<ModelRunner> runner, LabelFormat format, Gazetteer gazetteer,
              const ModelOptions& options)
      : ModelFinder(std::move(runner), nullptr, options.bias.value_or(format.bias),
                    options.max_draft),
        format_(std::move(format)),
        gazetteer_(std::move(gazetteer)),
        label_bias_(format_.label_bias) {
    for (float& each : label_bias_) each += bias();
  }

  const Thresholds& thresholds() const override { return kSequenceThresholds; }

 private:
  std::unique_ptr<WindowGrammar> open_grammar(const Query& query,
                                              std::optional<std::vector<Span>>) override {
    return std::make_unique<LabelWindows>(format_, gazetteer_, label_bias_, query.forced);
  }

  LabelFormat format_;
  Gazetteer gazetteer_;
  std::vector<float> label_bias_;  // the bias of all labels included
};

// Matrices of Q8_0 are rounded once more, at no loss of accuracy that can be told from noise
// (bench/results/speed.md); other formats keep their values.
Rounding rounding(const Model& model) {
  return model.weights().layers.front().attn_q.format == WeightFormat::kQ8_0 ? Rounding::kRows
                                                                             : Rounding::kBlocks;
}

EngineOptions engine_options(const Model& model, const LabelFormat& format,
                             const ModelOptions& options) {
  EngineOptions engine{};
  engine.max_entries = format.n_rows(format.window_tokens);
  engine.max_rows = std::max(options.max_rows, engine.max_entries);
  engine.max_sequences = options.max_sequences;
  engine.one_pass = true;
  engine.rounding = rounding(model);
  return engine;
}

}  // namespace

Result<std::unique_ptr<SpanFinder>> open_label_finder(Model model, const ModelOptions& options) {
  REDACT_ASSIGN(LabelFormat format,
                LabelFormat::read(model.metadata(), model.tokenizer().n_vocab()));
  if (format.n_rows(format.window_tokens) > model.config().n_context) {
    return Error{ErrorKind::kBadInput, "redact.window_tokens",
                 "needs more positions than the model has"};
  }
  REDACT_ASSIGN(Gazetteer gazetteer, Gazetteer::read(format.gazetteer, format.classes));
  for (const Hint& hint : options.hints) REDACT_TRY(blame("--hints", gazetteer.add(hint)));
  const EngineOptions engine = engine_options(model, format, options);
  REDACT_ASSIGN(auto runner,
                ModelRunner::open(std::move(model), options.device, options.n_threads, engine));
  return std::unique_ptr<SpanFinder>(std::make_unique<LabelFinder>(
      std::move(runner), std::move(format), std::move(gazetteer), options));
}

}  // namespace redact
