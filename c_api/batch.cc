// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <utility>

#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/document.h"

namespace c_api = redact::c_api;
using c_api::Answer;

namespace {

// The documents of one call. The calling thread submits them and waits; the threads of the redactor
// end them.
class Batch {
 public:
  Batch(redact_redactor& redactor, redact_done done, void* user)
      : redactor_(redactor), done_(done), user_(user) {}

  // A document that cannot be submitted ends here.
  void submit(const redact_document& document, size_t index) noexcept {
    if (is_stopped()) return withhold(index, REDACT_CANCELLED, "batch: was cancelled");
    try {
      auto asked = c_api::ask(document, false);
      if (asked.ok()) return hand_over(*std::move(asked), index);
      withhold(index, c_api::status_of(asked.error().kind), asked.error().message().c_str());
    } catch (...) {
      const redact_status status = c_api::thrown_status();
      withhold(index, status, c_api::thrown_message(status));
    }
  }

  // Waits until all documents have ended. Returns whether all are REDACT_OK.
  bool wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return n_open_ == 0; });
    return all_ok_;
  }

 private:
  bool is_stopped() {
    const std::lock_guard lock(mutex_);
    return is_stopped_;
  }

  void hand_over(c_api::Asked asked, size_t index) {
    asked.submission->group = this;
    asked.submission->on_end = [this, index](c_api::Submission& submission) {
      note(submission.status(), call_done(submission, done_, user_, index));
    };
    count_open(1);
    try {
      redactor_.shared->submit(std::move(asked), true);
    } catch (...) {
      count_open(-1);
      throw;
    }
  }

  void withhold(size_t index, redact_status status, const char* message) noexcept {
    count_open(1);
    int reply;
    {
      const c_api::InCallback inside;
      reply = done_(user_, index, status, nullptr, message);
    }
    note(status, reply);
  }

  void count_open(int more) noexcept {
    const std::lock_guard lock(mutex_);
    n_open_ += more;
  }

  // A document has ended, and the caller has been told.
  void note(redact_status status, int reply) noexcept {
    if (reply != 0 && !stop()) {
      // Without memory for cancelling, the work is finished instead.
      c_api::guarded(nullptr, [this]() -> Answer {
        redactor_.shared->cancel_group(this);
        return {};
      });
    }
    const std::lock_guard lock(mutex_);
    --n_open_;
    all_ok_ = all_ok_ && status == REDACT_OK;
    changed_.notify_all();
  }

  // Returns whether the batch was stopped before.
  bool stop() noexcept {
    const std::lock_guard lock(mutex_);
    return std::exchange(is_stopped_, true);
  }

  redact_redactor& redactor_;
  redact_done done_;
  void* user_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int64_t n_open_ = 0;
  bool is_stopped_ = false, all_ok_ = true;
};

}  // namespace

redact_status redact_run_batch(redact_redactor* redactor, const redact_document* documents,
                               size_t n_documents, redact_done done, void* user,
                               redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(redactor, "redactor"));
    if (done == nullptr) return c_api::misuse("done", "is NULL");
    REDACT_TRY(c_api::InCallback::forbid());
    if (!redactor->is_ours()) return c_api::forked();
    if (n_documents == 0) return {};
    REDACT_TRY(c_api::require(documents, "documents"));
    const size_t size = c_api::size_of(documents);
    const auto document = [&](size_t i) -> redact::Result<redact_document> {
      const char* at = reinterpret_cast<const char*>(documents) + i * size;
      if (c_api::size_of(at) != size) return c_api::misuse("documents.size", "is not equal in all");
      return c_api::check_document(*redactor, at, size);
    };
    for (size_t i = 0; i < n_documents; ++i) {
      REDACT_TRY(document(i));
    }
    Batch batch(*redactor, done, user);
    for (size_t i = 0; i < n_documents; ++i) batch.submit(*document(i), i);
    if (batch.wait()) return {};
    return {REDACT_WITHHELD, "at least one document was withheld"};
  });
}
