// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tools/batch/batch_files.h"

namespace redact::batch {

// Accounts for every byte of the results: each belongs to one document, or to what follows the last
// document of an input. `tell(file, finding)` is called for files that are missing, are not regular
// files or belong to no document, and for bytes that belong to nothing or to two.
class ResultFiles {
 public:
  using Tell = std::function<void(const std::string& file, const std::string& finding)>;

  ResultFiles(NamedPaths files, Tell tell) : files_(std::move(files)), tell_(std::move(tell)) {}

  // A file that grew by documents, as the journal has it. Until it is in place, its first `size`
  // bytes are in the file `partial` of its folder.
  void add_growing(const std::string& name, const std::string& partial, size_t size, bool in_place);
  // The bytes of a document, until the next call. nullopt: they are not there, which has been told.
  Result<std::optional<std::string_view>> take(const std::string& name, size_t begin, size_t end);

  // What may stand between documents or, `is_last`, after them: perhaps nothing.
  using IsKnownGap =
      std::function<Result<bool>(const std::string& name, std::string_view bytes, bool is_last)>;
  // Called after all bytes were taken: reports those that are left.
  Result<void> finish(const IsKnownGap& is_known);

 private:
  struct Growing {
    std::string partial;
    size_t size;
    bool in_place;
  };
  using Piece = std::pair<size_t, size_t>;

  // The name under which the bytes of a result are there now.
  std::string place_of(const std::string& name) const;
  Result<const std::string*> open(const std::string& name);
  Result<void> check_pieces(const std::string& name, std::vector<Piece>& pieces,
                            const IsKnownGap& is_known);

  NamedPaths files_;
  Tell tell_;
  std::map<std::string, Growing> growing_;
  std::map<std::string, std::vector<Piece>> pieces_;
  std::set<std::string> unusable_;  // of which it has been told
  std::string opened_, content_;    // one file is held at a time
  bool is_open_ = false;
};

}  // namespace redact::batch
