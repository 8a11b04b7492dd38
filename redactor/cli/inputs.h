// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// A file to read, and its name below the folder it came from.
struct Input {
  std::string path;  // "-" for standard input
  std::string name;
  bool is_pipe = false;  // standard input, or a pipe or terminal that the user named
  size_t number = 0;     // its place among the inputs of the run, from 1

  bool is_stdin() const { return path == "-"; }
  // Whether it holds JSON lines; of pipes only the options can tell.
  bool is_jsonl(bool pipe_is) const {
    return is_pipe ? pipe_is : ends_with(".jsonl") || ends_with(".ndjson");
  }
  // What may stand between the fields of the table that it holds, where --text-column asks for one;
  // nothing where it holds none. Where the comma is the decimal point, .csv files have semicolons.
  std::string_view separators() const {
    return is_pipe || ends_with(".csv") ? ",;" : ends_with(".tsv") ? "\t" : "";
  }
  bool ends_with(std::string_view ending) const;  // in small letters or capitals
};

// Files in the order given, folders walked in order of names. Links to files are read, links to
// folders are not walked. What can't be read, a folder included, is listed: it is withheld later.
// `empty_folder`: one of the paths is a folder without a file.
std::vector<Input> list_inputs(const std::vector<std::string>& paths, bool& empty_folder);

}  // namespace redact
