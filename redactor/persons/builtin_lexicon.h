// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// lexicon.yaml, compiled into the library.
extern const char kBuiltinLexicon[];

}  // namespace redact
