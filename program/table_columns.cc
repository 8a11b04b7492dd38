// SPDX-License-Identifier: Apache-2.0
#include "program/table_columns.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/utf16.h"
#include "documents/files/table_bytes.h"
#include "documents/files/table_header.h"
#include "program/complain.h"
#include "program/exit_code.h"

namespace redact {

namespace {

struct Header {
  char separator;
  std::vector<CsvField> columns;
};

std::optional<Header> find_header(std::string_view content, bool whole,
                                  std::string_view separators) {
  const auto separator = choose_separator(content, whole, separators);
  if (!separator) return std::nullopt;
  const auto size = header_size(content, *separator, whole);
  if (!size) return std::nullopt;
  auto columns = split_header(content.substr(0, *size), *separator);
  if (!columns.ok()) return Header{*separator, {}};
  return Header{*separator, std::move(columns).value()};
}

// Reads an input up to the end of its header.
Result<Header> read_header(const Input& input, std::string_view separators) {
  auto opened =
      input.is_stdin() ? InputBytes::standard_input() : InputBytes::open(input.path, input.is_pipe);
  if (!opened.ok()) return opened.error();
  TableBytes bytes(std::move(opened).value());
  for (;;) {
    auto header = find_header(bytes.unread(), bytes.has_ended(), separators);
    if (header) return *std::move(header);
    if (bytes.has_ended() || bytes.unread().size() > kMaxHeaderBytes) {
      return Error{ErrorKind::kBadInput, "header", "is longer than 1 MiB"};
    }
    REDACT_TRY(bytes.read_more());
  }
}

std::string name_of(char separator) {
  switch (separator) {
    case ',': return "commas";
    case ';': return "semicolons";
    case '\t': return "tabs";
    case '|': return "bars";
    default: return "the --delimiter";
  }
}

Error error_of(const Header& header) {
  const size_t n = header.columns.size();
  return {ErrorKind::kBadInput, "table",
          "has " + std::to_string(n) + (n == 1 ? " column" : " columns, separated by ") +
              (n == 1 ? "" : name_of(header.separator)) +
              ": name those to redact with --text-column or --column-label (--list-columns prints "
              "their names), or read the file as one text with --as-text"};
}

bool is_unchosen(const Input& input, const Options& options) {
  return !input.is_pipe && !input.separators().empty() && !is_table(input, options) &&
         !options.fields.as_text && options.restore.empty();
}

}  // namespace

std::string_view separators_of(const Input& input, const Options& options) {
  return options.delimiter.empty() ? input.separators() : std::string_view(options.delimiter);
}

bool is_table(const Input& input, const Options& options) {
  if (input.separators().empty()) return false;
  return !options.text_columns.empty() || (!input.is_pipe && !options.fields.labelled.empty());
}

std::optional<Error> unchosen_table(const Input& input, const Options& options,
                                    std::string_view content) {
  if (!is_unchosen(input, options)) return std::nullopt;
  std::string utf8;
  if (const auto utf16 = find_utf16(content)) {
    content = content.substr(0, 2 * kMaxHeaderBytes);
    take_utf16(content, utf16->high_byte_first, utf8);
    content = utf8;
  }
  const auto header = find_header(content, true, separators_of(input, options));
  return error_of(header ? *header : Header{});
}

std::optional<Error> unchosen_table(const Input& input, const Options& options) {
  if (!is_unchosen(input, options)) return std::nullopt;
  const auto header = read_header(input, separators_of(input, options));
  if (!header.ok()) return std::nullopt;  // reading it will say why
  return error_of(*header);
}

int list_columns(const Input& input, const Options& options) {
  if (input.separators().empty()) {
    return fail("--list-columns requires a .csv or .tsv file, or standard input", kUsage);
  }
  const auto header = read_header(input, separators_of(input, options));
  if (!header.ok()) return fail(header.error().message(), kFatal);
  for (const CsvField& column : header->columns) std::printf("%s\n", column.text.c_str());
  return flush_output();
}

}  // namespace redact
