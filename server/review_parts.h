// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::server {

// The parts of the review page, from program/pages/review/; the program that writes --review has
// them too.
extern const char kReviewHead[];
extern const char kReviewStyle[];
extern const char kReviewBody[];
extern const char kReviewScript[];

}  // namespace redact::server
