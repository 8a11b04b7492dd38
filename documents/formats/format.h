// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace redact {

// The format of a document.
enum class Format : uint8_t {
  kText,  // plain text, perhaps with pieces of HTML, or in UTF-16
  kHtml,
  kXml,   // CDA, FHIR and any other
  kJson,  // FHIR and any other
  kHl7,   // HL7 v2
  kRtf,
  kDocx,
  kXlsx,
  kOds,
  kOdt,
  kMail,  // RFC 5322 and MIME
};

// The format of a document by its content. A text that could be a page, or a note with pieces of
// HTML, is a page if its file has the name of one. `file_name` may be empty.
// - mail: the text begins with a header that has a field of mails alone (Message-ID, Received) and
//   another one, or any if its file is named .eml.
// - HL7 v2: the text begins with MSH, FHS or BHS and a delimiter, or holds a line that begins with
//   MSH|^~\&, perhaps after the time of a log.
// - RTF: the text begins with {\rtf; white space and byte order marks before it are ignored.
// - JSON: the text begins with an object that has a field, or with an array of such objects or of
//   strings; white space and byte order marks before it are ignored. Or a line begins a FHIR
//   resource.
// - XML: the text begins with <?xml, or with an element in a namespace, perhaps after comments; or
//   either follows text without tags, if it is <?xml or an element of FHIR or CDA.
// - HTML: the text begins with <!doctype or <!--, or with an element whose end tag follows it; or
//   it holds an end tag of a page, paragraph, list or table (</div>, </p>, </td> ...); or its file
//   is named .html, .htm or .xhtml and it holds any tag.
// An occasional <b> or <br>, "p<0.05", <PATIENT> and [PATIENT] are plain text.
Format find_format(std::string_view text, std::string_view file_name);

// The kind of a document that no reader can read: one that is not plain text (binary_kind), or a
// piece of mail with parts in Base64 or quoted-printable, which neither rules nor a model can read.
// nullptr if it can be read. DOCX, which begins as an archive, must be recognised by the caller.
const char* unreadable_kind(std::string_view document);

// Whether a text has parts in an encoding that mails use for characters beyond ASCII, or encoded
// words. Only a mail's reader can read these.
bool is_encoded_mail(std::string_view text);
inline constexpr const char* kEncodedMail = "a piece of mail with encoded parts";

// The format of an Office document, by the folders of its members.
Format find_archive_format(std::string_view archive);

// The format of a document, or the error for one that no reader can read. Only a file can be
// an archive.
Result<Format> recognise(std::string_view document, std::string_view file_name, bool is_file);

}  // namespace redact
