// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "c_api/logger.h"
#include "c_api/submission.h"
#include "redactor/redactor.h"

namespace redact::c_api {

// A redactor and the submissions in it that have not ended. The handles of requests share it, since
// they may outlive the redactor's. Safe for concurrent calls.
class SharedRedactor {
 public:
  SharedRedactor(std::unique_ptr<Redactor> redactor, Logger log)
      : redactor_(std::move(redactor)), log_(log) {}

  // Hands a document over. `wait`: for memory; else false, and nothing is done, if there is none
  // now.
  bool submit(Asked asked, bool wait);
  // Cancels a submission, if it has not ended; those of a group; all.
  void cancel(const Submission& submission);
  void cancel_group(const void* group);
  void cancel_all();
  // Ends the redactor's threads when all has ended. Called once, after the last submit().
  void close() noexcept;

 private:
  // Keeps the redactor open while it lives, if it is open yet.
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
