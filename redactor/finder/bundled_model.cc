// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/bundled_model.h"

// The assembler includes the file; compiling a C++ array of the same bytes takes minutes.
__asm__(
    ".section .rodata\n"
    ".balign 64\n"
    "redact_bundled_model_begin:\n"
    ".incbin \"" REDACT_BUNDLED_MODEL
    "\"\n"
    "redact_bundled_model_end:\n"
    ".byte 0\n"
    ".text\n");

// Hidden, so that they are addressed directly: through its global offset table, ARM64's linker
// would give two symbols of one section the same address.
extern "C" [[gnu::visibility("hidden")]] const uint8_t redact_bundled_model_begin[];
extern "C" [[gnu::visibility("hidden")]] const uint8_t redact_bundled_model_end[];

namespace redact {

std::span<const uint8_t> bundled_model() {
  return {redact_bundled_model_begin, redact_bundled_model_end};
}

}  // namespace redact
