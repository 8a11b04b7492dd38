// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "c_api/logger.h"
#include "c_api/submission.h"
#include "redactor/redactor.h"

namespace redact::c_api {

// A redactor and its submissions that have not ended. The handles of requests share it, since they
// may outlive the redactor's handle. Safe for concurrent calls.
class SharedRedactor {
 public:
  SharedRedactor(std::unique_ptr<Redactor> redactor, Logger log)
      : redactor_(std::move(redactor)), log_(log) {}

  // Hands a document over. With `wait`, waits until there is memory; without, returns false and
  // does nothing if there is none now.
  bool submit(Asked asked, bool wait);
  // Cancels a submission if it has not ended; all submissions of a group; all submissions.
  void cancel(const Submission& submission);
  void cancel_group(const void* group);
  void cancel_all();
  // Ends the redactor's threads once all submissions have ended. Called once, after the last
  // submit().
  void close() noexcept;

 private:
  // Keeps the redactor open while the visit lives, unless it is closed already.
  class Visit;

  void forget(const Submission* submission);
  template <typename Which>
  void cancel_those(const Which& is_meant);

  std::unique_ptr<Redactor> redactor_;
  Logger log_;
  mutable std::mutex mutex_;
  std::condition_variable left_;
  size_t n_visits_ = 0;
  std::unordered_map<const Submission*, std::shared_ptr<Submission>> open_;
};

}  // namespace redact::c_api
