// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// colours.css and report.css, compiled into the program.
extern const char kColours[];
extern const char kReportStyle[];

}  // namespace redact
