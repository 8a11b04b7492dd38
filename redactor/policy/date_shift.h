// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"
#include "crypto/secret.h"
#include "language/date_parts.h"

namespace redact {

// The number of days by which the dates of a patient or of a document move: 1 to 365 in either
// direction, the same for one key and patient or document. Errors: those of Secret::draw.
Result<std::chrono::days> date_shift(const Secret& secret, const std::string& moved);

// A date, of which `written` is the text, moved by a number of days. A shift may leave a month, a
// year, a weekday or a day without a year as it is, and whoever sees that knows that it is small:
// then the next one in the direction of the shift takes the place of a month and, with `differs`,
// of the others.
std::string moved_date(const DateParts& date, const std::string& written, std::chrono::days by,
                       bool differs);

}  // namespace redact
