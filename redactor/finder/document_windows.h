// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/finder/window.h"
#include "redactor/span/span.h"
#include "redactor/span/token_span.h"
#include "runtime/engine/constraint.h"
#include "runtime/text/tokenizer.h"

namespace redact {

class ModelSession;

// A text in which to find spans: any bytes of any length.
struct Query {
  std::string_view text;
  // Spans known to be in it, sorted and disjoint: an instruct model's draft begins with them. The
  // findings do not depend on them.
  std::span<const Span> expected = {};
  // The beginnings of passages, ascending. Long passages are read separately (cut_chunks).
  std::span<const size_t> passages = {};
  // The beginnings of fields and cells, ascending. A label model tags no span across a wall.
  std::span<const size_t> walls = {};
};

// A window and its place in a document.
struct WindowPlace {
  std::string_view text;                 // the document
  std::span<const size_t> walls;         // of the document
  size_t chunk_begin;                    // of the chunk that `rows` come from
  std::shared_ptr<const TextRows> rows;  // of the chunk
  Window window;                         // of those rows

  // A row's bytes in the document.
  size_t row_begin(size_t row) const { return chunk_begin + rows->begin(row); }
  size_t row_end(size_t row) const { return chunk_begin + rows->end(row); }
  // The ids of each row that the window reads; they belong to `rows`.
  std::vector<std::span<const int32_t>> source() const;
  // The first rows of source() behind each wall, counted from the first row; ascending.
  std::vector<size_t> rows_behind_walls() const;
  // Add a decoder's reports about the rows of source(), counted from the first of them. A row may
  // include the white space before its word; the added span does not.
  void add_span(const TokenSpan& span, std::vector<Span>& spans) const;
  void add_near_miss(const TokenSpan& miss, std::vector<Span>& near_misses) const;
};

// The decoder of one window, whatever its grammar.
class WindowDecoder {
 public:
  virtual ~WindowDecoder() = default;
  virtual Constraint& constraint() = 0;
  // Makes the remaining decisions once the constraint is done, before collect(). Any thread may
  // call it. An error ends the window.
  virtual Result<void> decide() { return {}; }
  // Adds the decisions, in bytes of the document.
  virtual Result<void> collect(Findings& findings) const = 0;
};

// Makes the decoders of the windows of one document.
class WindowGrammar {
 public:
  virtual ~WindowGrammar() = default;
  virtual WindowLengths lengths() const = 0;
  virtual RowLimits rows() const { return {}; }
  // The decoder of a window, to be run by `session`, or by any session if none is given. nullptr:
  // it needs a session, or one that runs nothing.
  virtual Result<std::unique_ptr<WindowDecoder>> start(const WindowPlace& place,
                                                       ModelSession* session) = 0;
};

// The windows of one document and their findings so far. The document is tokenised chunk by chunk.
// Not safe for concurrent calls, but the windows may run in any order, each in its own session.
class DocumentWindows {
 public:
  // `tokenizer` and the objects that the query refers to outlive the object.
  DocumentWindows(const Tokenizer& tokenizer, const Query& query,
                  std::unique_ptr<WindowGrammar> grammar);
  DocumentWindows(DocumentWindows&&) = default;

  // Tokenises the next chunk if no window is ready, and makes the decoders that need no session, so
  // that next() does not have to.
  void prepare();
  // Starts the next window in `session`. Returns nullptr if no window is left, or if the next
  // window must wait until the session runs nothing; has_more() is true then.
  WindowDecoder* next(ModelSession& session);
  // Whether windows are left to start.
  bool has_more() const { return !windows_.empty() || !chunks_.empty(); }
  // Ends a window that next() has returned; if the result is good, the window has decided. Destroys
  // its decoder.
  void done(WindowDecoder& decoder, const Result<void>& result);
  // Starts no more windows; take() then returns the error, or an earlier one.
  void fail(Error error);

  // Whether no window is left and all have ended. take() may then be called once: it returns the
  // findings, or the first error.
  bool is_done() const { return !has_more() && in_flight_.empty(); }
  Result<Findings> take();

  // The numbers of tokens and windows so far.
  size_t n_tokens() const { return n_tokens_; }
  size_t n_windows() const { return n_windows_; }

 private:
  const Tokenizer& tokenizer_;
  std::unique_ptr<WindowGrammar> grammar_;
  std::deque<std::string_view> chunks_;  // still to be tokenised
  WindowPlace place_{};
  std::deque<Window> windows_;                        // of the current chunk, still to be started
  std::deque<std::unique_ptr<WindowDecoder>> ready_;  // decoders of the first of windows_
  std::list<std::unique_ptr<WindowDecoder>> in_flight_;
  Findings findings_;
  Result<void> result_;
  size_t n_tokens_ = 0, n_windows_ = 0;
};

}  // namespace redact
