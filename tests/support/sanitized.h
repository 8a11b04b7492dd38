// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace redact::testing
