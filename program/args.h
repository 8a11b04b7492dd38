// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ascii.h"
#include "crypto/secret.h"
#include "documents/files/input_record.h"
#include "program/batch/file_globs.h"
#include "program/batch/shard.h"
#include "program/output_format.h"
#include "program/progress.h"
#include "redactor/configuration.h"
#include "redactor/records/detail.h"
#include "redactor/records/offsets.h"

namespace redact {

struct Options {
  std::vector<std::string> inputs;     // files, folders, "-"; empty means "-"
  std::string output;                  // empty: standard output
  std::optional<OutputFormat> format;  // absent: jsonl for .jsonl input, else text
  std::optional<OffsetUnit> offsets;   // absent: code points
  RecordFields fields;
  bool jsonl_stdin = false;               // --text-field was given: pipes hold JSON lines
  std::vector<std::string> text_columns;  // of tables; "*": all
  std::string delimiter;                  // of tables; empty: found in the header
  bool list_columns = false;              // only print the names of a table's columns
  Detail detail = Detail::kRedacted;
  bool needs_id = false;  // --id-field was given: each table must have that column
  Shard shard;
  FileGlobs files;          // of folders: those to read
  size_t limit = SIZE_MAX;  // the most documents to read
  bool dry_run = false;     // only report what a run would do
  ModelOptions model;
  Settings settings;  // except the key, which is in key_file
  std::string key_file, patient;
  Secret::TextKeys text_keys = Secret::TextKeys::kRefused;
  std::string mapping;      // file to write
  std::string journal;      // file to write and, with resume, to continue
  std::string journal_key;  // file with its keys; empty: no journal
  bool resume = false;
  bool redo_changed = false;
  std::string report;                      // file to write
  std::string withheld_list, review_list;  // files to write, which name documents
  enum class FailOn { kNothing, kReview, kWithheld };
  FailOn fail_on = FailOn::kNothing;
  std::string review;   // page to write
  std::string restore;  // mapping to read: the inputs are redacted texts
  Progress::Mode progress = Progress::Mode::kAuto;
  bool quiet = false;  // no progress, no notes

  // Whether the report is a page, by its ending in any case; else it is JSON.
  bool report_is_page() const {
    return ends_with_any_case(report, ".html") || ends_with_any_case(report, ".htm");
  }
  // Whether results depend on the patient of a document.
  bool uses_patients() const {
    return !key_file.empty() || settings.known.is_given() || settings.known_fhir.is_given();
  }
};

// Returns the options, or an exit code if the arguments ask for help or are wrong; the help or the
// error has then been printed.
std::variant<Options, int> parse_args(int argc, char** argv);

}  // namespace redact
