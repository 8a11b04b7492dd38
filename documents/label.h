// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/word_list.h"

namespace redact {

// The kind of identifier in a span of a document. Reports use this order.
enum class Label : unsigned char {
  kPatient,
  kDoctor,
  kFamily,
  kName,
  kUsername,
  kAge,
  kSex,
  kNationality,  // people's nationality or ethnic origin; a country itself is a COUNTRY
  kDate,
  kStreet,
  kCity,
  kState,
  kZip,
  kCountry,
  kLocation,
  kHospital,
  kOrganization,
  kProfession,
  kPhone,
  kFax,
  kEmail,
  kUrl,
  kIp,
  kMedicalRecord,
  kHealthPlan,
  kLicense,
  kEncounter,
  kEmployee,
  kSsn,
  kAccount,
  kVehicle,
  kDevice,
  kBiometric,
  kId,
  kOther,
};

inline constexpr std::array<std::string_view, 35> kLabelNames = {
    "PATIENT",     "DOCTOR",      "FAMILY",    "NAME",     "USERNAME",     "AGE",
    "SEX",         "NATIONALITY", "DATE",      "STREET",   "CITY",         "STATE",
    "ZIP",         "COUNTRY",     "LOCATION",  "HOSPITAL", "ORGANIZATION", "PROFESSION",
    "PHONE",       "FAX",         "EMAIL",     "URL",      "IP",           "MEDICAL_RECORD",
    "HEALTH_PLAN", "LICENSE",     "ENCOUNTER", "EMPLOYEE", "SSN",          "ACCOUNT",
    "VEHICLE",     "DEVICE",      "BIOMETRIC", "ID",       "OTHER",
};

constexpr std::string_view label_name(Label label) {
  return kLabelNames[static_cast<size_t>(label)];
}

// Whether the spans of a label are names of people. FAMILY spans are words of kinship ("mother"),
// which are not names.
constexpr bool is_name(Label label) {
  return label == Label::kPatient || label == Label::kDoctor || label == Label::kName;
}

constexpr std::optional<Label> find_label(std::string_view name) {
  return find_named<Label>(kLabelNames, name);
}

}  // namespace redact
