// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// surrogates.yaml and surrogate_names.txt, compiled into the library.
extern const char kBuiltinSurrogates[];
extern const char kBuiltinSurrogateNames[];

}  // namespace redact
