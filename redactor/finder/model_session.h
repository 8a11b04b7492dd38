// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "redactor/finder/decoding.h"
#include "runtime/engine/model_runner.h"
#include "runtime/text/chat_prompt.h"

namespace redact {

// The cost of the work, in the units that benchmarks report.
struct FindingCounts {
  uint64_t source_tokens = 0;
  uint64_t windows = 0;
  uint64_t passes = 0;         // forward passes over batches of windows
  uint64_t window_passes = 0;  // passes each window took part in, summed
  uint64_t rows = 0;
  uint64_t accepted_rows = 0;

  FindingCounts& operator+=(const FindingCounts& more);
};

// A model's session: an engine with its caches, and for an instruct model the stored prefixes and a
// session of its drafter. Opened by RedactionModel::open_session. Used by one thread at a time;
// different sessions of a model may run at the same time.
class ModelSession {
 public:
  // A drafter guesses the spans of a text before the model reads it; this affects only time, never
  // a decision.
  struct Drafter {
    std::unique_ptr<ModelSession> session;
    std::shared_ptr<const Decoding> decoding;
  };

  ModelSession(std::unique_ptr<ModelRunner> runner, Drafter drafter)
      : runner_(std::move(runner)), drafter_(std::move(drafter)) {}

  Engine& engine() { return runner_->engine(); }

  // Runs all windows of a document, to its end.
  void run(DocumentWindows& document) { run({&document, 1}); }

  // Finds the spans of texts, many windows at a time. Every byte of a text is decided, or its
  // result is an error (P2, P3). A result depends on its query alone (P4). Errors hold no text.
  std::vector<Result<Findings>> find_all(const Decoding& decoding, std::span<const Query> queries);
  Result<Findings> find(const Decoding& decoding, const Query& query) {
    return std::move(find_all(decoding, {&query, 1})[0]);
  }

  // The spans that the drafter expects; none without a drafter.
  std::vector<Span> draft(std::string_view text);

  // The number of the engine's shared prefix that holds prompt.before; nullopt while the engine
  // must first finish the sequences in flight. Prefixes are kept until their memory is needed for
  // another one. Errors are those of Engine::share_prefix.
  Result<std::optional<size_t>> prefix(const std::shared_ptr<const ChatPrompt>& prompt);

  // Counts the tokens and windows of a finished document.
  void count(const DocumentWindows& windows);
  // The cost so far.
  FindingCounts counts() const;

 private:
  struct Prefix {
    std::shared_ptr<const ChatPrompt> prompt;
    size_t number;
  };

  void run(std::span<DocumentWindows> documents);

  std::unique_ptr<ModelRunner> runner_;
  Drafter drafter_;
  std::vector<Prefix> prefixes_;
  uint64_t source_tokens_ = 0, windows_ = 0;
};

}  // namespace redact
