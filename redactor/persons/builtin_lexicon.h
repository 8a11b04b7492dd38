// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// lexicon.yaml, part of the binary.
extern const char kBuiltinLexicon[];

}  // namespace redact
