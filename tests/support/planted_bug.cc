// SPDX-License-Identifier: Apache-2.0
#include "tests/support/planted_bug.h"

#include <cstdlib>

bool planted_bug(int number) {
  static const char* const chosen = std::getenv("REDACT_PLANTED");
  static const int bug = chosen != nullptr ? std::atoi(chosen) : -1;
  return bug == number;
}
