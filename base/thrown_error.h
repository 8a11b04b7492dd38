// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "base/result.h"

namespace redact {

// In a handler of exceptions: the error of what was thrown, as only allocations and libraries do.
// Messages of libraries may name files, so it has none of them (P5). Takes no memory.
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
