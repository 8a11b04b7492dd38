// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/files/decompressor.h"
#include "documents/files/table_header.h"
#include "program/output_format.h"

namespace redact {

// A file to read, and its path relative to the folder that the user named.
struct Input {
  std::string path;  // "-" for standard input
  std::string name;
  bool is_pipe = false;     // standard input, or a pipe or terminal that the user named
  size_t number = 0;        // its position among the inputs of the run, from 1
  std::string result = {};  // path of its result relative to the output folder
  size_t n_done = 0;        // lines or rows up to this number are done (--resume)
  // Its position among the paths that the user named, from 1; 0: from a folder.
  size_t path_number = 0;

  bool is_stdin() const { return path == "-"; }
  // The path without the ending of a compressed file; it shows the kind of file.
  std::string_view plain_path() const { return without_compression(path); }
  // Whether it holds JSON lines. For a pipe, the option decides (`pipe_is`).
  bool is_jsonl(bool pipe_is) const {
    return is_pipe ? pipe_is : ends_with(".jsonl") || ends_with(".ndjson");
  }
  // Whether it holds mails one after another.
  bool is_mbox() const { return !is_pipe && ends_with(".mbox"); }
  // The characters that may separate the fields of the table in the file, if --text-column is
  // given; empty if it is not a table. In locales where the comma is the decimal point, .csv files
  // use semicolons.
  std::string_view separators() const {
    return is_pipe || ends_with(".csv") ? kCsvSeparators : ends_with(".tsv") ? kTsvSeparators : "";
  }
  bool ends_with(std::string_view ending) const;  // ignores case
};

// The inputs of a run in order. Millions of files are kept as names only; an Input is made on
// request.
class Inputs {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Input;
    using difference_type = std::ptrdiff_t;
    using pointer = const Input*;
    using reference = Input;

    Iterator(const Inputs& inputs, size_t index) : inputs_(&inputs), index_(index) {}
    Input operator*() const { return (*inputs_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const Inputs* inputs_;
    size_t index_;
  };

  // Lists files in the given order and walks folders in the order of names, leaving out files that
  // `takes` refuses. Links to files are read; links to folders are not followed. Paths that cannot
  // be read, such as some folders, are listed too, and are withheld later.
  static Inputs list(const std::vector<std::string>& paths, std::optional<OutputFormat> format,
                     const std::function<bool(const std::string& name)>& takes);

  size_t size() const { return chosen_ ? n_chosen_ : n_listed(); }
  bool empty() const { return size() == 0; }
  Input operator[](size_t index) const;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }
  // Whether one of the paths is a folder without files.
  bool have_empty_folder() const;

  // A list without inputs, to which inputs can be added with the number of their finished
  // documents.
  Inputs none() const;
  void add(const Input& input);
  void add_first(const Input& input);
  // The inputs that `takes` accepts.
  Inputs only(const std::function<bool(const Input&)>& takes) const;

 private:
  struct Listed;

  size_t n_listed() const;
  Input listed(size_t position) const;

  // Inputs that follow one another in the list: those from `index` to the next run's.
  struct Run {
    size_t index, position;
  };

  std::shared_ptr<const Listed> listed_;
  std::optional<std::vector<Run>> chosen_;  // none: all listed inputs
  size_t n_chosen_ = 0;
  std::map<size_t, size_t> n_done_;  // by position
};

}  // namespace redact
