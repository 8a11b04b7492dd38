// SPDX-License-Identifier: Apache-2.0
#include "server/redactions.h"

#include <algorithm>
#include <utility>

namespace redact::server {

PendingDocument::PendingDocument(Redactions& all, DocumentAsk ask, std::shared_ptr<Waker> waker)
    : all_(all),
      ask_(std::move(ask)),
      waker_(std::move(waker)),
      deadline_(Clock::now() + all.timeout_) {}

void PendingDocument::give_up() {
  if (has_ended_.load(std::memory_order_acquire)) return;
  if (is_submitted_) {
    redact_request_cancel(request_.get());
  } else if (stands_in_line_) {
    const std::lock_guard lock(all_.mutex_);
    auto& line = all_.line_;
    line.erase(std::find(line.begin(), line.end(), this));
    stands_in_line_ = false;
  }
}

bool PendingDocument::advance() {
  if (has_ended_.load(std::memory_order_acquire)) return true;
  if (is_submitted_) return false;
  std::string message;
  redact_status status = REDACT_BUSY;
  {
    const std::lock_guard lock(all_.mutex_);
    auto& line = all_.line_;
    if (line.empty() || line.front() == this) status = try_submit(message);
    if (status == REDACT_BUSY && !stands_in_line_) line.push_back(this);
    if (status != REDACT_BUSY && stands_in_line_) line.pop_front();
    stands_in_line_ = status == REDACT_BUSY;
  }
  if (status == REDACT_OK) return has_ended_.load(std::memory_order_acquire);
  return status != REDACT_BUSY && end(status, std::move(message));
}

redact_status PendingDocument::try_submit(std::string& message) {
  using std::chrono::milliseconds;
  const auto left = std::chrono::duration_cast<milliseconds>(deadline_ - Clock::now());
  if (left <= milliseconds(0)) {
    message = "was not started in time";
    return REDACT_TIMED_OUT;
  }
  redact_document document{};
  document.size = sizeof document;
  document.config = ask_.config.get();
  document.text = ask_.text.data();
  document.text_size = ask_.text.size();
  document.format = ask_.format;
  document.detect = ask_.detects;
  document.id = or_null(ask_.id);
  document.patient = or_null(ask_.patient);
  document.known = ask_.known.data();
  document.known_size = ask_.known.size();
  document.timeout_ms = static_cast<uint32_t>(left.count());
  document.record = ask_.records;
  document.record_text = ask_.record_text;
  document.record_evidence = ask_.record_evidence;
  redact_error error{.size = sizeof error, .message = {}};
  redact_request* request = nullptr;
  // The callback owns the document until it has run.
  auto self = std::make_unique<std::shared_ptr<PendingDocument>>(shared_from_this());
  const redact_status status =
      redact_try_submit(all_.redactor_, &document, done, self.get(), &request, &error);
  if (status == REDACT_OK) {
    (void)self.release();
    request_.reset(request);
    is_submitted_ = true;
    ask_ = {};  // the redactor has a copy
  } else {
    message = error.message;
  }
  return status;
}

int PendingDocument::done(void* user, size_t, redact_status status, redact_result* result,
                          const char* message) noexcept {
  const std::unique_ptr<std::shared_ptr<PendingDocument>> holder(
      static_cast<std::shared_ptr<PendingDocument>*>(user));
  PendingDocument& self = **holder;
  self.result_.reset(result);
  try {
    if (message != nullptr) self.message_ = message;
    self.end(status, std::move(self.message_));
    self.waker_->notify();
  } catch (...) {  // no memory: the waiting coroutine looks again by itself
    self.status_ = status;
    self.has_ended_.store(true, std::memory_order_release);
  }
  return 0;
}

bool PendingDocument::end(redact_status status, std::string message) {
  status_ = status;
  message_ = std::move(message);
  has_ended_.store(true, std::memory_order_release);
  return true;
}

std::shared_ptr<PendingDocument> Redactions::start(DocumentAsk ask, std::shared_ptr<Waker> waker) {
  // The callback co-owns the document, so that it still exists when its end is reported.
  auto owner = std::make_shared<PendingDocument>(*this, std::move(ask), std::move(waker));
  PendingDocument* document = owner.get();
  return {document, [owner = std::move(owner)](PendingDocument* left) { left->give_up(); }};
}

}  // namespace redact::server
