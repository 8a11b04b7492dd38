// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace redact {

// One line to standard error; never a word of a document, nor a file's name (P5).
inline void complain(const std::string& message) {
  std::fprintf(stderr, "redact: %s\n", message.c_str());
}

}  // namespace redact
