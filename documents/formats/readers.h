// SPDX-License-Identifier: Apache-2.0
// The readers of the formats. Each adds the segments of a file to a document:
// of the document itself or of a file that it contains.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/files/chosen_fields.h"
#include "documents/formats/part_list.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The host of hidden ids and addresses in mails.
inline constexpr std::string_view kHiddenHost = "hidden.invalid";

// Reads a file, or a file within it, in its format.
Result<void> read_parts(PartList& parts, Format format);
Result<void> read_html(PartList& parts);
Result<void> read_xml(PartList& parts);
// CDA and FHIR in XML, for read_xml.cc.
inline constexpr std::string_view kCdaSpace = "urn:hl7-org:v3";
inline constexpr std::string_view kFhirSpace = "http://hl7.org/fhir";
Result<void> read_cda(PartList& parts, const XmlTexts& texts);
Result<void> read_fhir_xml(PartList& parts, const XmlTexts& texts);
Result<void> read_json(PartList& parts);
Result<void> read_hl7(PartList& parts);
Result<void> read_mail(PartList& parts);
Result<void> read_rtf(PartList& parts);
Result<void> read_chosen(PartList& parts, const ChosenFields& chosen);
// A document that is an archive.
Result<FormattedText> read_docx(std::string_view document, StopCheck& stop);
Result<FormattedText> read_odf(std::string_view document, StopCheck& stop,
                               const FormattedText* made_from);
Result<FormattedText> read_xlsx(std::string_view document, StopCheck& stop,
                                const FormattedText* made_from);
// A page that is the text of a segment of the file.
Result<void> read_page(PartList& parts, const TextSegment& segment);

}  // namespace redact
