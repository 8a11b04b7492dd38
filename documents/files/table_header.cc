// SPDX-License-Identifier: Apache-2.0
#include "documents/files/table_header.h"

#include <algorithm>

#include "base/ascii.h"

namespace redact {

namespace {

constexpr std::string_view kNamesSeparator = "sep=";

// The bytes of a line end at the beginning of `bytes`.
size_t line_end(std::string_view bytes) {
  return bytes.starts_with("\r\n") ? 2 : bytes.starts_with('\n') ? 1 : 0;
}

size_t mark_size(std::string_view bytes) {
  return bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

// The separator that a line names at the beginning.
std::optional<char> named_separator(std::string_view bytes) {
  bytes.remove_prefix(mark_size(bytes));
  constexpr size_t kSize = kNamesSeparator.size() + 1;
  const bool is_named = bytes.starts_with(kNamesSeparator) && bytes.size() > kSize &&
                        line_end(bytes.substr(kSize)) > 0;
  return is_named ? std::optional(bytes[kNamesSeparator.size()]) : std::nullopt;
}

// The bytes before the first row.
size_t preamble_size(std::string_view bytes) {
  size_t at = mark_size(bytes);
  if (named_separator(bytes)) at += kNamesSeparator.size() + 1;
  while (const size_t end = line_end(bytes.substr(at))) at += end;
  return at;
}

}  // namespace

bool is_empty_line(std::string_view row) { return row == "\n" || row == "\r\n"; }

std::optional<size_t> header_size(std::string_view bytes, char separator, bool whole) {
  const size_t at = preamble_size(bytes);
  const std::optional<size_t> size = RowFinder(separator).find_end(bytes.substr(at));
  if (size) return at + *size;
  return whole ? std::optional(bytes.size()) : std::nullopt;
}

std::optional<char> choose_separator(std::string_view bytes, bool whole,
                                     std::string_view separators, std::string_view column) {
  whole = whole || bytes.size() > kMaxHeaderBytes;
  if (const auto named = named_separator(bytes)) {
    return header_size(bytes, *named, whole) ? named : std::nullopt;
  }
  char best = separators.front();
  size_t most = 0;
  for (const char separator : separators) {
    const auto size = header_size(bytes, separator, whole);
    if (!size) return std::nullopt;
    const auto fields = split_header(bytes.substr(0, *size), separator);
    if (!fields.ok()) continue;
    const bool has_column = std::any_of(fields->begin(), fields->end(), [&](const CsvField& field) {
      return !column.empty() && field.text == column;
    });
    if (has_column) return separator;
    if (fields->size() > most) {
      most = fields->size();
      best = separator;
    }
  }
  return best;
}

Result<std::vector<CsvField>> split_header(std::string_view header, char separator) {
  header.remove_prefix(preamble_size(header));
  if (header.empty()) return std::vector<CsvField>();
  return split_row(header, separator, 0);
}

}  // namespace redact
