// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/file_io.h"
#include "base/growing_file.h"
#include "base/result.h"
#include "program/growing_output.h"

namespace redact {

// Writes the results of the inputs, one input after another: to standard output at once, into one
// file for all inputs, or into one file for each input. Every file appears whole or not at all.
//
// In a folder, ended files share the flushes of one sync(). A growing file (put_growing) outlives a
// run that ends before it is complete; grown() gives its name and length.
class OutputFiles {
 public:
  // `path`: a file, a folder, or empty for standard output. `resumes`: earlier runs may have put
  // results in their places.
  OutputFiles(std::string path, bool folder, bool resumes = false)
      : path_(std::move(path)), folder_(folder), resumes_(resumes) {}
  // Files that earlier runs left unfinished. `done_bytes`: those of the single file, from whole
  // inputs.
  void go_on(const GrowingOutput& left, size_t done_bytes);

  // `remember` stores the name of a growing file. It is called before the file is created.
  void set_remember(std::function<Result<void>(const GrowingOutput&)> remember) {
    remember_ = std::move(remember);
  }

  // Writes bytes of the current input. `name` is its path relative to the folder.
  Result<void> put(const std::string& name, std::string_view bytes);
  Result<void> put_growing(const std::string& name, std::string_view bytes);
  // Gives the bytes that earlier runs have written of a growing file, if there is one.
  Result<void> read_left(const std::string& name,
                         const std::function<Result<void>(std::string_view)>& take) const;
  // Bytes of the current file.
  size_t size() const;
  // Ends the current input: if results go to a folder and any bytes were put, by this run or an
  // earlier one, ends its file.
  Result<void> end_input(const std::string& name);
  // The current input cannot be read to its end: removes its results, except from standard output.
  Result<void> drop_input(const std::string& name);
  // A file whose documents are withheld: removes it if an earlier run has put it in its place.
  // sync() flushes this to the disk.
  Result<void> remove_earlier(const std::string& name);
  // Ends the single output file, if any bytes were put.
  Result<void> finish();
  // Called in place of finish(): removes the single output file, also that of an earlier run.
  Result<void> discard();

  // Returns when all bytes of growing and ended files are on the disk, and ended files that do not
  // grow are in their place.
  Result<void> sync();
  // The growing files that have changed since the last call.
  std::vector<GrowingOutput> take_grown();
  // Puts complete growing files in their place, and returns their names.
  Result<std::vector<std::string>> place_whole();

  bool is_stream() const { return !folder_ && path_.empty(); }
  bool is_folder() const { return folder_; }

 private:
  std::string path_of(const std::string& name) const;
  // The name of a growing file (GrowingOutput::name) with the result `name`.
  std::string growing_name(const std::string& name) const { return folder_ ? name : ""; }
  Result<void> make_folder(const std::string& path);
  Result<void> open_growing(const std::string& name);
  Result<void> open_left(const std::string& name);  // an unfinished file of an earlier run, if any
  void end_file();
  void tell(GrowingOutput::State state);
  Result<void> sync_folders();

  std::string path_;
  bool folder_, resumes_;
  std::function<Result<void>(const GrowingOutput&)> remember_;
  std::optional<AtomicFile> file_;  // of the current input; at most one of the two
  std::optional<GrowingFile> growing_;
  std::string name_;                            // of growing_
  std::vector<AtomicFile> ended_;               // not yet on the disk
  std::vector<GrowingFile> whole_;              // the same for growing files
  std::map<std::string, GrowingOutput> left_;   // of earlier runs, by name
  std::map<std::string, GrowingOutput> grown_;  // since take_grown()
  std::vector<GrowingOutput> to_place_;
  std::unordered_set<std::string> folders_;  // existing folders
  std::set<std::string> unsynced_;           // folders with names that are not yet on the disk
  size_t done_bytes_ = 0;                    // bytes of the single file from earlier inputs
};

}  // namespace redact
