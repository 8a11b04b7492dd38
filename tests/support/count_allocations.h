// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace redact::testing {

// Calls of operator new by the whole program so far. Link count_allocations.cc to count them.
size_t n_allocations();

}  // namespace redact::testing
