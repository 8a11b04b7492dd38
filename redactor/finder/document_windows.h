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

// A window and its place in a document.
struct WindowPlace {
  std::string_view text;                        // the document
  size_t chunk_begin;                           // of the chunk that `tokens` come from
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
  // Add what a decoder reports about the tokens of source(), counted from the first of them. A
  // token may include the white space before its word; the span that is added does not.
  void add_span(const TokenSpan& span, std::vector<Span>& spans) const;
  void add_nearly(const NearMiss& miss, std::vector<NearlyFound>& nearly) const;
};

// The decoder of one window, whatever its grammar.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  virtual Constraint& constraint() = 0;
  // Adds the constraint's decisions, in bytes of the document, once the constraint is done.
  virtual Result<void> collect(Findings& findings) const = 0;
};

// Makes the decoders of the windows of one document, with one model and one grammar.
class WindowGrammar {
 public:
  virtual ~WindowGrammar() = default;
  virtual WindowLengths lengths() const = 0;
  virtual Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place) = 0;
};

// Feeds the windows of many documents to the engine as sequences. Each document is tokenised chunk
// by chunk, when the engine has room for its windows; it collects the findings of its windows and
// is done when the last window is.
class DocumentWindows final : public SequenceSource {
 public:
  // Makes the grammar of a document.
  using OpenGrammar = std::function<std::unique_ptr<WindowGrammar>(const Query&)>;

  // All arguments must outlive the object.
  DocumentWindows(const Tokenizer& tokenizer, OpenGrammar open_grammar, QueryStream& queries)
      : tokenizer_(tokenizer), open_grammar_(std::move(open_grammar)), queries_(queries) {}

  Constraint* next() override;
  void done(Constraint& constraint, const Result<void>& result) override;

  // The tokens and windows of the documents so far.
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

  std::list<Document> documents_;  // in progress; next() cuts the last one
  Document* cut_ = nullptr;        // the last document, while it has windows to come
  std::deque<Chunk> chunks_;       // of cut_, still to be tokenised
  WindowPlace place_{};
  std::deque<Window> windows_;  // of the current chunk
  std::list<AtWork> in_flight_;
  uint64_t n_tokens_ = 0, n_windows_ = 0;
};

}  // namespace redact
