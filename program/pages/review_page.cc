// SPDX-License-Identifier: Apache-2.0
#include "program/pages/review_page.h"

#include <utility>

#include "program/pages/builtin_page.h"
#include "program/pages/builtin_style.h"

namespace redact {

Result<ReviewPage> ReviewPage::create(const std::string& path) {
  return create(path, {"Review", std::string(kColours) + kPageStyle, kPageScript},
                "<div id=\"desk\">\n");
}

Result<ReviewPage> ReviewPage::create_in_report(const std::string& path) {
  return create(
      path, {"Redaction report", std::string(kColours) + kPageStyle + kReportStyle, kPageScript},
      "<div class=\"in-report\">\n<div id=\"desk\">\n<nav class=\"back\" "
      "aria-label=\"Report\"><a href=\"#report\">Back to the report</a></nav>\n");
}

Result<ReviewPage> ReviewPage::create(const std::string& path, PageParts parts,
                                      std::string_view before) {
  REDACT_ASSIGN(const std::string head, page_head(parts));
  if (const std::error_code failed = make_parent_folder(path)) {
    return Error{ErrorKind::kIo, "create", failed.message()};
  }
  REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
  ReviewPage page(std::move(file), std::move(parts));
  REDACT_TRY(page.file_.write(head + std::string(before) + kPageBody + "</div>\n"));
  return page;
}

Result<void> ReviewPage::add(const PageDocument& document) {
  REDACT_TRY(file_.write(page_data("class=\"data\"", document.content)));
  entries_.push_back(document.entry);
  return {};
}

Result<void> ReviewPage::rewind(const Place& place) {
  REDACT_TRY(file_.shorten(place.n_bytes));
  entries_.resize(place.n_documents);
  return {};
}

Result<void> ReviewPage::finish(std::string_view model, const Policy& policy,
                                std::string_view report) {
  REDACT_TRY(file_.write(page_data("id=\"run\"", page_run(model, policy, entries_))));
  if (!report.empty()) REDACT_TRY(file_.write(std::string(report) + "</div>\n"));
  REDACT_TRY(file_.write(page_end(parts_)));
  return file_.commit();
}

}  // namespace redact
