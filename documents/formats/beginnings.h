// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact {

// How files of each format begin, and where in a text one begins.

// The first byte of a text, from `at` on, that is neither white space, as `space` lists it, nor in
// a byte order mark; text.size() if there is none.
size_t after_space_and_marks(std::string_view text, size_t at, std::string_view space);

// Whether a text begins with an object that has a field, or with an array of such objects or of
// strings.
bool begins_json(std::string_view text);

// Whether a text begins with a header of HL7 v2 with any delimiters.
bool begins_hl7(std::string_view text);

inline bool begins_rtf(std::string_view text) { return text.starts_with("{\\rtf"); }

// The name of the tag that `text` begins with ("b" of <b class="x">); empty if it is not a tag.
// `opening`: "<" or "</".
std::string_view tag_name(std::string_view text, std::string_view opening);

// What a text begins with if it may be XML: the tag of the root element, which is empty if there is
// none, and what is before it besides comments and instructions.
struct XmlBeginning {
  bool has_declaration = false, has_doctype = false;
  bool has_own_types = false;  // the document type declares some itself, in brackets
  std::string_view root = {};
};
XmlBeginning xml_beginning(std::string_view text);

// The first byte, from `from` on, where a document of XML may begin: its declaration, else its
// first comment, instruction or tag. npos if there is none.
size_t find_xml(std::string_view text, size_t from);

// The first line, from `from` on, with which a FHIR resource in JSON begins, or an array of them.
// npos if there is none.
size_t find_fhir_json(std::string_view text, size_t from);

// Whether a message of HL7 v2 begins in a line of the text, perhaps after the time of a log.
bool holds_hl7(std::string_view text);

// Whether a document of XML begins after text without tags: it has a declaration, or its root is an
// element of FHIR or CDA.
bool holds_xml(std::string_view text);

}  // namespace redact
