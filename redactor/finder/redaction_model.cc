// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/redaction_model.h"

#include <cmath>
#include <utility>

#include "redactor/finder/bundled_model.h"
#include "redactor/finder/device_name.h"
#include "redactor/finder/label_model.h"
#include "redactor/finder/tag_model.h"
#include "redactor/labelling/class_format.h"
#include "redactor/labelling/label_format.h"

namespace redact {

namespace {

Result<Model> open_file(const ModelOptions& options) {
  if (options.model_path.empty() && !options.lora_path.empty()) {
    return Error{ErrorKind::kBadInput, "adapter", "adapts the model of a file, and none is given"};
  }
  if (options.model_path.empty()) return Model::parse(bundled_model());
  if (options.lora_path.empty()) return Model::open(options.model_path);
  return Model::open(options.model_path, options.lora_path, options.n_threads);
}

}  // namespace

Result<std::shared_ptr<const RedactionModel>> open_redaction_model(const ModelOptions& options) {
  const bool bundled = options.model_path.empty();
  REDACT_ASSIGN(Model model, open_file(options));
  REDACT_ASSIGN(const auto grammar, grammar_of(model.metadata()));
  if (grammar && options.context != 0) {
    return Error{ErrorKind::kUnsupported, "context",
                 "is for an instruct model, and the model is a label model"};
  }
  if (grammar && grammar != "label" && grammar != kWordGrammar && grammar != "classes") {
    return Error{ErrorKind::kUnsupported, "redact.grammar",
                 "is not \"label\", \"label-words\" or \"classes\", the grammars that this build "
                 "knows"};
  }
  if (model.config().encodes != (grammar == "classes")) {
    return Error{ErrorKind::kUnsupported, "redact.grammar",
                 "must be \"classes\" in an encoder, which tools/convert makes, and in no other"};
  }
  if (grammar) return open_label_model(std::move(model), options);
  std::shared_ptr<const RedactionModel> drafter;
  if (!bundled && options.draft_bundled) {
    ModelOptions draft = options;
    draft.model_path.clear();
    draft.lora_path.clear();
    draft.context = 0;
    draft.device = without_cublas(draft.device);
    // The drafter reads one document at a time, and leaves the rest of a GPU's memory to the model.
    draft.max_rows = given_or(draft.max_rows, kUsualRows);
    draft.max_sequences = given_or(draft.max_sequences, kUsualWindows);
    REDACT_ASSIGN(drafter, open_redaction_model(draft));
  }
  return open_tag_model(std::move(model), options, std::move(drafter));
}

Result<float> RedactionModel::choose_bias(const DecodingOptions& options, float own) const {
  const std::string& recall = options.recall;
  if (options.bias) return *options.bias;
  if (recall.empty() || recall == "balanced") return own;
  if (recall != "high" && recall != "precise") {
    return Error{ErrorKind::kBadInput, "recall", "is not high, balanced or precise"};
  }
  REDACT_ASSIGN(const auto bias, file().metadata().find_float("redact.bias_" + recall));
  if (!bias || !std::isfinite(*bias)) {
    return Error{ErrorKind::kUnsupported, "recall",
                 "the model's file gives no bias for " + recall + ": give a bias"};
  }
  return static_cast<float>(*bias);
}

Result<void> RedactionModel::check_hints(const DecodingOptions& options) const {
  if (options.hints.empty() || takes_hints()) return {};
  return Error{ErrorKind::kUnsupported, setting::hints.spelled(options.spelling),
               "means nothing to a model without a gazetteer"};
}

Result<SpanFinder> SpanFinder::open(const ModelOptions& model, const DecodingOptions& decoding) {
  SpanFinder finder;
  REDACT_ASSIGN(finder.model, open_redaction_model(model));
  REDACT_ASSIGN(finder.decoding, finder.model->configure(decoding));
  REDACT_ASSIGN(finder.session, finder.model->open_session(model.n_threads));
  return finder;
}

}  // namespace redact
