// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/read_document.h"
#include "redactor/configuration.h"
#include "redactor/finder/document_windows.h"
#include "redactor/memory_budget.h"
#include "redactor/render.h"
#include "redactor/resolve.h"
#include "redactor/review.h"
#include "redactor/text/reading_view.h"

namespace redact {

// A document as a person reads it, for the review page: the text without markup, and what is told
// about it, in bytes of that text. Entity::in_text goes with it.
struct Reading {
  std::string text;
  std::vector<ReviewReason> review;
  std::vector<Dropped> dropped;
};

struct Redaction {
  std::string output;  // empty, as are edits, of a request that finds only
  std::vector<Entity> entities;
  std::vector<Edit> edits;              // what changed in the source
  size_t bytes_outside;                 // source bytes outside all edits, copied unchanged
  size_t tags_in_source;                // placeholders of the policy that the source already held,
                                        // copied as text
  size_t n_unread;                      // contained files that could not be read, and were removed
  std::vector<ReviewReason> review;     // why a person should review it; empty: no reason
  size_t n_kept_dates = 0;              // dates that stay, and numbers that may be dates, beside
                                        // dates that move
  bool other_language = false;          // it is in a language that the model does not know
  std::vector<Dropped> dropped = {};    // evidence that hides nothing, in order of its position, if
                                        // the configuration explains
  std::optional<Reading> reading = {};  // if the request keeps it
  bool is_archive = false;              // places in the output are not known, and edits are empty

  // Whether a person should look at the document.
  bool needs_review() const {
    return !review.empty() || n_unread > 0 || n_kept_dates > 0 || other_language;
  }
};

// One document on its way from its reader to its result. It changes state and is never copied: its
// text is read, its windows are run, and the redaction is concluded. A queue (request_queue.h)
// takes it through these stages on several threads; redact_now() does so on one.
class Request {
 public:
  using Clock = std::chrono::steady_clock;

  // Owns its source.
  Request(std::shared_ptr<const Configuration> configuration, std::string source);
  // The source is the caller's and outlives the request.
  static std::shared_ptr<Request> of_view(std::shared_ptr<const Configuration> configuration,
                                          std::string_view source);
  virtual ~Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // What is known about the document; to be set before it is submitted.
  Format format = Format::kText;
  // Of a row or a JSON line: the fields that are redacted; nullptr: all of the document, by its
  // format.
  std::shared_ptr<const ChosenFields> chosen;
  bool finds_only = false;     // no output is made, and nothing is replaced
  bool keeps_reading = false;  // Redaction::reading is wanted
  // By a person, of the document; nullptr: none. If there are any, they alone decide what is
  // hidden.
  const std::vector<Correction>* corrections = nullptr;  // belongs to the configuration
  std::string id;
  std::string beside;                  // what is written beside the redaction as it is, other than
                                       // the id: fields of a line
  std::string patient;                 // for values drawn per patient; may be empty
  std::vector<const TermList*> known;  // about the people in it; belongs to the configuration
  std::optional<Clock::time_point> deadline;  // a request that is not done by then is withheld
  std::function<void(Request&)> when_done;    // called once, by the thread that ends the request
  MemoryBudget::Share share;                  // of the memory for documents in hand

  const Configuration& configuration() const { return *configuration_; }
  std::string_view source() const { return source_; }
  // The redaction, or why nothing of the document may be written (P3). Valid once is_done().
  Result<Redaction>& result() { return *result_; }
  bool is_done() const { return done_.load(std::memory_order_acquire); }

  // Asks for the work to stop: the request ends with an error unless it is done already.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  // Why the work should stop: it was cancelled, or its deadline has passed. The stages ask after
  // each millisecond or so of their work. Virtual for tests.
  virtual std::optional<Error> why_stop() const;

  // The stages. Each is called by one thread, in this order; errors of a stage are kept, and the
  // later ones then do nothing.
  void read();                               // its text, and what the guides find in it
  DocumentWindows& windows();                // for the model; guarded by windows_mutex()
  void conclude(Result<Findings> findings);  // what is hidden, and the output
  void withhold(Error error);                // in place of any later stage
  std::mutex& windows_mutex() { return windows_mutex_; }

  // For the queue, guarded by windows_mutex(): whether it will start more of the windows, so that
  // the request is not to be concluded yet.
  bool has_turn = false;
  uint64_t number = 0;  // in the order of submission; set by the queue

 private:
  struct Borrowed {};
  Request(Borrowed, std::shared_ptr<const Configuration> configuration, std::string_view source);

  Result<void> read_source();
  std::vector<Span> ask_guides();
  std::vector<Span> ask_guides_spoken() const;
  Result<Redaction> apply(Findings findings);
  Result<Redaction> correct();
  Result<Redaction> hide(const std::vector<Span>& spans, std::vector<Span>& stayed);
  Redaction told(Redaction redaction) const;
  Result<Rendered> write(const std::vector<Span>& spans) const;
  Result<size_t> check(const Rendered& rendered) const;
  size_t count_kept_dates() const;
  void end(Result<Redaction> result);

  std::shared_ptr<const Configuration> configuration_;
  mutable StopCheck stop_{[this] { return why_stop(); }};  // of the stage that is under way
  std::string owned_;
  std::string_view source_;
  std::optional<FormattedText> document_;   // of source_
  std::optional<ReadingView> view_;         // of the text of document_
  std::vector<size_t> passages_;            // of the view: where another passage begins
  std::vector<Span> evidence_, expected_;   // that of the guides; the spans it makes by itself
  std::vector<std::string> patient_names_;  // that the caller knows
  std::mutex windows_mutex_;
  std::optional<DocumentWindows> windows_;
  std::optional<Result<Redaction>> result_;
  std::atomic<bool> done_ = false, cancelled_ = false;
};

// Takes a request through all stages on this thread.
void redact_now(Request& request, ModelSession& session);

}  // namespace redact
