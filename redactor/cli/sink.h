// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/files/file_io.h"

namespace redact {

// Where the results of the inputs go, one input after another: to standard output as they come, or
// into one file for all inputs or one for each, each of which appears whole or not at all.
class Sink {
 public:
  // `path`: a file, a folder, or empty for standard output.
  Sink(std::string path, bool folder) : path_(std::move(path)), folder_(folder) {}

  // Bytes of the input at work. `name`: of its file below the folder.
  Result<void> put(const std::string& name, std::string_view bytes);
  // The input at work is done: its file of a folder appears, if anything was put.
  Result<void> end_input();
  // The input at work can't be read to its end: its results are removed, except from standard
  // output.
  Result<void> drop_input();
  // Makes the one file for all inputs appear, if anything was put.
  Result<void> finish();

  bool is_stream() const { return !folder_ && path_.empty(); }

 private:
  std::string path_;
  bool folder_;
  std::optional<AtomicFile> file_;
  size_t done_bytes_ = 0;  // of the one file: what earlier inputs have put
};

}  // namespace redact
