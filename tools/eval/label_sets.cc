// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/label_sets.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "documents/label.h"
#include "language/words.h"

namespace redact::eval {

namespace {

// TERRITORIO holds what this project calls CITY, STATE, ZIP and LOCATION.
const std::map<std::string_view, std::string_view> kMeddocan = {
    {"PATIENT", "NOMBRE_SUJETO_ASISTENCIA"},
    {"NAME", "NOMBRE_SUJETO_ASISTENCIA"},
    {"DOCTOR", "NOMBRE_PERSONAL_SANITARIO"},
    {"FAMILY", "FAMILIARES_SUJETO_ASISTENCIA"},
    {"AGE", "EDAD_SUJETO_ASISTENCIA"},
    {"SEX", "SEXO_SUJETO_ASISTENCIA"},
    {"DATE", "FECHAS"},
    {"STREET", "CALLE"},
    {"CITY", "TERRITORIO"},
    {"STATE", "TERRITORIO"},
    {"ZIP", "TERRITORIO"},
    {"LOCATION", "TERRITORIO"},
    {"COUNTRY", "PAIS"},
    {"NATIONALITY", "PAIS"},
    {"HOSPITAL", "HOSPITAL"},
    {"ORGANIZATION", "INSTITUCION"},
    {"PROFESSION", "PROFESION"},
    {"PHONE", "NUMERO_TELEFONO"},
    {"FAX", "NUMERO_FAX"},
    {"EMAIL", "CORREO_ELECTRONICO"},
    {"URL", "URL_WEB"},
    {"IP", "DIREC_PROT_INTERNET"},
    {"MEDICAL_RECORD", "ID_SUJETO_ASISTENCIA"},
    {"SSN", "ID_SUJETO_ASISTENCIA"},
    {"HEALTH_PLAN", "ID_ASEGURAMIENTO"},
    {"LICENSE", "ID_TITULACION_PERSONAL_SANITARIO"},
    {"ENCOUNTER", "ID_CONTACTO_ASISTENCIAL"},
    {"EMPLOYEE", "ID_EMPLEO_PERSONAL_SANITARIO"},
    {"OTHER", "OTROS_SUJETO_ASISTENCIA"},
    {"VEHICLE", "IDENTIF_VEHICULOS_NRSERIE_PLACAS"},
    {"DEVICE", "IDENTIF_DISPOSITIVOS_NRSERIE"},
    {"BIOMETRIC", "IDENTF_BIOMETRICOS"},
    {"ID", "OTRO_NUMERO_IDENTIF"},
};

// The labels of i2b2 2014 that this project spells differently.
const std::map<std::string_view, std::string_view> kI2b2 = {
    {"ROOM", "LOCATION"},
    {"DEPARTMENT", "HOSPITAL"},
    {"LOCATION-OTHER", "LOCATION"},
    {"IPADDR", "IP"},
    {"MEDICALRECORD", "MEDICAL_RECORD"},
    {"HEALTHPLAN", "HEALTH_PLAN"},
    {"BIOID", "BIOMETRIC"},
    {"IDNUM", "ID"},
};

const std::map<std::string_view, std::string_view> kCoarse = {
    {"PATIENT", "NAME"},
    {"DOCTOR", "NAME"},
    {"FAMILY", "NAME"},
    {"NAME", "NAME"},
    {"USERNAME", "NAME"},
    {"PERSON", "NAME"},
    {"NAME_PATIENT", "NAME"},
    {"NAME_DOCTOR", "NAME"},
    {"NAME_EXT", "NAME"},
    {"NAME_RELATIVE", "NAME"},
    {"NAME_USERNAME", "NAME"},
    {"NAME_OTHER", "NAME"},
    {"AGE", "AGE"},
    {"DATE", "DATE"},
    {"DATE_TIME", "DATE"},
    {"STREET", "LOCATION"},
    {"CITY", "LOCATION"},
    {"STATE", "LOCATION"},
    {"ZIP", "LOCATION"},
    {"COUNTRY", "LOCATION"},
    {"LOCATION", "LOCATION"},
    {"HOSPITAL", "LOCATION"},
    {"ORGANIZATION", "LOCATION"},
    {"STREET_ADDRESS", "LOCATION"},
    {"GPE", "LOCATION"},
    {"ZIP_CODE", "LOCATION"},
    {"PHONE", "CONTACT"},
    {"FAX", "CONTACT"},
    {"EMAIL", "CONTACT"},
    {"URL", "CONTACT"},
    {"IP", "CONTACT"},
    {"PHONE_NUMBER", "CONTACT"},
    {"EMAIL_ADDRESS", "CONTACT"},
    {"DOMAIN_NAME", "CONTACT"},
    {"IP_ADDRESS", "CONTACT"},
    {"MEDICAL_RECORD", "ID"},
    {"HEALTH_PLAN", "ID"},
    {"LICENSE", "ID"},
    {"ENCOUNTER", "ID"},
    {"EMPLOYEE", "ID"},
    {"SSN", "ID"},
    {"ACCOUNT", "ID"},
    {"VEHICLE", "ID"},
    {"DEVICE", "ID"},
    {"BIOMETRIC", "ID"},
    {"ID", "ID"},
    {"CREDIT_CARD", "ID"},
    {"IBAN_CODE", "ID"},
    {"US_SSN", "ID"},
    {"US_DRIVER_LICENSE", "ID"},
    {"NATIONALITY", "OTHER"},
    {"PROFESSION", "OTHER"},
    {"PROFESSION_STATUS", "OTHER"},
    // Those of the Spanish study and of the emergency-department study
    {"DIR", "LOCATION"},
    {"LOC", "LOCATION"},
    {"INST", "LOCATION"},
    {"NUM", "ID"},
    {"FECHA", "DATE"},
    {"TEL", "CONTACT"},
    {"MAIL", "CONTACT"},
    // Those of EuroPriv-Bench that no other set has
    {"ADDRESS", "LOCATION"},
    {"FACILITY", "LOCATION"},
    {"COURT", "LOCATION"},
    {"ORG_PARTY", "LOCATION"},
    {"PROVIDER", "NAME"},
    {"NATIONAL_ID", "ID"},
    {"ACCOUNT_ID", "ID"},
    {"COMPANY_ID", "ID"},
    {"CASE_NUMBER", "ID"},
    {"MRN", "ID"},
};

// The labels of GraSCCo, presidio-research and EuroPriv-Bench in those of this project, except
// those of GraSCCo that follow from a prefix (own_labels).
const std::map<std::string_view, std::vector<Label>> kOwn = {
    {"PERSON", {Label::kName}},
    {"DATE_TIME", {Label::kDate}},
    {"GPE", {Label::kCity, Label::kState, Label::kCountry}},
    // Streets, most of them with the town, the state, the postal code and the country
    {"STREET_ADDRESS", {Label::kStreet, Label::kCity, Label::kState, Label::kZip, Label::kCountry}},
    {"ZIP_CODE", {Label::kZip}},
    {"PHONE_NUMBER", {Label::kPhone}},
    {"EMAIL_ADDRESS", {Label::kEmail}},
    {"DOMAIN_NAME", {Label::kUrl}},
    {"IP_ADDRESS", {Label::kIp}},
    {"CREDIT_CARD", {Label::kAccount}},
    {"IBAN_CODE", {Label::kAccount}},
    {"US_SSN", {Label::kSsn}},
    {"US_DRIVER_LICENSE", {Label::kLicense}},
    {"PROFESSION_STATUS", {Label::kProfession}},
    {"CENTRO_SALUD", {Label::kHospital}},
    {"NUMERO_BENEF_PLAN_SALUD", {Label::kHealthPlan}},
    {"ADDRESS", {Label::kStreet, Label::kCity, Label::kState, Label::kZip, Label::kCountry}},
    {"FACILITY", {Label::kHospital}},
    {"COURT", {Label::kOrganization}},
    {"ORG_PARTY", {Label::kOrganization}},
    {"PROVIDER", {Label::kDoctor}},
    {"NATIONAL_ID", {Label::kSsn, Label::kLicense, Label::kId}},
    {"ACCOUNT_ID", {Label::kAccount}},
    {"COMPANY_ID", {Label::kId}},
    {"CASE_NUMBER", {Label::kId}},
    {"MRN", {Label::kMedicalRecord}},
    {"PAIS", {Label::kCountry}},  // nearly always a country, hardly ever a nationality
};

// Titles, nationalities, the section headers of the Spanish study, and EuroPriv-Bench's diagnoses
// and laws.
constexpr std::array<std::string_view, 6> kNotRemoved = {
    "NAME_TITLE", "TITLE", "NRP", "CAB", "HEALTH_CONDITION", "STATUTE_REF"};

std::string ours_of_i2b2(std::string_view label) {
  const auto found = kI2b2.find(label);
  return std::string(found == kI2b2.end() ? label : found->second);
}

// HOSPITAL corresponds to two labels of MEDDOCAN; the words of the span say which.
bool is_health_centre(const std::u32string& surface) {
  const std::string folded = fold(to_utf8(surface));
  for (const std::string_view begin : {"centro de salud", "centro salud", "c.s.", "cs ", "cap "}) {
    if (folded.starts_with(begin)) return true;
  }
  return false;
}

// Makes found words of sex, kinship and nationality neutral if the gold of their language marks
// none: few corpora do, and most policies leave them in the text. Such a span that overlaps a gold
// span still hides it.
void leave_out_kin(std::vector<Document>& documents) {
  const auto meet = [](const Annotation& a, const Annotation& b) {
    return a.begin < b.end && b.begin < a.end;
  };
  for (const std::string_view label : {"SEX", "FAMILY", "NATIONALITY"}) {
    std::set<std::string> marked;  // languages
    for (const Document& document : documents) {
      for (const Annotation& gold : document.gold) {
        if (gold.label == label) marked.insert(document.lang);
      }
    }
    for (Document& document : documents) {
      if (marked.contains(document.lang)) continue;
      for (const Annotation& found : document.found) {
        const bool alone = std::none_of(document.gold.begin(), document.gold.end(),
                                        [&](const Annotation& gold) { return meet(found, gold); });
        if (found.label == label && alone) document.neutral.push_back(found);
      }
    }
  }
}

bool is_known(const std::string& set, const std::string& label) {
  if (find_label(label) || (set == "i2b2" && kI2b2.contains(label))) return true;
  if (set != "meddocan") return false;
  return label == "CENTRO_SALUD" || label == "NUMERO_BENEF_PLAN_SALUD" ||
         std::any_of(kMeddocan.begin(), kMeddocan.end(),
                     [&](const auto& pair) { return pair.second == label; });
}

// Labels of either side that the set does not contain.
std::vector<std::string> labels_outside(const std::string& set,
                                        const std::vector<Document>& documents) {
  std::set<std::string> outside;
  for (const Document& document : documents) {
    for (const auto* annotations : {&document.gold, &document.found}) {
      for (const Annotation& a : *annotations) {
        if (is_identifier(a) && !is_known(set, a.label)) outside.insert(a.label);
      }
    }
  }
  return {outside.begin(), outside.end()};
}

std::string name_of_set(const std::vector<Document>& documents) {
  std::set<std::string_view> seen;
  for (const Document& document : documents) {
    for (const Annotation& gold : document.gold) seen.insert(gold.label);
  }
  const auto any = [&](std::initializer_list<std::string_view> labels) {
    return std::any_of(labels.begin(), labels.end(),
                       [&](auto label) { return seen.contains(label); });
  };
  if (any({"TERRITORIO", "FECHAS", "NOMBRE_SUJETO_ASISTENCIA"})) return "meddocan";
  if (any({"NAME_PATIENT", "NAME_DOCTOR", "LOCATION_CITY"})) return "grascco";
  if (any({"NATIONAL_ID", "ACCOUNT_ID", "COMPANY_ID", "CASE_NUMBER", "ORG_PARTY", "PROVIDER"})) {
    return "europriv";
  }
  if (any({"PERSON", "GPE", "DATE_TIME", "STREET_ADDRESS"})) return "presidio";
  const bool i2b2 =
      std::any_of(seen.begin(), seen.end(), [](auto label) { return kI2b2.contains(label); });
  return i2b2 ? "i2b2" : "own";
}

}  // namespace

bool is_identifier(const Annotation& gold) {
  return std::find(kNotRemoved.begin(), kNotRemoved.end(), gold.label) == kNotRemoved.end();
}

std::vector<Label> own_labels(std::string_view theirs, std::u32string_view surface) {
  const std::string label = ours_of_i2b2(theirs);
  if (const auto own = find_label(label)) return {*own};
  if (const auto found = kOwn.find(label); found != kOwn.end()) return found->second;
  std::vector<Label> labels;
  for (const auto& [ours, meddocan] : kMeddocan) {
    if (meddocan == label) labels.push_back(*find_label(ours));
  }
  const bool is_number =
      std::all_of(surface.begin(), surface.end(), [](char32_t c) { return c >= '0' && c <= '9'; });
  if (is_number && std::find(labels.begin(), labels.end(), Label::kZip) != labels.end()) {
    return {Label::kZip};
  }
  // GraSCCo: LOCATION_CITY is CITY, LOCATION_OTHER is LOCATION.
  for (const std::string group : {"NAME", "LOCATION", "CONTACT"}) {
    if (!label.starts_with(group + "_")) continue;
    const Label kind = find_label(label.substr(group.size() + 1)).value_or(Label::kOther);
    labels = {kind != Label::kOther ? kind : find_label(group).value_or(Label::kOther)};
  }
  return labels.empty() ? std::vector{Label::kOther} : labels;
}

std::string coarse_group(std::string_view theirs) {
  const std::string label = ours_of_i2b2(theirs);
  if (const auto found = kCoarse.find(label); found != kCoarse.end()) {
    return std::string(found->second);
  }
  for (const auto& [ours, meddocan] : kMeddocan) {
    if (meddocan == label && kCoarse.contains(ours)) return std::string(kCoarse.at(ours));
  }
  if (label == "CENTRO_SALUD") return "LOCATION";
  if (label.starts_with("LOCATION")) return "LOCATION";
  if (label.starts_with("CONTACT")) return "CONTACT";
  return "OTHER";
}

LabelSet find_label_set(const std::vector<Document>& documents) {
  const std::string name = name_of_set(documents);
  if (name == "grascco" || name == "presidio" || name == "europriv") return {name, false, {}};
  std::vector<std::string> outside = labels_outside(name, documents);
  return {name, outside.empty(), std::move(outside)};
}

void align_labels(const LabelSet& set, std::vector<Document>& documents) {
  for (Document& document : documents) {
    const auto neutral =
        std::stable_partition(document.gold.begin(), document.gold.end(), is_identifier);
    document.neutral.assign(neutral, document.gold.end());
    document.gold.erase(neutral, document.gold.end());
  }
  if (set.name != "meddocan") leave_out_kin(documents);
  for (Document& document : documents) {
    for (Annotation& found : document.found) {
      if (!set.comparable || set.name != "meddocan") continue;
      const auto theirs = kMeddocan.find(found.label);
      if (theirs != kMeddocan.end()) found.label = theirs->second;
      const std::u32string surface = document.text.substr(found.begin, found.end - found.begin);
      if (found.label == "HOSPITAL" && is_health_centre(surface)) found.label = "CENTRO_SALUD";
    }
    if (set.comparable && set.name != "i2b2") continue;
    for (auto* annotations : {&document.gold, &document.found}) {
      for (Annotation& a : *annotations) {
        a.label = set.comparable ? ours_of_i2b2(a.label) : coarse_group(a.label);
      }
    }
  }
}

}  // namespace redact::eval
