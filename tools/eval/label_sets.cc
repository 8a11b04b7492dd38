// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/label_sets.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "redactor/words.h"

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
    {"PROFESSION", "OTHER"},
    {"PROFESSION_STATUS", "OTHER"},
};

constexpr std::array<std::string_view, 3> kNotRemoved = {"NAME_TITLE", "TITLE", "NRP"};

// HOSPITAL stands for two labels of MEDDOCAN, which the words tell apart.
bool is_health_centre(const std::u32string& surface) {
  const std::string folded = fold(to_utf8(surface));
  for (const std::string_view begin : {"centro de salud", "centro salud", "c.s.", "cs ", "cap "}) {
    if (folded.starts_with(begin)) return true;
  }
  return false;
}

// Undoes a found span: its text stands in the output again, where the document has one.
void put_back(Document& document, size_t i) {
  const auto at = static_cast<std::ptrdiff_t>(i);
  const Annotation found = document.found[i];
  if (document.placed.size() == document.found.size()) {
    const Annotation placed = document.placed[i];
    const size_t size = placed.end - placed.begin, restored = found.end - found.begin;
    if (placed.end <= document.output.size()) {
      document.output.replace(placed.begin, size, document.text, found.begin, restored);
    }
    document.placed.erase(document.placed.begin() + at);
    for (size_t k = i; k < document.placed.size(); ++k) {
      document.placed[k].begin += restored - size;  // modulo 2^64, as size_t has it
      document.placed[k].end += restored - size;
    }
  }
  document.found.erase(document.found.begin() + at);
}

// Takes out found words of sex and kinship where the gold of their language marks none: MEDDOCAN
// alone does, and most policies leave them in the text.
void leave_out_kin(std::vector<Document>& documents) {
  for (const std::string_view label : {"SEX", "FAMILY"}) {
    std::set<std::string> marked;  // languages
    for (const Document& document : documents) {
      for (const Annotation& gold : document.gold) {
        if (gold.label == label) marked.insert(document.lang);
      }
    }
    for (Document& document : documents) {
      if (marked.contains(document.lang)) continue;
      for (size_t i = document.found.size(); i-- > 0;) {
        if (document.found[i].label == label) put_back(document, i);
      }
    }
  }
}

}  // namespace

std::string coarse_group(std::string_view label) {
  if (const auto found = kCoarse.find(label); found != kCoarse.end()) {
    return std::string(found->second);
  }
  for (const auto& [ours, theirs] : kMeddocan) {
    if (theirs == label && kCoarse.contains(ours)) return std::string(kCoarse.at(ours));
  }
  if (label == "CENTRO_SALUD") return "LOCATION";
  if (label.starts_with("LOCATION")) return "LOCATION";
  if (label.starts_with("CONTACT")) return "CONTACT";
  return "OTHER";
}

LabelSet find_label_set(const std::vector<Document>& documents) {
  std::set<std::string_view> seen;
  for (const Document& document : documents) {
    for (const Annotation& gold : document.gold) seen.insert(gold.label);
  }
  const auto any = [&](std::initializer_list<std::string_view> labels) {
    return std::any_of(labels.begin(), labels.end(),
                       [&](auto label) { return seen.contains(label); });
  };
  if (any({"TERRITORIO", "FECHAS", "NOMBRE_SUJETO_ASISTENCIA"})) return {"meddocan", true};
  if (any({"NAME_PATIENT", "NAME_DOCTOR", "LOCATION_CITY"})) return {"grascco", false};
  if (any({"PERSON", "GPE", "DATE_TIME", "STREET_ADDRESS"})) return {"presidio", false};
  return {"own", true};
}

void align_labels(const LabelSet& set, std::vector<Document>& documents) {
  if (set.name != "meddocan") leave_out_kin(documents);
  for (Document& document : documents) {
    const auto counts = [](const Annotation& gold) {
      return std::find(kNotRemoved.begin(), kNotRemoved.end(), gold.label) == kNotRemoved.end();
    };
    const auto neutral = std::stable_partition(document.gold.begin(), document.gold.end(), counts);
    document.neutral.assign(neutral, document.gold.end());
    document.gold.erase(neutral, document.gold.end());
    for (Annotation& found : document.found) {
      if (set.name == "meddocan") {
        const auto theirs = kMeddocan.find(found.label);
        if (theirs != kMeddocan.end()) found.label = theirs->second;
        const std::u32string surface = document.text.substr(found.begin, found.end - found.begin);
        if (found.label == "HOSPITAL" && is_health_centre(surface)) found.label = "CENTRO_SALUD";
      } else if (!set.comparable) {
        found.label = coarse_group(found.label);
      }
    }
    if (set.comparable) continue;
    for (Annotation& gold : document.gold) gold.label = coarse_group(gold.label);
  }
}

}  // namespace redact::eval
