// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A file to read, and its path relative to the folder it came from.
struct Input {
  std::string path;  // "-" for standard input
  std::string name;
  bool is_pipe = false;     // standard input, or a pipe or terminal that the user named
  size_t number = 0;        // its position among the inputs of the run, from 1
  std::string result = {};  // path of its result relative to the output folder
  size_t n_done = 0;        // lines or rows up to this number are done (--resume)

  bool is_stdin() const { return path == "-"; }
  // Whether it holds JSON lines. For a pipe only the options can tell, so `pipe_is` decides.
  bool is_jsonl(bool pipe_is) const {
    return is_pipe ? pipe_is : ends_with(".jsonl") || ends_with(".ndjson");
  }
  // The characters that may separate the fields of the table that it holds, if --text-column is
  // given; empty if it is not a table. In locales where the comma is the decimal point, .csv files
  // use semicolons.
  std::string_view separators() const {
    return is_pipe || ends_with(".csv") ? ",;" : ends_with(".tsv") ? "\t" : "";
  }
  bool ends_with(std::string_view ending) const;  // ignores case
};

// Lists files in the order given and walks folders in order of names. Links to files are read;
// links to folders are not followed. Paths that cannot be read, folders included, are listed too,
// and are withheld later. `empty_folder` is set if one of the paths is a folder without files.
std::vector<Input> list_inputs(const std::vector<std::string>& paths, bool& empty_folder);

}  // namespace redact
