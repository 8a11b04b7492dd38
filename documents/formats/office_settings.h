// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether an attribute of an element of ECMA-376, of its extensions or of VML may stay with this
// value, because it describes the look of a DOCX file and nothing about a person
// (docx_settings.txt). The element is in the namespace `space`; names are local.
bool is_docx_setting(std::string_view space, std::string_view element, std::string_view attribute,
                     std::string_view value);

// The same for an XLSX file, whose cells and strings are not among them (xlsx_settings.txt).
bool is_xlsx_setting(std::string_view space, std::string_view element, std::string_view attribute,
                     std::string_view value);

// Whether an attribute of OpenDocument may stay with any value (odf_settings.txt).
bool may_stay_in_odf(std::string_view attribute);

// Whether a name is a hash, by which OpenDocument names pictures.
bool is_hash_name(std::string_view name);

// Whether a name consists of words that Word, Excel or LibreOffice chose: "Heading 1", "_Toc4711".
bool is_program_name(std::string_view name);

}  // namespace redact
