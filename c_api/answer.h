// SPDX-License-Identifier: Apache-2.0
// The end of each function of redact.h: a status and a message, never an exception.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "redact/redact.h"

namespace redact::c_api {

redact_status status_of(ErrorKind kind);

struct Answer {
  Answer() = default;
  Answer(Error error) : status(status_of(error.kind)), message(error.message()) {}
  Answer(redact_status how, std::string why) : status(how), message(std::move(why)) {}

  redact_status status = REDACT_OK;
  std::string message;  // empty if it is REDACT_OK
};

// The answer for a handle that was copied into a forked child.
Answer forked();

// Status and message of the current exception, from the allocator, threads or libraries. Called
// in a catch block.
redact_status thrown_status() noexcept;
const char* thrown_message(redact_status status) noexcept;

// Whether the caller's struct, which may be NULL, can be filled.
bool can_fill(const redact_error* error) noexcept;
redact_status fail(redact_error* error, redact_status status, const char* message) noexcept;

// Runs the body of a function, which returns an Answer.
template <typename Body>
redact_status guarded(redact_error* error, const Body& body) noexcept {
  if (!can_fill(error)) return REDACT_MISUSE;
  try {
    const Answer answer = body();
    if (answer.status == REDACT_OK) return REDACT_OK;
    return fail(error, answer.status, answer.message.c_str());
  } catch (...) {
    const redact_status status = thrown_status();
    return fail(error, status, thrown_message(status));
  }
}

}  // namespace redact::c_api
