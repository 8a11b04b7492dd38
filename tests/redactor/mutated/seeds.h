// SPDX-License-Identifier: Apache-2.0
// Small sound files of every format that is redacted in its place.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace redact::testing {

// A kind of input, by how it reaches the program.
enum class Kind {
  kFhirJson,
  kFhirXml,
  kCda,
  kHl7,
  kHtml,
  kDocx,
  kJsonLines,  // with chosen fields: kJsonTexts, and kHidden under a label
  kTable,      // with chosen columns: kTableTexts, and kHidden under a label
  kUtf16,
  kNote,  // with pieces of HTML
};

inline const std::vector<std::string> kJsonTexts = {"note.text", "summary"};
inline const std::vector<std::string> kTableTexts = {"note", "plan"};
inline const std::string kHidden = "mrn";

// A name for reports, and the end of the names of such files.
std::string kind_name(Kind kind);
std::string file_ending(Kind kind);

// The seeds of a kind: those that are written here, then the shared documents of at most
// `max_bytes` where they are present. Of an archive, a seed is its members.
std::vector<std::string> seeds(Kind kind, size_t max_bytes);
using Members = std::vector<std::pair<std::string, std::string>>;  // name and bytes
std::vector<Members> archive_seeds();

// An archive with these members, deflated.
std::string zipped(const Members& members);

}  // namespace redact::testing
