// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/files/file_io.h"

namespace redact {

// Writes the results of the inputs, one input after another: to standard output as they come, into
// one file for all inputs, or into one file for each input. Every file appears whole or not at all.
class OutputFiles {
 public:
  // `path`: a file, a folder, or empty for standard output.
  OutputFiles(std::string path, bool folder) : path_(std::move(path)), folder_(folder) {}

  // Writes bytes of the current input. `name`: its path relative to the folder.
  Result<void> put(const std::string& name, std::string_view bytes);
  // The current input is done: if results go to a folder and any bytes were put, its file appears.
  Result<void> end_input();
  // The current input cannot be read to its end: its results are removed, except from standard
  // output.
  Result<void> drop_input();
  // Makes the single output file appear, if any bytes were put.
  Result<void> finish();

  bool is_stream() const { return !folder_ && path_.empty(); }

 private:
  std::string path_;
  bool folder_;
  std::optional<AtomicFile> file_;
  size_t done_bytes_ = 0;  // bytes of the single file that earlier inputs have put
};

}  // namespace redact
