// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "redactor/files/user_file.h"
#include "redactor/policy/secret.h"

namespace redact {

// Sealed lines by output and id: many texts may redact to the same output, and one patient's text
// must not come back as another's. A row or line without an id of its own is named by its number,
// which changes if a row before it is removed or added, so it is restored only if all sources of
// its output are equal.
class Mapping {
 public:
  // `lines`: of sealed_mapping.h, each with its line end; an incomplete last one, of a run that was
  // stopped, is left out.
  static Result<Mapping> open(const UserFile& lines, Secret key);

  // How a redacted text is named.
  struct Name {
    std::string id;
    bool alone = false;        // the id may be wrong, as that of a renamed file
    bool is_numbered = false;  // the id is the number of a row or line
  };
  // The source of an output. kNotFound if nothing fits, kBadInput if several do. Used by one thread
  // at a time.
  Result<std::string> source_of(const Name& name, const std::string& output);

 private:
  using Lines = std::map<std::string, std::string>;  // by id; empty: ambiguous

  explicit Mapping(Secret key) : key_(std::move(key)) {}

  // Whether all lines of an output restore the same source.
  Result<bool> have_one_source(const std::pair<const std::string, Lines>& of,
                               const std::string& output);

  Secret key_;
  std::map<std::string, Lines> lines_;      // by output
  std::map<std::string, bool> one_source_;  // by output, where it has been found out
};

}  // namespace redact
