// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/label.h"

namespace redact {

// Presidio's name for a label. A label without such a name keeps its own. Numbers are ID, since
// each of Presidio's names for them means those of one country.
constexpr std::string_view presidio_name(Label label) {
  switch (label) {
    case Label::kPatient:
    case Label::kDoctor:
    case Label::kName:
    case Label::kUsername: return "PERSON";
    case Label::kAge: return "AGE";
    case Label::kNationality: return "NRP";  // nationality, religion or political group
    case Label::kDate: return "DATE_TIME";
    case Label::kStreet:
    case Label::kCity:
    case Label::kState:
    case Label::kZip:
    case Label::kCountry:
    case Label::kLocation: return "LOCATION";
    case Label::kHospital:
    case Label::kOrganization: return "ORGANIZATION";
    case Label::kPhone:
    case Label::kFax: return "PHONE_NUMBER";
    case Label::kEmail: return "EMAIL_ADDRESS";
    case Label::kUrl: return "URL";
    case Label::kIp: return "IP_ADDRESS";
    case Label::kMedicalRecord:
    case Label::kHealthPlan:
    case Label::kLicense:
    case Label::kEncounter:
    case Label::kEmployee:
    case Label::kSsn:
    case Label::kAccount:
    case Label::kVehicle:
    case Label::kDevice:
    case Label::kBiometric:
    case Label::kId: return "ID";
    case Label::kFamily:  // words of kinship
    case Label::kSex:
    case Label::kProfession:
    case Label::kOther: break;
  }
  return label_name(label);
}

}  // namespace redact
