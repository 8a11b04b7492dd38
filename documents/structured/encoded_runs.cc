// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/encoded_runs.h"

#include <algorithm>
#include <optional>

#include "base/ascii.h"
#include "base/word_list.h"

namespace redact {

namespace {

constexpr size_t kLeastLine = 32;  // PEM has 64, MIME 76

// Beginnings of files in Base64: %PDF-, PK, {\rtf, PNG, JPEG, GIF, TIFF, gzip, OLE. Such files have
// more letters than any word (kLeastFile).
constexpr auto kFiles =
    word_list<"JVBERi0 UEsDB e1xydGY iVBORw0KGgo /9j/ R0lGODlh R0lGODdh SUkqA H4sI 0M8R4KGx">();
constexpr size_t kLeastFile = 40;

bool begins_file(std::string_view text) {
  return std::any_of(kFiles.begin(), kFiles.end(),
                     [&](std::string_view file) { return text.starts_with(file); });
}

bool is_base64(char c) { return is_alphanumeric(c) || c == '+' || c == '/'; }

// The end of the characters of Base64 from `at` on, without padding.
size_t digits_end(std::string_view text, size_t at) {
  while (at < text.size() && is_base64(text[at])) ++at;
  return at;
}

// The end of the padding from `at` on.
size_t padding_end(std::string_view text, size_t at) {
  constexpr size_t kMost = 2;
  for (size_t n = 0; n < kMost && at < text.size() && text[at] == '='; ++n) ++at;
  return at;
}

// The beginning of the next line, after its indentation, if a line ends at `at`.
std::optional<size_t> next_line(std::string_view text, size_t at) {
  const size_t begin = at;
  if (at < text.size() && text[at] == '\r') ++at;
  if (at < text.size() && text[at] == '\n') ++at;
  if (at == begin) return std::nullopt;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

bool ends_line(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at == text.size() || text[at] == '\r' || text[at] == '\n';
}

bool is_mixed(std::string_view run) {
  const auto has = [&](bool (*kind)(char)) { return std::any_of(run.begin(), run.end(), kind); };
  return has([](char c) { return is_upper(c); }) && has([](char c) { return is_digit(c); }) &&
         has([](char c) { return is_letter(c) && !is_upper(c); });
}

// The run of Base64 that begins at `begin`, whatever its length.
struct Lines {
  size_t end, n;  // characters, with padding and without line ends
};
Lines base64_lines(std::string_view text, size_t begin) {
  size_t digits = digits_end(text, begin);
  Lines lines{padding_end(text, digits), 0};
  lines.n = lines.end - begin;
  size_t usual = 0;  // digits of a line; the first may begin in the middle of one
  while (lines.end == digits && lines.n >= kLeastLine) {
    const auto next = next_line(text, lines.end);
    if (!next) break;
    digits = digits_end(text, *next);
    const size_t end = padding_end(text, digits), n = end - *next;
    const bool goes_on = ends_line(text, end);
    // A quote or a bracket may follow the last line, but also a word.
    if (digits == *next) break;
    if (!goes_on && end == digits && !is_mixed(text.substr(*next, n))) break;
    const bool is_whole = goes_on && n >= kLeastLine && (usual == 0 || n == usual);
    // A line that is at most as long is the last one if it completes a group of four; a word on the
    // next line does not.
    const bool is_last = (usual == 0 ? n <= lines.n : n <= usual) && (lines.n + n) % 4 == 0;
    if (!is_whole && !is_last) break;
    lines = {end, lines.n + n};
    if (!is_whole) break;
    usual = n;
  }
  return lines;
}

// Words of standard media types and their parameters; sorted.
constexpr auto kTypeWords = sorted_words<
    "8 application ascii audio base64 bmp calendar charset css csv fhir gif html icon image iso "
    "jpeg jpg js json latin1 md mp3 mp4 mpeg octet ogg pdf plain png rtf stream svg text tiff us "
    "utf utf8 vcard video wav webp x xhtml xml zip">();

bool is_standard(std::string_view type) {
  constexpr std::string_view kBetween = "/;=+-";
  for (size_t at = 0; at <= type.size();) {
    const size_t end = std::min(type.find_first_of(kBetween, at), type.size());
    const std::string word = to_lower(type.substr(at, end - at));
    if (!word.empty() && !std::ranges::binary_search(kTypeWords, word)) return false;
    at = end + 1;
  }
  return true;
}

// The data of the data URL at `at`, and whether they are in Base64; nullopt if there is none.
std::optional<EncodedRun> data_of_url(std::string_view text, size_t at) {
  constexpr std::string_view kScheme = "data:", kBase64 = ";base64";
  constexpr size_t kLongestType = 200;
  if (at > 0 && is_alphanumeric(text[at - 1])) return std::nullopt;
  if (!starts_with_any_case(text.substr(at), kScheme)) return std::nullopt;
  const std::string_view rest = text.substr(at + kScheme.size(), kLongestType);
  const size_t comma = rest.find(',');
  const std::string_view type = rest.substr(0, comma);
  if (comma == rest.npos || type.find_first_of(" \t\r\n<>()") != type.npos) return std::nullopt;
  const bool is_base64 = to_lower(type).ends_with(kBase64);
  if (!is_base64 && type.find('/') == type.npos) return std::nullopt;
  const size_t begin = at + kScheme.size() + comma + 1;
  const size_t end = is_base64
                         ? base64_lines(text, begin).end
                         : std::min(text.find_first_of(" \t\r\n<>()\"'[", begin), text.size());
  if (begin == end) return std::nullopt;
  return EncodedRun{begin, end, is_base64, false, is_standard(type) ? at : begin};
}

// Whether a line is uuencoded: the number of its bytes, and these, in characters from the space to
// `.
bool is_uuencoded(std::string_view line) {
  if (line.empty() || line[0] <= ' ' || line[0] > '`') return false;
  const size_t n_bytes = static_cast<size_t>(line[0] - ' ') & 63;
  const size_t n_least = 1 + (n_bytes * 4 + 2) / 3, n_most = 1 + (n_bytes + 2) / 3 * 4;
  // Some encoders add a character, and trailing spaces may be lost.
  return line.size() <= n_most + 1 && (line.size() >= n_least || line.back() != ' ') &&
         line.size() * 2 > n_least &&
         std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '`'; });
}

// The lines behind "begin 644 name".
std::optional<EncodedRun> uuencoded(std::string_view text, size_t at) {
  constexpr std::string_view kBegin = "begin ";
  if (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') return std::nullopt;
  if (!text.substr(at).starts_with(kBegin)) return std::nullopt;
  const size_t mode = at + kBegin.size();
  size_t name = mode;
  while (name < text.size() && text[name] >= '0' && text[name] <= '7') ++name;
  const bool has_mode = name >= mode + 3 && name <= mode + 4 && text.substr(name).starts_with(' ');
  if (!has_mode) return std::nullopt;
  auto line = next_line(text, std::min(text.find_first_of("\r\n", name), text.size()));
  if (!line) return std::nullopt;
  const size_t begin = *line;
  size_t end = begin;
  while (line) {
    const size_t line_end = std::min(text.find_first_of("\r\n", *line), text.size());
    if (!is_uuencoded(text.substr(*line, line_end - *line))) break;
    end = line_end;
    line = next_line(text, line_end);
  }
  if (end == begin) return std::nullopt;
  return EncodedRun{begin, end, false, false, begin};
}

}  // namespace

std::vector<EncodedRun> find_encoded_runs(std::string_view text) {
  std::vector<EncodedRun> runs;
  for (size_t at = 0; at < text.size();) {
    if (!is_base64(text[at])) {
      ++at;
      continue;
    }
    auto known = to_lower(text[at]) == 'd' ? data_of_url(text, at) : std::nullopt;
    if (!known && text[at] == 'b') known = uuencoded(text, at);
    if (known) {
      runs.push_back(*known);
      at = known->end;
      continue;
    }
    const Lines lines = base64_lines(text, at);
    const std::string_view run = text.substr(at, lines.end - at);
    const bool is_long = lines.n >= kLeastBase64;
    const bool is_file = is_mixed(run) && (is_long || (lines.n >= kLeastFile && begins_file(run)));
    if (is_file) runs.push_back({at, lines.end, true, is_long, at});
    // Unmixed lines contain no mixed ones, so all are skipped; a few lines are tested again soon.
    at = is_file || is_long ? lines.end : digits_end(text, at);
  }
  return runs;
}

bool is_one_file(const std::vector<EncodedRun>& runs, std::string_view text) {
  constexpr std::string_view kAround = " \t\r\n";
  return runs.size() == 1 && runs[0].is_base64 &&
         runs[0].begin == text.find_first_not_of(kAround) &&
         runs[0].end == text.find_last_not_of(kAround) + 1;
}

}  // namespace redact
