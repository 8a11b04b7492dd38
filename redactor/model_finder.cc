// SPDX-License-Identifier: Apache-2.0
#include "redactor/model_finder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "redactor/bundled_model.h"
#include "redactor/copy/markup_decoder.h"
#include "redactor/copy/markup_format.h"
#include "redactor/token_spans.h"
#include "redactor/window.h"
#include "runtime/engine/model_runner.h"

namespace redact {

namespace {

// Bytes tokenised at once. The tokenizer takes some 100 bytes of memory for each, so 25 MiB; a
// document of this size is longer than nearly all notes, whose windows a cut between chunks would
// move.
constexpr size_t kMaxChunkBytes = 1 << 18;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A token may carry the white space in front of its word; a span is the words.
void add_span(std::string_view text, size_t begin, size_t end, const TokenSpan& span,
              std::vector<Span>& spans) {
  while (begin < end && is_space(text[begin])) ++begin;
  while (begin < end && is_space(text[end - 1])) --end;
  if (begin < end) spans.push_back({begin, end, span.label, span.score, SpanSource::kModel});
}

// The windows of many documents as sequences: each document is tokenised chunk by chunk, when the
// engine has room for its windows, and collects the spans of the windows that are done.
class WindowSource final : public SequenceSource {
 public:
  WindowSource(const Model& model, const MarkupFormat& format, float bias, size_t max_draft,
               std::span<const std::string_view> texts, std::span<const Result<Findings>> guesses,
               std::span<const std::vector<Span>> forced)
      : model_(model),
        format_(format),
        bias_(bias),
        max_draft_(max_draft),
        texts_(texts),
        guesses_(guesses),
        forced_(forced) {
    for (size_t i = 0; i < texts.size(); ++i) {
      findings_.push_back({{}, std::numeric_limits<float>::infinity()});
      results_.emplace_back();
    }
  }

  Constraint* next() override {
    while (true) {
      if (next_window_ < windows_.size()) {
        return start(windows_[next_window_++]);
      }
      if (next_chunk_ < chunks_.size()) {
        open_chunk(chunks_[next_chunk_++]);
      } else if (next_document_ < texts_.size()) {
        document_ = next_document_++;
        chunks_ = cut_chunks(texts_[document_], kMaxChunkBytes);
        next_chunk_ = 0;
      } else {
        return nullptr;
      }
    }
  }

  void done(Constraint& constraint, const Result<void>& result) override {
    const auto at = std::find_if(in_flight_.begin(), in_flight_.end(), [&](const auto& window) {
      return &window->decoder == &constraint;
    });
    collect(**at, result);
    in_flight_.erase(at);
  }

  uint64_t n_tokens() const { return n_tokens_; }
  uint64_t n_windows() const { return n_windows_; }

  // Once the engine has run dry.
  std::vector<Result<Findings>> take() {
    std::vector<Result<Findings>> out;
    for (size_t i = 0; i < texts_.size(); ++i) {
      if (!results_[i].ok()) {
        out.push_back(results_[i].error());
        continue;
      }
      if (!forced_.empty()) {
        findings_[i].spans.insert(findings_[i].spans.end(), forced_[i].begin(), forced_[i].end());
      }
      // Windows finish in any order.
      const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
      std::sort(findings_[i].spans.begin(), findings_[i].spans.end(), by_begin);
      std::sort(findings_[i].nearly.begin(), findings_[i].nearly.end(), by_begin);
      out.push_back(std::move(findings_[i]));
    }
    return out;
  }

 private:
  MarkupDecoder* start(const Window& window) {
    in_flight_.push_back(std::make_unique<WindowAtWork>(*this, document_, tokens_, window));
    MarkupDecoder& decoder = in_flight_.back()->decoder;
    if (!guesses_.empty() && guesses_[document_].ok()) {
      decoder.guess(
          token_spans(guesses_[document_]->spans, tokens_->tokens, tokens_->begin, window));
    }
    if (!forced_.empty()) {
      decoder.force(token_spans(forced_[document_], tokens_->tokens, tokens_->begin, window), {});
    }
    return &decoder;
  }

  struct ChunkTokens {
    size_t begin;  // of the chunk, in the document
    TokenizedText tokens;
  };

  struct WindowAtWork {
    WindowAtWork(const WindowSource& source, size_t document_in,
                 std::shared_ptr<const ChunkTokens> chunk_in, const Window& window_in)
        : document(document_in),
          chunk(std::move(chunk_in)),
          window(window_in),
          decoder(source.format_,
                  std::span(chunk->tokens.ids)
                      .subspan(window.read_from(), window.end - window.read_from()),
                  window.context, source.bias_, source.max_draft_) {}

    size_t document;
    std::shared_ptr<const ChunkTokens> chunk;
    Window window;
    MarkupDecoder decoder;
  };

  void open_chunk(const Chunk& chunk) {
    windows_.clear();
    next_window_ = 0;
    const std::string_view part = texts_[document_].substr(chunk.begin, chunk.end - chunk.begin);
    Result<TokenizedText> tokens = model_.tokenizer().tokenize(part);
    if (!tokens.ok()) {
      results_[document_] = tokens.error();
      next_chunk_ = chunks_.size();
      return;
    }
    windows_ = cut_windows(part, *tokens, format_.window_tokens, format_.context_tokens);
    n_tokens_ += tokens->ids.size();
    n_windows_ += windows_.size();
    tokens_ = std::make_shared<const ChunkTokens>(ChunkTokens{chunk.begin, *std::move(tokens)});
  }

