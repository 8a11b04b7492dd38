// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// surrogates.yaml, part of the binary.
extern const char kBuiltinSurrogates[];

}  // namespace redact
