// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/label_model.h"

#include <algorithm>
#include <utility>

#include "language/language.h"
#include "redactor/finder/label_windows.h"

namespace redact {

namespace {

constexpr char kLanguagesKey[] = "general.languages";

class LabelModel final : public RedactionModel {
 public:
  LabelModel(std::shared_ptr<const SharedModel> shared, LabelFormat format, Gazetteer gazetteer,
             const Thresholds& thresholds)
      : RedactionModel(std::move(shared)),
        format_(std::move(format)),
        gazetteer_(std::move(gazetteer)),
        thresholds_(thresholds) {}

  const Thresholds& thresholds() const override { return thresholds_; }
  // Those that the file of an encoder names; the label grammar is of models that know the eight.
  std::vector<std::string_view> languages() const override {
    if (!file().config().encodes) return {kLanguages.begin(), kLanguages.end()};
    const auto named = file().metadata().get_strings(kLanguagesKey);
    return named.ok() ? *named : std::vector<std::string_view>();
  }
  const Gazetteer* gazetteer() const override { return &gazetteer_; }
  const LabelFormat& format() const { return format_; }

  Result<std::shared_ptr<const Decoding>> configure(const DecodingOptions& options) const override;

  Result<std::unique_ptr<ModelSession>> open_session(int n_threads) const override {
    REDACT_ASSIGN(auto runner, ModelRunner::open(shared(), n_threads));
    return std::make_unique<ModelSession>(std::move(runner), ModelSession::Drafter{});
  }

 private:
  LabelFormat format_;
  Gazetteer gazetteer_;
  Thresholds thresholds_;
};

class LabelDecoding final : public Decoding {
 public:
  LabelDecoding(std::shared_ptr<const LabelModel> model, Gazetteer gazetteer, float bias,
                Label unknown)
      : model_(std::move(model)),
        format_(model_->format()),
        gazetteer_(std::move(gazetteer)),
        bias_(bias),
        label_bias_(format_.label_bias) {
    for (float& each : label_bias_) each += bias;
    // An encoder's kinds without a label have OTHER; the label grammar means what it says.
    if (model_->file().config().encodes)
      std::ranges::replace(format_.labels, Label::kOther, unknown);
  }

  float bias() const override { return bias_; }

  DocumentWindows open(const Query& query) const override {
    return DocumentWindows(model_->file().tokenizer(), query,
                           std::make_unique<LabelWindows>(format_, gazetteer_, label_bias_));
  }

 private:
  std::shared_ptr<const LabelModel> model_;
  LabelFormat format_;   // the model's, with labels for all kinds
  Gazetteer gazetteer_;  // the model's, with the hints of the configuration
  float bias_;
  std::vector<float> label_bias_;  // includes the bias of all labels
};

Result<std::shared_ptr<const Decoding>> LabelModel::configure(
    const DecodingOptions& options) const {
  REDACT_ASSIGN(const float bias, choose_bias(options, format_.bias));
  REDACT_TRY(check_hints(options));
  if (const Setting* given = options.prompt.first_given()) {
    return Error{ErrorKind::kUnsupported, given->spelled(options.spelling),
                 "is for an instruct model, and the model is a label model"};
  }
  Gazetteer gazetteer = gazetteer_;
  for (const Hint& hint : options.hints) {
    REDACT_TRY(blame(setting::hints.spelled(options.spelling), gazetteer.add(hint)));
  }
  auto self = std::static_pointer_cast<const LabelModel>(shared_from_this());
  return std::shared_ptr<const Decoding>(std::make_shared<LabelDecoding>(
      std::move(self), std::move(gazetteer), bias, options.unknown));
}

// Rounding by rows rounds the codes of matrices, keys and values once more, without a measurable
// loss of accuracy; this was measured with files whose matrices are all Q8_0, or all Q5_0
// (bench/results/speed.md). A file of mixed formats keeps some matrices more exact on purpose, so
// none of its values is rounded again. Rounding by rows is not measured on encoders, whose
// activations have a few numbers much larger than the others.
Rounding rounding(const Model& model) {
  const bool is_of_one_format =
      model.multiplies_only(WeightFormat::kQ8_0) || model.multiplies_only(WeightFormat::kQ5_0);
  return is_of_one_format && !model.config().encodes ? Rounding::kRows : Rounding::kBlocks;
}

// The usual thresholds, with the review margin that the file may have.
Result<Thresholds> read_thresholds(const Metadata& metadata) {
  const std::string key = "redact.review_margin";
  Thresholds thresholds = kSequenceThresholds;
  REDACT_ASSIGN(const auto margin, metadata.find_float(key));
  if (!margin) return thresholds;
  if (!(*margin >= 0 && *margin <= thresholds.near_miss())) {
    return bad_input(key, "is outside 0..11");
  }
  thresholds.review_margin = static_cast<float>(*margin);
  return thresholds;
}

EngineOptions engine_options(const Model& model, const LabelFormat& format,
                             const ModelOptions& options) {
  EngineOptions engine{};
  engine.max_entries = format.n_rows(format.window_tokens);
  engine.max_rows = options.max_rows == 0 ? 0 : std::max(options.max_rows, engine.max_entries);
  engine.max_sequences = options.max_sequences;
  engine.one_pass = true;
  engine.max_candidates = format.outputs.size();
  engine.rounding = options.round_by_blocks ? Rounding::kBlocks : rounding(model);
  return engine;
}

}  // namespace

Result<std::shared_ptr<const RedactionModel>> open_label_model(Model model,
                                                               const ModelOptions& options) {
  REDACT_ASSIGN(LabelFormat format,
                LabelFormat::read(model.metadata(), model.tokenizer().n_vocab()));
  if (format.n_rows(format.window_tokens) > model.config().n_context) {
    return Error{ErrorKind::kBadInput, "redact.window_tokens",
                 "needs more positions than the model has"};
  }
  REDACT_ASSIGN(Gazetteer gazetteer, Gazetteer::read(format.gazetteer, format.classes));
  REDACT_ASSIGN(const Thresholds thresholds, read_thresholds(model.metadata()));
  const EngineOptions engine = engine_options(model, format, options);
  REDACT_ASSIGN(auto shared,
                SharedModel::open(std::move(model), options.device, options.n_threads, engine));
  return std::shared_ptr<const RedactionModel>(std::make_shared<LabelModel>(
      std::move(shared), std::move(format), std::move(gazetteer), thresholds));
}

}  // namespace redact
