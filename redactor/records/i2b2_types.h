// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "documents/label.h"

namespace redact {

// A kind of identifier in the annotations of i2b2 2014: an element and its attribute TYPE.
struct I2b2Type {
  std::string_view element, type;
};

// The kind of a label. Names of relatives are PATIENT there, by its guidelines; a label without a
// kind is OTHER.
constexpr I2b2Type i2b2_type(Label label) {
  switch (label) {
    case Label::kPatient:
    case Label::kName: return {"NAME", "PATIENT"};
    case Label::kDoctor: return {"NAME", "DOCTOR"};
    case Label::kUsername: return {"NAME", "USERNAME"};
    case Label::kAge: return {"AGE", "AGE"};
    case Label::kDate: return {"DATE", "DATE"};
    case Label::kStreet: return {"LOCATION", "STREET"};
    case Label::kCity: return {"LOCATION", "CITY"};
    case Label::kState: return {"LOCATION", "STATE"};
    case Label::kZip: return {"LOCATION", "ZIP"};
    case Label::kCountry: return {"LOCATION", "COUNTRY"};
    case Label::kLocation: return {"LOCATION", "LOCATION-OTHER"};
    case Label::kHospital: return {"LOCATION", "HOSPITAL"};
    case Label::kOrganization: return {"LOCATION", "ORGANIZATION"};
    case Label::kProfession: return {"PROFESSION", "PROFESSION"};
    case Label::kPhone: return {"CONTACT", "PHONE"};
    case Label::kFax: return {"CONTACT", "FAX"};
    case Label::kEmail: return {"CONTACT", "EMAIL"};
    case Label::kUrl: return {"CONTACT", "URL"};
    case Label::kIp: return {"CONTACT", "IPADDR"};
    case Label::kMedicalRecord: return {"ID", "MEDICALRECORD"};
    case Label::kHealthPlan: return {"ID", "HEALTHPLAN"};
    case Label::kLicense: return {"ID", "LICENSE"};
    case Label::kSsn: return {"ID", "SSN"};
    case Label::kAccount: return {"ID", "ACCOUNT"};
    case Label::kVehicle: return {"ID", "VEHICLE"};
    case Label::kDevice: return {"ID", "DEVICE"};
    case Label::kBiometric: return {"ID", "BIOID"};
    case Label::kEncounter:
    case Label::kEmployee:
    case Label::kId: return {"ID", "IDNUM"};
    case Label::kFamily:
    case Label::kSex:
    case Label::kNationality:
    case Label::kOther: break;
  }
  return {"OTHER", "OTHER"};
}

}  // namespace redact
