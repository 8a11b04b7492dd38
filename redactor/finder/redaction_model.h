// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "language/gazetteer.h"
#include "redactor/finder/decoding.h"
#include "redactor/finder/model_options.h"
#include "redactor/finder/model_session.h"
#include "redactor/span/thresholds.h"
#include "runtime/engine/shared_model.h"

namespace redact {

// A model that finds identifiers: its file, its weights packed once for a device, its tokenizer and
// its gazetteer. Immutable; shared by threads, configurations and sessions. Subclasses know how
// windows are decoded: label models (label_model.h) and instruct models (tag_model.h).
class RedactionModel : public std::enable_shared_from_this<RedactionModel> {
 public:
  virtual ~RedactionModel() = default;

  // The model's name, for reports.
  std::string_view name() const { return shared_->model().config().name; }
  const Model& file() const { return shared_->model(); }
  // Rows of a forward pass.
  size_t max_rows() const { return shared_->options().max_rows; }
  // The thresholds for its scores.
  virtual const Thresholds& thresholds() const = 0;
  // Whether a window is a single pass, so that sessions on several cores share the work without
  // waiting for one another. Otherwise a session is faster the more cores it has.
  bool one_pass() const { return shared_->options().one_pass; }

  // The languages that it knows, by ISO 639-1 code; empty: unknown, as for instruct models.
  virtual std::vector<std::string_view> languages() const { return {}; }

  // The words that it knows; nullptr if it has no list of words.
  virtual const Gazetteer* gazetteer() const { return nullptr; }
  // Whether it has a gazetteer, to which a user's hints add words.
  bool takes_hints() const { return file().metadata().has("redact.gazetteer"); }
  // Whether its kernels run on the host's cores.
  bool is_on_host() const { return shared_->is_on_host(); }

  // Compiles a configuration's options. Errors name the setting at fault in options.spelling.
  virtual Result<std::shared_ptr<const Decoding>> configure(
      const DecodingOptions& options) const = 0;

  // `n_threads`: CPU threads of the session; 0 means one per core. Errors are those of
  // ModelRunner::open.
  virtual Result<std::unique_ptr<ModelSession>> open_session(int n_threads) const = 0;

 protected:
  explicit RedactionModel(std::shared_ptr<const SharedModel> shared) : shared_(std::move(shared)) {}

  const std::shared_ptr<const SharedModel>& shared() const { return shared_; }

  // The bias from the options; `own` is the model's default.
  Result<float> choose_bias(const DecodingOptions& options, float own) const;
  // Refuses hints if the model has no gazetteer.
  Result<void> check_hints(const DecodingOptions& options) const;

 private:
  std::shared_ptr<const SharedModel> shared_;
};

// Opens a model. It is a label model if the file says so (redact.grammar), else an instruct
// model. Errors name the option, file field or tensor at fault.
Result<std::shared_ptr<const RedactionModel>> open_redaction_model(const ModelOptions& options);

// A model, the decoding of one configuration, and one session: everything to find spans on one
// thread.
struct SpanFinder {
  std::shared_ptr<const RedactionModel> model;
  std::shared_ptr<const Decoding> decoding;
  std::unique_ptr<ModelSession> session;

  static Result<SpanFinder> open(const ModelOptions& model, const DecodingOptions& decoding = {});

  std::vector<Result<Findings>> find_all(std::span<const Query> queries) const {
    return session->find_all(*decoding, queries);
  }
  Result<Findings> find(const Query& query) const { return session->find(*decoding, query); }
  FindingCounts counts() const { return session->counts(); }
  float bias() const { return decoding->bias(); }
};

}  // namespace redact
