// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "base/result.h"

namespace redact {

// In an exception handler: the error of the exception, which only allocations and libraries throw.
// A library's message may name files, so the error does not hold it (P5). Allocates nothing.
inline Error thrown_error() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {ErrorKind::kExhausted, {}, "out of memory"};
  } catch (...) {
    return {ErrorKind::kInternal, {}, "internal error"};
  }
}

}  // namespace redact
