// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/harm.h"

#include <utf8proc.h>

#include <algorithm>

#include "tools/eval/label_sets.h"

namespace redact::eval {

namespace {

Harm harm_of(Label label) {
  switch (label) {
    case Label::kPatient:
    case Label::kFamily:
    case Label::kName:
    case Label::kUsername:
    case Label::kPhone:
    case Label::kFax:
    case Label::kEmail:
    case Label::kMedicalRecord:
    case Label::kHealthPlan:
    case Label::kSsn:
    case Label::kAccount:
    case Label::kEncounter:
    case Label::kBiometric:
    case Label::kId: return Harm::kAlone;
    case Label::kStreet:
    case Label::kZip:
    case Label::kUrl:
    case Label::kIp:
    case Label::kVehicle:
    case Label::kDevice:
    case Label::kDoctor:
    case Label::kLicense:
    case Label::kEmployee: return Harm::kNearly;
    case Label::kDate:
    case Label::kAge:
    case Label::kCity:
    case Label::kLocation:
    case Label::kHospital:
    case Label::kOrganization:
    case Label::kProfession: return Harm::kTogether;
    case Label::kState:
    case Label::kCountry:
    case Label::kSex:
    case Label::kNationality:
    case Label::kOther: return Harm::kLittle;
  }
  return Harm::kLittle;
}

bool holds(std::u32string_view text, bool (*is_it)(utf8proc_category_t)) {
  return std::any_of(text.begin(), text.end(), [is_it](char32_t c) {
    return is_it(utf8proc_category(static_cast<utf8proc_int32_t>(c)));
  });
}

// Corpora mark words of kinship as FAMILY and other traits as ID: words without a capital (and
// without a letter of a script without case), or without a digit, describe a person but name
// nobody.
bool only_describes(Label label, std::u32string_view surface) {
  if (label == Label::kFamily) {
    return !holds(surface, [](utf8proc_category_t c) {
      return c == UTF8PROC_CATEGORY_LU || c == UTF8PROC_CATEGORY_LO;
    });
  }
  return (label == Label::kMedicalRecord || label == Label::kId) &&
         !holds(surface, [](utf8proc_category_t c) { return c == UTF8PROC_CATEGORY_ND; });
}

}  // namespace

// A label that stands for several is as harmful as the worst of them.
Harm harm_of(const Annotation& gold, std::u32string_view surface) {
  if (gold.label == "CONTACT") return Harm::kAlone;  // the coarse group
  Harm worst = Harm::kLittle;
  for (const Label label : own_labels(gold.label, surface)) {
    const Harm harm = only_describes(label, surface) ? Harm::kTogether : harm_of(label);
    worst = std::min(worst, harm);
  }
  return worst;
}

std::string_view harm_title(Harm harm) {
  switch (harm) {
    case Harm::kAlone: return "Lead to a person alone: names, numbers, contacts";
    case Harm::kNearly: return "Lead to a person with little else: addresses, clinicians, devices";
    case Harm::kTogether: return "Lead to a person together: dates, ages, places, work";
    case Harm::kLittle: return "Say little alone: states, countries, sex, others";
  }
  return "";
}

}  // namespace redact::eval
