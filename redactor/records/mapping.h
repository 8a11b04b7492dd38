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
// must not come back as another's. A row or line without an id is named by its number, which
// changes if an earlier row is removed or added. It is therefore restored only if its table is byte
// for byte as a run wrote it, for which the mapping vouches (table_of), or if all sources of its
// output are equal.
class Mapping {
 public:
  // `lines`: those of sealed_mapping.h, each with its line end; an incomplete last line, from a
  // stopped run, is ignored.
  static Result<Mapping> open(const UserFile& lines, Secret key);

  // The number of lines of the weak scheme; the user should be warned of them (weak_lines).
  size_t n_weak() const { return n_weak_; }

  // The table whose whole result has this digest; empty if there is none, or if there are several.
  // `path` is the file's path below the folder of results; it must be the table's, unless the file
  // is `alone` and may have been renamed.
  std::string table_of(const Digest& result, const std::string& path, bool alone) const;

  // The name of a redacted text.
  struct Name {
    TextName text;             // with table and row only if table_of() knows the table
    bool alone = false;        // the id may be wrong, as after a file was renamed
    bool is_numbered = false;  // the id is the number of a row or line
  };
  // The source of an output. kNotFound if nothing fits, kBadInput if several sources do. Used by
  // one thread at a time.
  Result<std::string> source_of(const Name& name, const std::string& output);

 private:
  using Place = std::tuple<std::string, std::string, size_t>;  // id, table, row
  using Lines = std::map<Place, std::set<std::string>>;

  explicit Mapping(Secret key) : key_(std::move(key)) {}

  // The lines of an output that a name may mean: from the first iterator up to the second.
  using Range = std::pair<Lines::const_iterator, Lines::const_iterator>;
  static Range lines_for(const Name& name, const Lines& lines);
  // The source that all these lines restore; nullopt if they differ.
  Result<std::optional<std::string>> one_source(Range lines, const std::string& output) const;
  // The same for all lines of an output: whether they restore one source.
  Result<bool> have_one_source(const std::pair<const std::string, Lines>& of,
                               const std::string& output);

  Secret key_;
  std::map<std::string, Lines> lines_;                   // by output
  std::map<std::string, std::set<std::string>> tables_;  // by the digest of their result
  std::map<std::string, bool> one_source_;               // by output; filled on first use
  size_t n_weak_ = 0;
};

}  // namespace redact
