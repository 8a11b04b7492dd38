// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/hl7_delimiters.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "base/ascii.h"

namespace redact {

namespace {

Error bad_delimiter(size_t at, std::string what) {
  return Error{ErrorKind::kBadInput, "byte " + std::to_string(at), std::move(what)};
}

}  // namespace

Result<Hl7Header> read_hl7_header(std::string_view header) {
  constexpr size_t kFieldAt = 3, kOthersAt = 4;
  if (header.size() <= kFieldAt) return bad_delimiter(kFieldAt, "a header without delimiters");
  Hl7Header read{{.field = header[kFieldAt],
                  .component = 0,
                  .repetition = 0,
                  .escape = 0,
                  .subcomponent = 0,
                  .truncation = 0},
                 std::min(header.find(header[kFieldAt], kOthersAt), header.size())};
  std::string others(header.substr(kOthersAt, read.fields - kOthersAt));
  // ^~\\& is ^~\& from a program that escaped it once too often.
  if (others.size() > 3 && others[2] == others[3]) others.erase(3, 1);
  Hl7Delimiters& d = read.delimiters;
  char* const places[] = {&d.component, &d.repetition, &d.escape, &d.subcomponent, &d.truncation};
  if (others.size() > std::size(places)) {
    return bad_delimiter(kOthersAt, "more than five delimiters after the first");
  }
  std::string seen;
  for (size_t i = 0; i <= others.size(); ++i) {
    const char c = i == 0 ? d.field : others[i - 1];
    if (!std::ispunct(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) > 0x7e) {
      return bad_delimiter(kFieldAt + i, "a delimiter that is not punctuation");
    }
    if (seen.find(c) != std::string::npos) {
      return bad_delimiter(kFieldAt + i, "a delimiter with two meanings");
    }
    seen += c;
    if (i > 0) *places[i - 1] = c;
  }
  return read;
}

size_t find_hl7_header(std::string_view line) {
  constexpr ptrdiff_t kLeastFields = 8;  // a message type is in the ninth
  const bool is_segment = line.size() > 3 && line[3] == '|' && is_upper(line[0]);
  const size_t at = is_segment ? line.npos : line.find(kHl7Header);
  // In a page or a string of JSON, a message is the text of these.
  if (at == line.npos || line.substr(0, at).find_first_of("<{\"") != line.npos) return line.npos;
  return std::count(line.begin() + static_cast<ptrdiff_t>(at), line.end(), '|') < kLeastFields
             ? line.npos
             : at;
}

}  // namespace redact
