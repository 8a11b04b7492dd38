// SPDX-License-Identifier: Apache-2.0
// All upper bounds on the contents of a file. Each count is also bounded by the bytes that are
// left, so no allocation depends on a number in the file alone.
#pragma once

#include <cstdint>

namespace redact::gguf_limits {

inline constexpr uint64_t kMaxKeyValues = 65'536;    // real files hold about 50
inline constexpr uint64_t kMaxTensors = 65'536;      // published mixtures have up to about 2,000
inline constexpr uint64_t kMaxKeyBytes = 65'535;     // the format's own bound
inline constexpr uint64_t kMaxTensorNameBytes = 63;  // upstream's buffer of 64 with its terminator
inline constexpr uint64_t kMaxStringBytes = 16u
                                            << 20;  // chat templates are the longest, about 64 KiB
inline constexpr uint64_t kMaxArrayElements = 1u << 24;  // the largest vocabularies: 262,144 tokens
inline constexpr uint64_t kMaxAlignment = 65'536;        // a large page
inline constexpr uint64_t kMaxParts = 1024;              // the largest published have about 200
inline constexpr uint32_t kMaxDims = 4;                  // the format's own bound

}  // namespace redact::gguf_limits
