// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "redactor/finder/window.h"
#include "redactor/span/span.h"
#include "runtime/engine/engine.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// A window and where it lies.
struct WindowPlace {
  size_t document;                              // its number
  std::string_view text;                        // the document
  size_t chunk_begin;                           // of the chunk that the tokens are of
  std::shared_ptr<const TokenizedText> tokens;  // of the chunk
  Window window;                                // of those tokens

  // A token's bytes in the document.
  size_t token_begin(size_t token) const { return chunk_begin + tokens->begin[token]; }
  size_t token_end(size_t token) const { return chunk_begin + tokens->end[token]; }
};

// The decoder of one window, whatever its grammar.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  virtual Constraint& constraint() = 0;
  // Once the constraint is done: adds what it decided, in bytes of the document.
  virtual Result<void> collect(Findings& findings) const = 0;
};

// What decodes windows with one model and one grammar.
class WindowGrammar {
 public:
  virtual ~WindowGrammar() = default;
  // The most tokens of a window, and how many of them are read and not decided.
  struct Lengths {
    size_t window;
    size_t context;
  };
  virtual Lengths lengths(size_t document) const = 0;
  virtual Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) = 0;
};

// The windows of many documents as sequences: each document is tokenised chunk by chunk, when the
// engine has room for its windows, and collects what its windows find.
class DocumentWindows final : public SequenceSource {
 public:
  // All of them outlive the object.
  DocumentWindows(const Tokenizer& tokenizer, WindowGrammar& grammar,
                  std::span<const std::string_view> texts);

  Constraint* next() override;
  void done(Constraint& constraint, const Result<void>& result) override;

  // What the documents have been so far, in tokens and windows.
  uint64_t n_tokens() const { return n_tokens_; }
  uint64_t n_windows() const { return n_windows_; }

  // Once the engine has run dry: the findings of each document, sorted, or its first error.
  std::vector<Result<Findings>> take();

 private:
  void open_chunk(const Chunk& chunk);
  void fail(size_t document, Error error);

  const Tokenizer& tokenizer_;
  WindowGrammar& grammar_;
  std::span<const std::string_view> texts_;

  // Where next() stands.
  size_t next_document_ = 0;
  std::deque<Chunk> chunks_;
  WindowPlace place_{};
  std::deque<Window> windows_;

  struct AtWork {
    size_t document;
    std::unique_ptr<WindowDecoder> decoder;
  };
  std::vector<AtWork> in_flight_;
  std::vector<Findings> findings_;     // per document
  std::vector<Result<void>> results_;  // per document
  uint64_t n_tokens_ = 0, n_windows_ = 0;
};

}  // namespace redact
