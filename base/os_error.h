// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <system_error>

#include "base/result.h"

namespace redact {

// The reason that a system call failed, from its errno: kNotFound or kIo, and its message in
// English.
inline Error os_error(int number) {
  const ErrorKind kind = number == ENOENT ? ErrorKind::kNotFound : ErrorKind::kIo;
  return {kind, {}, std::generic_category().message(number)};
}

}  // namespace redact
