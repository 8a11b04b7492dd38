// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/model_session.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace redact {

namespace {

// The windows of several documents in turn, as the sequences of an engine.
class WindowsInTurn final : public SequenceFeed {
 public:
  WindowsInTurn(ModelSession& session, std::span<DocumentWindows> documents)
      : session_(session), documents_(documents) {}

  Constraint* next() override {
    for (size_t n_tried = 0; n_tried < documents_.size(); ++n_tried) {
      DocumentWindows& document = documents_[turn_];
      turn_ = (turn_ + 1) % documents_.size();
      if (WindowDecoder* decoder = document.next(session_)) {
        in_flight_[&decoder->constraint()] = {&document, decoder};
        return &decoder->constraint();
      }
    }
    return nullptr;
  }

  void done(Constraint& constraint, const Result<void>& result) override {
    const auto [document, decoder] = in_flight_.extract(&constraint).mapped();
    document->done(*decoder, result.ok() ? decoder->decide() : result);
  }

 private:
  struct InFlight {
    DocumentWindows* document;
    WindowDecoder* decoder;
  };

  ModelSession& session_;
  std::span<DocumentWindows> documents_;
  size_t turn_ = 0;
  std::unordered_map<const Constraint*, InFlight> in_flight_;
};

}  // namespace

FindingCounts& FindingCounts::operator+=(const FindingCounts& more) {
  source_tokens += more.source_tokens;
  windows += more.windows;
  passes += more.passes;
  window_passes += more.window_passes;
  rows += more.rows;
  accepted_rows += more.accepted_rows;
  return *this;
}

void ModelSession::run(std::span<DocumentWindows> documents) {
  WindowsInTurn sequences(*this, documents);
  engine().run(sequences);
  for (DocumentWindows& document : documents) {
    count(document);
    // A document that was not read to its end must not look clean.
    if (!document.is_done()) document.fail({ErrorKind::kInternal, "model", "left windows undone"});
  }
}

std::vector<Result<Findings>> ModelSession::find_all(const Decoding& decoding,
                                                     std::span<const Query> queries) {
  std::vector<DocumentWindows> documents;
  documents.reserve(queries.size());
  for (const Query& query : queries) documents.push_back(decoding.open(query));
  run(documents);
  std::vector<Result<Findings>> found;
  for (DocumentWindows& document : documents) found.push_back(document.take());
  return found;
}

std::vector<Span> ModelSession::draft(std::string_view text) {
  if (!drafter_.session) return {};
  // A draft that fails is ignored, since drafts decide nothing.
  Result<Findings> drafted = drafter_.session->find(*drafter_.decoding, {text});
  return drafted.ok() ? std::move(drafted->spans) : std::vector<Span>();
}

Result<std::optional<size_t>> ModelSession::prefix(
    const std::shared_ptr<const ChatPrompt>& prompt) {
  const auto known = std::find_if(prefixes_.begin(), prefixes_.end(),
                                  [&](const Prefix& other) { return other.prompt == prompt; });
  if (known != prefixes_.end()) return std::optional(known->number);
  if (engine().n_in_flight() > 0) return std::optional<size_t>();
  if (!engine().fits_prefix(prompt->before.size())) {
    REDACT_TRY(engine().drop_prefixes());
    prefixes_.clear();
  }
  REDACT_ASSIGN(const size_t number, engine().share_prefix(prompt->before));
  prefixes_.push_back({prompt, number});
  return std::optional(number);
}

void ModelSession::count(const DocumentWindows& windows) {
  source_tokens_ += windows.n_tokens();
  windows_ += windows.n_windows();
}

FindingCounts ModelSession::counts() const {
  const EngineCounts& counts = runner_->engine().counts();
  return {source_tokens_,         windows_,    counts.passes,
          counts.sequence_passes, counts.rows, counts.accepted_rows};
}

}  // namespace redact
