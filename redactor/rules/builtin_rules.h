// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// rules/patterns.yaml, compiled into the library.
extern const char kBuiltinRules[];

}  // namespace redact
