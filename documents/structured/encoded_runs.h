// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// Fewest characters of Base64 that count as a file where no format says so; line ends are not
// counted. The digest SHA-512 has 88. And the fewest bytes that have so many.
inline constexpr size_t kLeastBase64 = 128;
inline constexpr size_t kLeastEncoded = 94;

// Bytes [begin, end) of a text that stand for something else, not empty.
struct EncodedRun {
  size_t begin, end;
  bool is_base64;  // otherwise it is known for its place alone, and nothing here decodes it
  bool has_least;  // it is known for its length, and has to keep kLeastBase64
};

// The runs of a text, ascending and disjoint. Work: linear.
// - kLeastBase64 characters of Base64 or more, with a capital, a small letter and a digit: digests
//   and sequences of bases have two of these. Lines go on if they hold nothing else, have 32
//   characters or more but for the last, and are equally long but for the first and the last.
// - fewer of them that begin like a PDF, a ZIP archive, RTF, an image or an old Office document
// - the data of a URL, data:image/png;base64,...
// - the lines of uuencode, between begin 644 name and end
std::vector<EncodedRun> find_encoded_runs(std::string_view text);

}  // namespace redact
