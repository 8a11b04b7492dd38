// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// The length, without line ends, from which Base64 in plain text counts as a file (the digest
// SHA-512 has 88 characters), and the fewest bytes with that length.
inline constexpr size_t kLeastBase64 = 128;
inline constexpr size_t kLeastEncoded = 94;

// Bytes [begin, end) of a text that encode other bytes; not empty.
struct EncodedRun {
  size_t begin, end;
  bool is_base64;  // otherwise it is recognised by its context, and is not decoded
  bool has_least;  // it is recognised by its length, and must keep kLeastBase64 characters
  // The beginning of the words of a standard before it, "data:image/png;base64,", which stay; else
  // its own.
  size_t words;
};

// The runs of a text, ascending and disjoint. Work: linear.
// - kLeastBase64 characters of Base64 or more, with a capital, a small letter and a digit (digests
//   and sequences of bases have at most two of these). Lines belong together if they contain
//   nothing else, have 32 characters or more, except for the last, and are equally long, except for
//   the first and the last.
// - fewer characters that begin like a PDF, a ZIP archive, RTF, an image or an old Office document
// - the data of a URL, data:image/png;base64,...
// - the lines of uuencode, between begin 644 name and end
std::vector<EncodedRun> find_encoded_runs(std::string_view text);

// Whether the runs of a text are one file in Base64, and the text nothing else.
bool is_one_file(const std::vector<EncodedRun>& runs, std::string_view text);

}  // namespace redact
