// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// The parts of the review page that are the same for all runs (review/), compiled into the program.
extern const char kPageStyle[];
extern const char kPageBody[];
extern const char kPageScript[];

}  // namespace redact
