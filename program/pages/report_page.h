// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/pages/overview.h"

namespace redact {

// What a report may show beside counts.
struct ReportScope {
  bool names_review = false, names_withheld = false;  // names of documents, and of their folders
  size_t n_texts = 0;  // documents whose text is on the page, under "#desk"
};

// The report of a run as HTML for a page's body: what needs a person; how the run went; what was
// hidden, and where; the run's facts. `json`: the report as --report writes it otherwise, from
// which all totals and facts come, and which the page holds too. `starts`: WorkTime::starts().
std::string report_body(const Overview& overview, std::string_view json, const ReportScope& scope,
                        const std::vector<double>& starts = {});

// The same as a page that is complete in itself, without texts.
Result<std::string> report_page(const Overview& overview, std::string_view json,
                                const ReportScope& scope, const std::vector<double>& starts = {});

}  // namespace redact
