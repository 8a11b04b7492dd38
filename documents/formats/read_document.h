// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/files/chosen_fields.h"
#include "documents/formats/column_labels.h"
#include "documents/formats/fhir_rules.h"
#include "documents/formats/field_table.h"
#include "documents/formats/format.h"
#include "documents/structured/charsets.h"
#include "documents/structured/document_text.h"

namespace redact {

// The replacement of a contained file that cannot be read; in Base64 if a file is required.
inline constexpr std::string_view kRemovedFile = "[REMOVED]";

// A document as its format reads it.
struct FormattedText {
  DocumentText text;
  std::vector<Field> fields;  // by the `use` of the parts of `text`
  // The replacement of a kWhole or kRemoved part, by its number.
  std::unordered_map<size_t, std::string> masks;
  // Parts that are emptied because they held unreadable content, such as an image: a person should
  // look at the document.
  size_t n_unread = 0;
  // Dates, and numbers that may be dates, in text that stays: measured numbers, the fields of a row
  // or line that were not chosen, and names of members of an archive.
  size_t n_kept_dates = 0;
  // Values of identifying fields that a user's rules remove.
  struct Named {
    Label label;
    std::string value;
  };
  std::vector<Named> named = {};
  // Of the file, where its format does not say it by itself; nullopt: UTF-8.
  std::optional<Charset> charset = {};
  // Whether it holds a text in several forms, such as a mail with a page: values that are hidden in
  // one are hidden in the others.
  bool has_alternatives = false;
  // Of the files within it, in the order in which they were found. A redaction that is read again
  // has the formats of its source: redaction may have changed what the bytes look like.
  std::vector<Format> inner_formats = {};
  // Of the sheets within it, by any number. A redaction that is read again has those of its source.
  std::map<size_t, ColumnLabels> labels = {};
  // The fields of HL7 v2 that are read or hidden, by file and place. A redaction that is read again
  // has those of its source, even where a replacement looks like a code or a number.
  std::map<std::pair<size_t, std::string>, Field> texts = {};
  const FormattedText* made_from = nullptr;
};

// A document that is text as a whole. `document` must outlive the result.
inline FormattedText plain_text(std::string_view document) {
  return {DocumentText::whole(document), {}, {}};
}

// Reads a document; for a row or a JSON line, the chosen fields, else all of it. If there are
// `rules`, FHIR is read by them. `document` and `rules` must outlive the result. Errors name a byte
// of the document or a chosen field, or the unsupported feature; they never quote the document. The
// error of `stop` if that stops. `made_from`: the source of a redaction that is read again, which
// has the character set of the source whatever its bytes look like without the hidden text.
Result<FormattedText> read_document(std::string_view document, Format format,
                                    const ChosenFields* chosen = nullptr,
                                    const FhirRules* rules = nullptr,
                                    StopCheck& stop = StopCheck::never(),
                                    const FormattedText* made_from = nullptr);

}  // namespace redact
