// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/pages/overview.h"

namespace redact {

// Contents of a report besides counts.
struct ReportScope {
  bool names_review = false, names_withheld = false;  // names of documents, and of their folders
  size_t n_texts = 0;  // documents with their text on the page, under "#desk"
};

// The report of a run as HTML for the body of a page: the documents that need a person; the course
// of the run; the hidden identifiers and their places; facts about the run. `json` is the report as
// --report writes it otherwise, the source of all totals and facts; the page holds it too.
// `starts`: WorkTime::starts().
std::string report_body(const Overview& overview, std::string_view json, const ReportScope& scope,
                        const std::vector<double>& starts = {});

// The same as a complete page without texts.
Result<std::string> report_page(const Overview& overview, std::string_view json,
                                const ReportScope& scope, const std::vector<double>& starts = {});

}  // namespace redact
