// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact {

// The keys of a journal's digests: of its own runs, and of the journals that were merged into it. A
// plain hash of a note of which only a date is hidden could be tried out. They lie in a file that
// its owner alone can read: a line of 64 hexadecimal digits for each.
class JournalKeys {
 public:
  // Where the keys of a journal lie unless the user says it: beside it.
  static std::string place_beside(const std::string& journal) { return journal + ".key"; }

  // Reads the file. kBadInput if others can read it.
  static Result<JournalKeys> read(const std::string& path);
  // The same; if there is no such file, makes it with a new key, on the disk when it returns. Runs
  // that do so at once have one key: a file is never replaced.
  static Result<JournalKeys> read_or_create(const std::string& path);
  // Makes the file of a merged journal, with all keys of several. kMisuse if it exists.
  static Result<void> write(const std::string& path, const std::vector<JournalKeys>& all);

  // The name of the first key, which new digests are made with. It says nothing about the key.
  const std::string& first() const { return first_; }
  // nullptr if there is no key of that name.
  const Secret* find(const std::string& name) const;

 private:
  Result<void> add(std::string_view hex);

  std::string first_;
  std::map<std::string, Secret> keys_;  // by name
  std::string lines_;                   // of the file
};

// What a digest is of, as a purpose for Secret::draw.
inline constexpr std::string_view kSourceDigest = "journal source";
inline constexpr std::string_view kContextDigest = "journal context";
inline constexpr std::string_view kResultDigest = "journal result";
inline constexpr std::string_view kFileDigest = "journal file";

}  // namespace redact
