// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "c_api/in_callback.h"
#include "redact/redact.h"

namespace redact::c_api {

// A caller's log.
struct Logger {
  redact_log log = nullptr;
  void* user = nullptr;

  void tell(redact_status status, const char* message) const {
    if (log == nullptr) return;
    const InCallback inside;
    log(user, status, message);
  }
};

}  // namespace redact::c_api
