// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string_view>

#include "redactor/finder/span_finder.h"
#include "redactor/finder/window.h"
#include "redactor/span/token_span.h"
#include "runtime/engine/engine.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// A window and where it lies.
struct WindowPlace {
  std::string_view text;                        // the document
  size_t chunk_begin;                           // of the chunk that the tokens are of
  std::shared_ptr<const TokenizedText> tokens;  // of the chunk
  Window window;                                // of those tokens

  // A token's bytes in the document.
  size_t token_begin(size_t token) const { return chunk_begin + tokens->begin[token]; }
  size_t token_end(size_t token) const { return chunk_begin + tokens->end[token]; }
  // The tokens that the window reads.
  std::span<const int32_t> source() const {
    return std::span(tokens->ids)
        .subspan(window.read_from(), window.read_to() - window.read_from());
  }
  // Adds what a decoder says of those tokens, counted from the first of them. A token may carry the
  // white space in front of its word; a span is the words.
  void add_span(const TokenSpan& span, std::vector<Span>& spans) const;
  void add_nearly(const NearMiss& miss, std::vector<NearlyFound>& nearly) const;
};

// The decoder of one window, whatever its grammar.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  virtual Constraint& constraint() = 0;
  // Once the constraint is done: adds what it decided, in bytes of the document.
  virtual Result<void> collect(Findings& findings) const = 0;
};

// What decodes the windows of one document with one model and one grammar.
class WindowGrammar {
 public:
  virtual ~WindowGrammar() = default;
  virtual WindowLengths lengths() const = 0;
  virtual Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) = 0;
};

// The windows of many documents as sequences: each document is tokenised chunk by chunk, when the
// engine has room for its windows, collects what its windows find, and is done with the last.
class DocumentWindows final : public SequenceSource {
 public:
  // Makes the grammar of a document.
  using OpenGrammar = std::function<std::unique_ptr<WindowGrammar>(const Query&)>;

  // All of them outlive the object.
  DocumentWindows(const Tokenizer& tokenizer, OpenGrammar open_grammar, QueryStream& queries)
      : tokenizer_(tokenizer), open_grammar_(std::move(open_grammar)), queries_(queries) {}

  Constraint* next() override;
  void done(Constraint& constraint, const Result<void>& result) override;

  // What the documents have been so far, in tokens and windows.
  uint64_t n_tokens() const { return n_tokens_; }
  uint64_t n_windows() const { return n_windows_; }

 private:
  struct Document {
    const Query* query;
    std::unique_ptr<WindowGrammar> grammar;
    Findings findings;
    Result<void> result;
    size_t n_in_flight = 0;  // windows
  };
  struct AtWork {
    Document* document;
    std::unique_ptr<WindowDecoder> decoder;
  };

  void open_chunk(const Chunk& chunk);
  void fail(Document& document, Error error);
  void finish_if_done(Document& document);

  const Tokenizer& tokenizer_;
  OpenGrammar open_grammar_;
  QueryStream& queries_;

  std::list<Document> documents_;  // at work; the last is the one that next() cuts
  Document* cut_ = nullptr;        // that one, while it has windows to come
  std::deque<Chunk> chunks_;       // of it, still to be tokenised
  WindowPlace place_{};
  std::deque<Window> windows_;  // of the chunk at hand
  std::list<AtWork> in_flight_;
  uint64_t n_tokens_ = 0, n_windows_ = 0;
};

}  // namespace redact
