// SPDX-License-Identifier: Apache-2.0
// Small sound files of every format that is redacted in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/zip_archive.h"

namespace redact::testing {

// A kind of input, by how it reaches the program.
enum class Kind {
  kFhirJson,
  kFhirXml,
  kRuledJson,  // the same two by rules of a user (--fhir-rules)
  kRuledXml,
  kCda,
  kHl7,
  kHtml,
  kRtf,
  kDocx,
  kXlsx,
  kOds,
  kOdt,
  kJsonLines,  // with chosen fields: kJsonTexts, and kHidden under a label
  kTable,      // with chosen columns: kTableTexts, and kHidden under a label
  kUtf16,
  kNote,  // with pieces of HTML
  kMail,
};

inline const std::vector<std::string> kJsonTexts = {"note.text", "summary"};
inline const std::vector<std::string> kTableTexts = {"note", "plan"};
inline const std::string kHidden = "mrn";

// Rules for FHIR, of every method, that take away single values, lists and all but one value.
inline constexpr std::string_view kFhirRules = R"json({"fhirPathRules": [
  {"path": "nodesByType('HumanName').given", "method": "keep"},
  {"path": "nodesByType('HumanName')", "method": "redact"},
  {"path": "nodesByType('Extension')", "method": "redact"},
  {"path": "nodesByType('ContactPoint').where(system='phone')", "method": "redact"},
  {"path": "Resource.id | nodesByType('Identifier').value", "method": "cryptoHash"},
  {"path": "nodesByType('Reference').reference", "method": "cryptoHash"},
  {"path": "Patient.birthDate | nodesByType('instant')", "method": "dateShift"},
  {"path": "nodesByType('Coding').code", "method": "substitute", "replaceWith": "x"},
  {"path": "Observation.value | Patient.multipleBirth", "method": "perturb", "span": 3},
  {"path": "nodesByType('Annotation') | nodesByType('CodeableConcept')", "method": "redactText"},
  {"path": "Observation.status | AuditEvent.recorded", "method": "redact"},
  {"path": "Bundle.entry | Patient.address | Patient.deceased | Patient.active", "method": "redact"},
  {"path": "Patient.text", "method": "redact"}],
  "parameters": {"enablePartialDatesForRedact": true, "enablePartialZipCodesForRedact": true}})json";

// A name for reports, and the end of the names of such files.
std::string kind_name(Kind kind);
std::string file_ending(Kind kind);

// The seeds of a kind: those that are written here, then the shared documents of at most
// `max_bytes` where they are present. Of an archive, a seed is its members.
std::vector<std::string> seeds(Kind kind, size_t max_bytes);
std::vector<ZipEntries> archive_seeds(Kind kind);
// Whether files of a kind are archives.
inline bool is_archive(Kind kind) {
  return kind == Kind::kDocx || kind == Kind::kXlsx || kind == Kind::kOds || kind == Kind::kOdt;
}

}  // namespace redact::testing
