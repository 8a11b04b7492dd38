// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "server/handles.h"
#include "server/waker.h"

namespace redact::server {

// A document and what the client wants done with it.
struct DocumentAsk {
  SharedConfig config = {};
  std::string text = {};
  std::string id = {}, patient = {}, known = {};  // fields of redact_document; may be empty
  int format = REDACT_FORMAT_AUTO;
  bool detects = false, records = false, record_text = false, record_evidence = false;
};

class Redactions;

// A document in work. All functions are called on the strand of its waker.
class PendingDocument : public std::enable_shared_from_this<PendingDocument> {
 public:
  using Clock = std::chrono::steady_clock;

  PendingDocument(Redactions& all, DocumentAsk ask, std::shared_ptr<Waker> waker);
  PendingDocument(const PendingDocument&) = delete;
  PendingDocument& operator=(const PendingDocument&) = delete;

  // Hands the document to the redactor if that has memory now. Returns whether the document has
  // ended.
  bool advance();
  // Cancels the document, unless it has ended.
  void give_up();
  // Before the end: whether advance() should be called again soon, without being woken.
  bool waits_for_memory() const { return !is_submitted_; }

  // After the end. There is no result unless the status is REDACT_OK.
  redact_status status() const { return status_; }
  const std::string& message() const { return message_; }
  ResultHandle take_result() { return std::move(result_); }

 private:
  static int done(void* self, size_t, redact_status status, redact_result* result,
                  const char* message) noexcept;
  bool end(redact_status status, std::string message);
  redact_status try_submit(std::string& message);

  Redactions& all_;
  DocumentAsk ask_;
  std::shared_ptr<Waker> waker_;
  Clock::time_point deadline_;
  bool is_submitted_ = false, stands_in_line_ = false;
  RequestHandle request_;
  redact_status status_ = REDACT_INTERNAL;
  std::string message_;
  ResultHandle result_;
  std::atomic<bool> has_ended_ = false;
};

// Passes the documents of all clients to the redactor. Documents that wait for memory form one
// queue, so that none is overtaken for ever. Outlives the documents.
class Redactions {
 public:
  Redactions(redact_redactor* redactor, std::chrono::milliseconds timeout)
      : redactor_(redactor), timeout_(timeout) {}

  // The document wakes the waker when it ends. It is cancelled when the pointer is destroyed: its
  // client has left, or has an answer.
  std::shared_ptr<PendingDocument> start(DocumentAsk ask, std::shared_ptr<Waker> waker);

 private:
  friend class PendingDocument;

  redact_redactor* redactor_;
  std::chrono::milliseconds timeout_;
  std::mutex mutex_;
  std::deque<const PendingDocument*> line_;
};

}  // namespace redact::server
