// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>

#include "base/result.h"

namespace redact {

// In an exception handler: the error of a document whose work threw, as only allocations and
// libraries do. Allocates nothing.
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
