// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace redact::c_api {

// Whether this thread is inside a callback of the caller. There, a function that waits for a
// redactor's threads could wait for itself.
class InCallback {
 public:
  InCallback() { ++depth_; }
  ~InCallback() { --depth_; }
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

  static bool now() { return depth_ > 0; }
  // kMisuse inside a callback.
  static Result<void> forbid() {
    if (!now()) return {};
    return Error{ErrorKind::kMisuse, "callback", "must not call a function that waits"};
  }

 private:
  static thread_local int depth_;
};

inline thread_local int InCallback::depth_ = 0;

}  // namespace redact::c_api
