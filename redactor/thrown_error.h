// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "base/result.h"

namespace redact {

// In a handler of exceptions: what is said of a document whose work threw, as only allocations and
// libraries do. Takes no memory.
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
