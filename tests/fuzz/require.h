// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace redact::fuzz {

// Ends the program, for libFuzzer to keep the input, if a promise does not hold.
inline void require(bool holds) {
  if (!holds) std::abort();
}

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace redact::fuzz

// libFuzzer calls it with every input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
