// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact {

// The keys of a journal's digests: of its own runs, and of the journals merged into it. A plain
// hash of a note in which only a date is hidden could be tested by trying all dates. The keys are
// in a file that only its owner can read, a line of 64 hexadecimal digits for each.
class JournalKeys {
 public:
  // The default path of a journal's keys: beside the journal.
  static std::string place_beside(const std::string& journal) { return journal + ".key"; }

  // Reads the file. kBadInput if others can read it.
  static Result<JournalKeys> read(const std::string& path);
  // Reads the file, or creates it with a new key, which is then on the disk. Runs that do so at the
  // same time get the same key, since a file is never replaced.
  static Result<JournalKeys> read_or_create(const std::string& path);
  // Creates the file of a merged journal, with all keys of several journals. kMisuse if it exists.
  static Result<void> write(const std::string& path, const std::vector<JournalKeys>& all);

  // The name of the first key, which makes new digests. The name reveals nothing about the key.
  const std::string& first() const { return first_; }
  // nullptr if there is no key with this name.
  const Secret* find(const std::string& name) const;

 private:
  Result<void> add(std::string_view hex);

  std::string first_;
  std::map<std::string, Secret> keys_;  // by name
  std::string lines_;                   // the lines of the file
};

// The subject of a digest, as a purpose for Secret::draw.
inline constexpr std::string_view kSourceDigest = "journal source";
inline constexpr std::string_view kContextDigest = "journal context";
inline constexpr std::string_view kResultDigest = "journal result";
inline constexpr std::string_view kFileDigest = "journal file";

}  // namespace redact
