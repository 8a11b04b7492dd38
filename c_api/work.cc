// SPDX-License-Identifier: Apache-2.0
#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/document.h"

namespace c_api = redact::c_api;
using c_api::Answer;

namespace {

redact::Result<c_api::Asked> ask(const redact_redactor& redactor, const redact_document* document,
                                 bool copies) {
  const size_t size = document != nullptr ? c_api::size_of(document) : 0;
  REDACT_ASSIGN(const redact_document checked, check_document(redactor, document, size));
  return c_api::ask(checked, copies);
}

Answer answer_of(const c_api::Submission& submission) {
  if (submission.status() == REDACT_OK) return {};
  return {submission.status(), submission.message()};
}

Answer submit(redact_redactor* redactor, const redact_document* document, redact_done done,
              void* user, redact_request** request, bool waits) {
  if (request != nullptr) *request = nullptr;
  REDACT_TRY(c_api::require(redactor, "redactor"));
  if (done == nullptr) {
    REDACT_TRY(c_api::require(reinterpret_cast<const void*>(request), "request"));
  }
  if (waits) {
    REDACT_TRY(c_api::InCallback::forbid());
  }
  if (!redactor->is_ours()) return c_api::forked();
  REDACT_ASSIGN(c_api::Asked asked, ask(*redactor, document, true));
  if (done != nullptr) {
    asked.submission->on_end = [done, user](c_api::Submission& submission) {
      call_done(submission, done, user, 0);
    };
  }
  auto handle = std::make_unique<redact_request>();
  handle->redactor = redactor->shared;
  handle->submission = asked.submission;
  if (!redactor->shared->submit(std::move(asked), waits)) {
    return {REDACT_BUSY, "the memory budget is spent"};
  }
  if (request != nullptr) *request = handle.release();
  return {};
}

}  // namespace

redact_status redact_run(redact_redactor* redactor, const redact_document* document,
                         redact_result** result, redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    *result = nullptr;
    REDACT_TRY(c_api::require(redactor, "redactor"));
    REDACT_TRY(c_api::InCallback::forbid());
    if (!redactor->is_ours()) return c_api::forked();
    REDACT_ASSIGN(c_api::Asked asked, ask(*redactor, document, false));
    const std::shared_ptr<c_api::Submission> submission = asked.submission;
    redactor->shared->submit(std::move(asked), true);
    submission->wait(REDACT_FOREVER);
    *result = submission->take_result().release();
    return answer_of(*submission);
  });
}

redact_status redact_submit(redact_redactor* redactor, const redact_document* document,
                            redact_done done, void* user, redact_request** request,
                            redact_error* error) {
  return c_api::guarded(error,
                        [&] { return submit(redactor, document, done, user, request, true); });
}

redact_status redact_try_submit(redact_redactor* redactor, const redact_document* document,
                                redact_done done, void* user, redact_request** request,
                                redact_error* error) {
  return c_api::guarded(error,
                        [&] { return submit(redactor, document, done, user, request, false); });
}

void redact_request_cancel(redact_request* request) {
  if (request == nullptr || !request->is_ours()) return;
  c_api::guarded(nullptr, [&]() -> Answer {
    request->redactor->cancel(*request->submission);
    return {};
  });
}

redact_status redact_request_wait(redact_request* request, uint32_t timeout_ms,
                                  redact_result** result, redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    if (result != nullptr) *result = nullptr;
    REDACT_TRY(c_api::require(request, "request"));
    REDACT_TRY(c_api::InCallback::forbid());
    if (!request->is_ours()) return c_api::forked();
    c_api::Submission& submission = *request->submission;
    if (!submission.wait(timeout_ms)) return {REDACT_BUSY, "the document is not done yet"};
    if (submission.status() != REDACT_OK || result == nullptr) return answer_of(submission);
    *result = submission.take_result().release();
    if (*result == nullptr) return c_api::misuse("result", "was given away before");
    return {};
  });
}

void redact_request_free(redact_request* request) { c_api::release(request); }
