// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <fstream>
#include <string>

#include "program/freed_memory.h"
#include "tests/support/sanitized.h"

namespace redact::testing {

// The memory that the process has written and that is backed by no file (RssAnon of
// /proc/self/status), in bytes, without freed memory that malloc keeps: glibc keeps up to twice the
// size of the largest block ever freed, so the sum would depend on the order of the threads.
inline size_t resident_bytes() {
  return_freed_memory();
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    size_t kib = 0;
    if (name == "RssAnon:" && status >> kib) return kib * 1024;
    status.ignore(256, '\n');
  }
  return 0;
}

}  // namespace redact::testing
