// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "program/batch/document_lists.h"
#include "program/batch/report.h"
#include "program/batch/report_file.h"
#include "program/input_documents.h"
#include "program/output.h"
#include "program/pages/review_page.h"
#include "program/progress.h"

namespace redact {

// The result of processing a document.
struct Outcome {
  Result<std::string> text;                // the text to write in its place, or why it is withheld
  std::string sealed = {};                 // its line of the mapping, with the line end
  std::vector<std::string> notes = {};     // lines to print about it (--explain)
  std::optional<JournalEntry> entry = {};  // its row of the journal, if there is one, or of a list
  PageDocument page = {};                  // for the review page, if there is one
};

// Writes what becomes of the inputs, event by event in their order, for redaction and for
// --restore: results, what stands for a withheld document, ends of inputs; with messages, progress
// and counts. After an error of the output nothing more can be written.
class Results {
 public:
  // All references must outlive the object. `failed_record` makes the record that replaces that of
  // a withheld document; if it returns an empty string, none is written.
  Results(Output& output, Report& report, Progress& progress, size_t n_inputs,
          std::function<std::string(const Document&)> failed_record, DocumentLists* lists = nullptr)
      : output_(output),
        report_(report),
        progress_(progress),
        n_inputs_(n_inputs),
        failed_record_(std::move(failed_record)),
        lists_(lists),
        at_input_(report) {}

  // Also shows the documents on a review page, which must outlive the object.
  void show_on(ReviewPage& page) {
    page_ = &page;
    page_at_input_ = page.place();
  }

  // Also tells of the documents in a report, which must outlive the object.
  void report_to(ReportFile& file) { report_file_ = &file; }

  // Of a document to work on (InputEvent::is_open).
  Result<void> write(const InputEvent& event, Outcome outcome);
  // Of any other event.
  Result<void> write(const InputEvent& event);
  // Writes the rest when all events are written. `is_resumed`: earlier runs may have written
  // results too.
  Result<void> finish(bool is_resumed = false);

 private:
  Result<void> write_withheld(const InputEvent& event, const Error& error,
                              std::optional<JournalEntry> entry);
  Result<void> end_input(const InputEvent& event);
  Result<void> end_broken_input(const InputEvent& event);
  Result<void> withhold(const InputEvent& event, const Error& error);
  bool grows(const InputEvent& event) const;
  // Writes bytes of a document.
  Result<void> put(const InputEvent& event, std::string bytes, ResultFacts facts);
  // How messages name a document: "document 2 of 3 line 7 ".
  std::string place_of(const InputEvent& event) const;

  Output& output_;
  Report& report_;
  Progress& progress_;
  size_t n_inputs_;
  std::function<std::string(const Document&)> failed_record_;
  DocumentLists* lists_;  // nullptr: no document is named
  Report at_input_;       // the report as it was when the input being written began
  ReviewPage* page_ = nullptr;
  ReviewPage::Place page_at_input_ = {};
  ReportFile* report_file_ = nullptr;
};

}  // namespace redact