  void collect(const WindowAtWork& work, const Result<void>& result) {
    if (!result.ok() || !work.decoder.finished()) {
      results_[work.document] =
          !result.ok() ? result : Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
      return;
    }
    Findings& findings = findings_[work.document];
    const auto& [chunk_begin, tokens] = *work.chunk;
    const size_t first = work.window.read_from();
    for (const TokenSpan& span : work.decoder.spans()) {
      if (span.forced) continue;  // the rule's own bytes stand, not those of its tokens

      add_span(texts_[work.document], chunk_begin + tokens.begin[first + span.begin],
               chunk_begin + tokens.end[first + span.end - 1], span, findings.spans);
    }
    for (const NearMiss& miss : work.decoder.near_misses()) {
      const size_t token = first + miss.token;
      findings.nearly.push_back(
          {chunk_begin + tokens.begin[token], chunk_begin + tokens.end[token], miss.score});
    }
    findings.least_margin = std::min(findings.least_margin, work.decoder.least_margin());
  }

  const Model& model_;
  const MarkupFormat& format_;
  float bias_;
  size_t max_draft_;
  std::span<const std::string_view> texts_;
  std::span<const Result<Findings>> guesses_;  // per document, from a drafter; or empty
  std::span<const std::vector<Span>> forced_;  // per document, from rules; or empty

  // Where next() stands.
  size_t next_document_ = 0, document_ = 0;
  std::vector<Chunk> chunks_;
  size_t next_chunk_ = 0;
  std::shared_ptr<const ChunkTokens> tokens_;
  std::vector<Window> windows_;
  size_t next_window_ = 0;

  uint64_t n_tokens_ = 0, n_windows_ = 0;

  std::vector<std::unique_ptr<WindowAtWork>> in_flight_;
  std::vector<Findings> findings_;     // per document
  std::vector<Result<void>> results_;  // per document
};

EngineOptions engine_options(const MarkupFormat& format, const ModelOptions& options) {
  EngineOptions engine;
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

Result<Model> open_model(const ModelOptions& options) {
  if (options.model_path.empty()) return Model::parse(bundled_model());
  return Model::open(options.model_path);
}

class ModelFinder final : public SpanFinder {
 public:
  // `drafter` guesses the spans first, where there is one; it costs or saves time and decides
  // nothing.
  ModelFinder(std::unique_ptr<ModelRunner> runner, MarkupFormat format, const ModelOptions& options,
              std::unique_ptr<SpanFinder> drafter)
      : drafter_(std::move(drafter)),
        runner_(std::move(runner)),
        format_(std::move(format)),
        bias_(options.bias.value_or(format_.bias)),
        max_draft_(options.max_draft) {}

  std::vector<Result<Findings>> find_all(std::span<const std::string_view> texts,
                                         std::span<const std::vector<Span>> forced) override {
    std::vector<Result<Findings>> guesses;
    if (drafter_) guesses = drafter_->find_all(texts, forced);
    WindowSource source(runner_->model(), format_, bias_, max_draft_, texts, guesses, forced);
    runner_->engine().run(source);
    source_tokens_ += source.n_tokens();
    windows_ += source.n_windows();
    return source.take();
  }

  FindingCounts counts() const override {
    const EngineCounts& counts = runner_->engine().counts();
    return {source_tokens_,         windows_,    counts.passes,
            counts.sequence_passes, counts.rows, counts.accepted_rows};
  }

  std::string_view name() const override { return runner_->model().config().name; }
  float bias() const override { return bias_; }

 private:
  std::unique_ptr<SpanFinder> drafter_;
  std::unique_ptr<ModelRunner> runner_;
  MarkupFormat format_;
  float bias_;
  size_t max_draft_;
  uint64_t source_tokens_ = 0, windows_ = 0;
};

}  // namespace

Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options) {
  REDACT_ASSIGN(Model model, open_model(options));
  REDACT_ASSIGN(MarkupFormat format,
                MarkupFormat::read(model.metadata(), model.tokenizer().n_vocab()));
  // The last copy of a whole window stands at twice its length.
  if (2 * format.window_tokens + 2 > model.config().n_context) {
    return Error{ErrorKind::kBadInput, "redact.window_tokens",
                 "needs more positions than the model has"};
  }
  std::unique_ptr<SpanFinder> drafter;
  if (!options.model_path.empty() && options.draft_bundled) {
    ModelOptions bundled = options;
    bundled.model_path.clear();
    bundled.bias.reset();
    REDACT_ASSIGN(drafter, open_model_finder(bundled));
  }
  REDACT_ASSIGN(auto runner, ModelRunner::open(std::move(model), options.device, options.n_threads,
                                               engine_options(format, options)));
  return std::unique_ptr<SpanFinder>(std::make_unique<ModelFinder>(
      std::move(runner), std::move(format), options, std::move(drafter)));
}

}  // namespace redact
