// SPDX-License-Identifier: Apache-2.0
// Conditions that every redacted file must meet. These checks share no code with what
// writes the output: structure is compared by other libraries, bytes by the edits alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "redactor/redaction.h"

namespace redact::testing {

// The finding of a check; nullopt if there is none.
using Complaint = std::optional<std::string>;

// Outside the edits all bytes are equal; edits are ascending and apart, and every entity lies in
// edits.
Complaint check_bytes(std::string_view source, const Redaction& redaction);

// JSON, XML, HTML, HL7 v2, RTF or UTF-16 is still that afterwards, with the same structure. Sources
// that the other parser refuses are not judged.
Complaint check_json(std::string_view source, std::string_view output);
Complaint check_xml(std::string_view source, std::string_view output);
Complaint check_html(std::string_view source, std::string_view output);
Complaint check_hl7(std::string_view source, std::string_view output);
Complaint check_rtf(std::string_view source, std::string_view output);
Complaint check_utf16(std::string_view source, std::string_view output);
// A mail has the same lines of boundaries.
Complaint check_mail(std::string_view source, std::string_view output);
// Of FHIR by a user's rules: nothing is there that was not, in its order, but what says that a
// value is masked.
Complaint check_removed_json(std::string_view source, std::string_view output);
Complaint check_removed_xml(std::string_view source, std::string_view output);
// Archives: the same members, in which only texts, values of attributes and images differ.
Complaint check_archive(std::string_view source, std::string_view output);
// Of workbooks, also the content of cells.
Complaint check_workbook(std::string_view source, std::string_view output);
Complaint check_sheet_member(std::string_view source, std::string_view output);
// A line of JSON: fields other than the chosen ones are equal.
Complaint check_json_line(std::string_view source, std::string_view output);
// A row: fields in other columns are equal, byte by byte. `chosen`: numbers of columns.
Complaint check_row(std::string_view source, std::string_view output, char separator,
                    const std::vector<size_t>& chosen);

bool is_json(std::string_view text);
bool is_xml(std::string_view text);

}  // namespace redact::testing
