// SPDX-License-Identifier: Apache-2.0
#include "redactor/model_finder.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "redactor/bundled_model.h"
#include "redactor/copy/markup_decoder.h"
#include "redactor/copy/markup_format.h"
#include "redactor/window.h"
#include "runtime/engine/engine.h"

namespace redact {

namespace {

// Rows drafted per pass. Longer drafts waste what lies behind a wrong guess, shorter ones decode
// the weights once more: on 12 MEDDOCAN notes 16, 32, 64, 128 and 400 rows gave 2,342, 2,529,
// 2,726, 2,442 and 2,026 source tokens a second on one core, at 2.16, 2.23, 2.38, 2.68 and 3.14
// rows a token.
constexpr size_t kMaxDraft = 64;

// Bytes tokenised at once. The tokenizer takes some 100 bytes of memory for each, so 25 MiB; a
// document of this size is longer than nearly all notes, whose windows a cut between chunks would
// move.
constexpr size_t kMaxChunkBytes = 1 << 18;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Result<Model> open_model(const ModelOptions& options) {
  if (options.model_path.empty()) return Model::parse(bundled_model());
  return Model::open(options.model_path);
}

// A model with its engine. Members are in the order of who outlives whom.
class ModelFinder final : public SpanFinder {
 public:
  ModelFinder(Model model, MarkupFormat format, float bias, std::unique_ptr<ThreadPool> pool,
              std::unique_ptr<Ops> ops)
      : model_(std::move(model)),
        format_(std::move(format)),
        bias_(bias),
        pool_(std::move(pool)),
        ops_(std::move(ops)),
        engine_(model_, *ops_, engine_options(format_)) {}

  Result<Findings> find(std::string_view text) override {
    Findings findings{{}, std::numeric_limits<float>::infinity()};
    for (const Chunk& chunk : cut_chunks(text, kMaxChunkBytes)) {
      REDACT_TRY(find_in(text, chunk, findings));
    }
    return findings;
  }

  std::string_view name() const override { return model_.config().name; }

 private:
  static EngineOptions engine_options(const MarkupFormat& format) {
    // BOS source SEP, then at most a copy and two tags for every source token.
    return {format.window_tokens + 1 + kMaxDraft, format.window_tokens * 4 + 2 + kMaxDraft};
  }

  Result<void> find_in(std::string_view text, const Chunk& chunk, Findings& findings) {
    const std::string_view part = text.substr(chunk.begin, chunk.end - chunk.begin);
    REDACT_ASSIGN(const TokenizedText tokens, model_.tokenizer().tokenize(part));
    for (const Window& window : cut_windows(part, tokens, format_.window_tokens)) {
      const std::span<const int32_t> source(tokens.ids.data() + window.begin,
                                            window.end - window.begin);
      MarkupDecoder decoder(format_, source, bias_, kMaxDraft);
      REDACT_TRY(engine_.run(decoder));
      if (!decoder.finished()) {
        return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
      }
      for (const TokenSpan& span : decoder.spans()) {
        add_span(text, chunk.begin + tokens.begin[window.begin + span.begin],
                 chunk.begin + tokens.end[window.begin + span.end - 1], span, findings.spans);
      }
      findings.least_margin = std::min(findings.least_margin, decoder.least_margin());
    }
    return {};
  }

  // A token may carry the white space in front of its word; a span is the words.
  static void add_span(std::string_view text, size_t begin, size_t end, const TokenSpan& span,
                       std::vector<Span>& spans) {
    while (begin < end && is_space(text[begin])) ++begin;
    while (begin < end && is_space(text[end - 1])) --end;
    if (begin < end) spans.push_back({begin, end, span.label, span.score, SpanSource::kModel});
  }

  Model model_;
  MarkupFormat format_;
  float bias_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<Ops> ops_;
  Engine engine_;
};

}  // namespace

Result<std::unique_ptr<SpanFinder>> open_model_finder(const ModelOptions& options) {
  REDACT_ASSIGN(Model model, open_model(options));
  REDACT_ASSIGN(MarkupFormat format,
                MarkupFormat::read(model.metadata(), model.tokenizer().n_vocab()));
  const int n_cores = static_cast<int>(std::thread::hardware_concurrency());
  auto pool = std::make_unique<ThreadPool>(
      std::max(1, options.n_threads > 0 ? options.n_threads : n_cores));
  REDACT_ASSIGN(std::unique_ptr<Ops> ops, open_device(options.device, *pool));
  const float bias = options.bias.value_or(format.bias);
  return std::unique_ptr<SpanFinder>(std::make_unique<ModelFinder>(
      std::move(model), std::move(format), bias, std::move(pool), std::move(ops)));
}

}  // namespace redact
