// SPDX-License-Identifier: Apache-2.0
// Arguments and results of calls of redact.h: handles, which free themselves, and strings.
#pragma once

#include <redact/redact.h>

#include <memory>
#include <string>

namespace redact::server {

template <auto Free>
struct GiveBack {
  template <typename T>
  void operator()(T* handle) const {
    Free(handle);
  }
};

using ModelHandle = std::unique_ptr<redact_model, GiveBack<redact_model_free>>;
using RedactorHandle = std::unique_ptr<redact_redactor, GiveBack<redact_redactor_free>>;
using RequestHandle = std::unique_ptr<redact_request, GiveBack<redact_request_free>>;
using ResultHandle = std::unique_ptr<redact_result, GiveBack<redact_result_free>>;
using SharedConfig = std::shared_ptr<const redact_config>;

// An optional string of redact.h, which `text` must outlive.
inline const char* or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

}  // namespace redact::server
