// SPDX-License-Identifier: Apache-2.0
#include "c_api/answer.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <system_error>

#include "c_api/structs.h"

namespace redact::c_api {

redact_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kMisuse: return REDACT_MISUSE;
    case ErrorKind::kBadInput: return REDACT_BAD_INPUT;
    case ErrorKind::kNotFound: return REDACT_NOT_FOUND;
    case ErrorKind::kUnsupported: return REDACT_UNSUPPORTED;
    case ErrorKind::kIo: return REDACT_IO;
    case ErrorKind::kExhausted: return REDACT_NO_MEMORY;
    case ErrorKind::kCancelled: return REDACT_CANCELLED;
    case ErrorKind::kTimedOut: return REDACT_TIMED_OUT;
    case ErrorKind::kInternal: break;
  }
  return REDACT_INTERNAL;
}

Answer forked() {
  return {REDACT_FORKED, "this handle belongs to the process that forked this one"};
}

redact_status thrown_status() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return REDACT_NO_MEMORY;
  } catch (const std::system_error&) {  // a thread that the system refuses to start
    return REDACT_NO_MEMORY;
  } catch (...) {
    return REDACT_INTERNAL;
  }
}

const char* thrown_message(redact_status status) noexcept {
  return status == REDACT_NO_MEMORY ? "out of memory or threads" : "internal error";
}

bool can_fill(const redact_error* error) noexcept {
  return error == nullptr || is_size(size_of(error));
}

redact_status fail(redact_error* error, redact_status status, const char* message) noexcept {
  if (error == nullptr) return status;
  redact_error filled{};
  // A smaller struct of a caller has room for less.
  const size_t room = std::min(size_of(error), sizeof filled) - offsetof(redact_error, message);
  if (room > 0) std::strncpy(filled.message, message, room - 1);
  (void)fill(error, filled, "error");
  return status;
}

}  // namespace redact::c_api
