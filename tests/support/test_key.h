// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "crypto/secret.h"

namespace redact::testing {

// A key for tests, one for each name.
inline Secret test_key(const std::string& name) {
  return Secret::of_bytes("the test key of " + name).value();
}

}  // namespace redact::testing
