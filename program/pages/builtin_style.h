// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// colours.css and report.css, part of the binary.
extern const char kColours[];
extern const char kReportStyle[];

}  // namespace redact
