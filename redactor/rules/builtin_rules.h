// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// rules/patterns.yaml, part of the binary.
extern const char kBuiltinRules[];

}  // namespace redact
