// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "redactor/cli/output_format.h"
#include "redactor/cli/progress.h"
#include "redactor/configuration.h"
#include "redactor/files/input_record.h"
#include "redactor/records/offsets.h"

namespace redact {

// Part `index`, counted from 1, of `count` equal parts of the work.
struct Shard {
  size_t index = 1, count = 1;
  bool takes(size_t i) const { return i % count == index - 1; }
};

struct Options {
  std::vector<std::string> inputs;     // files, folders, "-"; empty means "-"
  std::string output;                  // empty: standard output
  std::optional<OutputFormat> format;  // absent: jsonl for .jsonl input, else text
  std::optional<OffsetUnit> offsets;   // absent: code points
  RecordFields fields;
  bool jsonl_stdin = false;               // --text-field was given: pipes hold JSON lines
  std::vector<std::string> text_columns;  // of tables; empty: no input is a table
  bool include_text = false;
  bool needs_id = false;  // --id-field was given: each table must have that column
  bool resume = false;    // skip inputs that already have a result
  Shard shard;
  ModelOptions model;
  Settings settings;  // except the key, which is in key_file
  std::string key_file, patient;
  std::string mapping;  // file to write
  std::string report;   // file to write
  std::string restore;  // mapping to read: the inputs are redacted texts
  Progress::Mode progress = Progress::Mode::kAuto;
  bool quiet = false;  // no progress, no notes
};

// Returns the options, or the exit code if the arguments ask for help or make no sense; in that
// case the help or the error has been printed already.
std::variant<Options, int> parse_args(int argc, char** argv);

}  // namespace redact
