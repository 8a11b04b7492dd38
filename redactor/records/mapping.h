// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/result.h"
#include "base/user_file.h"
#include "crypto/secret.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

// Sealed lines by output and name: many texts may redact to the same output, and one patient's text
// must not come back as another's. A row or line without an id of its own is named by its number,
// which changes if a row before it is removed or added. So it is restored only if its table is byte
// for byte as a run wrote it, which the mapping vouches for (table_of), or if all sources of its
// output are equal.
class Mapping {
 public:
  // `lines`: of sealed_mapping.h, each with its line end; an incomplete last one, of a run that was
  // stopped, is left out.
  static Result<Mapping> open(const UserFile& lines, Secret key);

  // How many lines are of the weak scheme; the user should be told of them (weak_lines).
  size_t n_weak() const { return n_weak_; }

  // The table whose whole result has this digest; empty if there is none, or several. `path`: of
  // the file below the folder of results, which must be the table's unless the file is `alone` and
  // may have been renamed.
  std::string table_of(const Digest& result, const std::string& path, bool alone) const;

  // How a redacted text is named.
  struct Name {
    TextName text;             // with its place only if table_of() knows its table
    bool alone = false;        // the id may be wrong, as that of a renamed file
    bool is_numbered = false;  // the id is the number of a row or line
  };
  // The source of an output. kNotFound if nothing fits, kBadInput if several do. Used by one thread
  // at a time.
  Result<std::string> source_of(const Name& name, const std::string& output);

 private:
  using Place = std::tuple<std::string, std::string, size_t>;  // id, table, row
  using Lines = std::map<Place, std::set<std::string>>;

  explicit Mapping(Secret key) : key_(std::move(key)) {}

  // Which of the lines of an output a name may mean, from the first up to the second.
  using Range = std::pair<Lines::const_iterator, Lines::const_iterator>;
  static Range lines_for(const Name& name, const Lines& lines);
  // The source that all these lines restore; nullopt if there are several.
  Result<std::optional<std::string>> one_source(Range lines, const std::string& output) const;
  // The same of all lines of an output; whether there is one.
  Result<bool> have_one_source(const std::pair<const std::string, Lines>& of,
                               const std::string& output);

  Secret key_;
  std::map<std::string, Lines> lines_;                   // by output
  std::map<std::string, std::set<std::string>> tables_;  // by the digest of their result
  std::map<std::string, bool> one_source_;               // by output, where it has been found out
  size_t n_weak_ = 0;
};

}  // namespace redact
