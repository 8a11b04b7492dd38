// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact {

// A file to read, and its name below the folder it came from.
struct Input {
  std::string path;  // "-" for standard input
  std::string name;
  size_t number = 0;  // its place among the inputs of the run, from 1

  bool is_stdin() const { return path == "-"; }
  // Whether it holds JSON lines; of standard input only the options can tell.
  bool is_jsonl(bool stdin_is) const {
    return is_stdin() ? stdin_is : ends_with(".jsonl") || ends_with(".ndjson");
  }
  // What may stand between the fields of the table that it holds, where --text-column asks for one;
  // nothing where it holds none. Where the comma is the decimal point, .csv files have semicolons.
  std::string_view separators() const {
    return is_stdin() || ends_with(".csv") ? ",;" : ends_with(".tsv") ? "\t" : "";
  }
  Result<std::string> read() const;
  // The same of a text. kBadInput for UTF-16 and for documents of word processors: their bytes
  // would be copied unread. Any other bytes are text.
  Result<std::string> read_text() const;
  bool ends_with(std::string_view ending) const;  // in small letters or capitals
};

// Files in the order given, folders walked in order of names. Links to files
// are read, links to folders are not walked.
Result<std::vector<Input>> list_inputs(const std::vector<std::string>& paths);

}  // namespace redact
