// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/formats/field_table.h"

namespace redact {

// The shipped tables (fhir.yaml, cda.yaml, hl7.yaml, docx.yaml, xlsx.yaml, odf.yaml, mail.yaml),
// compiled at their first use. Static.
const FieldTable& fhir_fields();
const FieldTable& cda_fields();
const FieldTable& hl7_fields();
const FieldTable& docx_fields();
const FieldTable& xlsx_fields();
const FieldTable& odf_fields();
const FieldTable& mail_fields();

// The types of FHIR (fhir_types.txt), for fhir_types.cc. Static.
std::string_view fhir_type_list();
// hl7_types.txt, for hl7_types.cc
std::string_view hl7_type_list();
// columns.yaml, for caption.cc
std::string_view caption_list();
// docx_settings.txt
std::string_view docx_setting_list();
// odf_settings.txt
std::string_view odf_setting_list();
// xlsx_settings.txt
std::string_view xlsx_setting_list();

}  // namespace redact
