// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// regions.yaml, part of the binary.
extern const char kBuiltinRegions[];

}  // namespace redact
