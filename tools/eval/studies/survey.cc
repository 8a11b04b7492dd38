// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/survey.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "language/birth.h"
#include "tools/eval/alignment.h"
#include "tools/eval/studies/survivors.h"
#include "tools/eval/tokens.h"

namespace redact::eval {

namespace {

// Labels of the patient's identifiers: the survey's list, interpreted as in
// redactor/prompt/prompt_task.cc, in the spellings of the corpora.
const std::set<std::string_view> kPatientLabels = {
    "PATIENT", "STREET", "CITY", "ZIP", "PHONE", "EMAIL", "MEDICAL_RECORD", "HEALTH_PLAN", "SSN",
    "ID", "ENCOUNTER", "ACCOUNT",
    // MEDDOCAN
    "NOMBRE_SUJETO_ASISTENCIA", "CALLE", "TERRITORIO", "NUMERO_TELEFONO", "CORREO_ELECTRONICO",
    "ID_SUJETO_ASISTENCIA", "ID_ASEGURAMIENTO", "NUMERO_BENEF_PLAN_SALUD",
    "ID_CONTACTO_ASISTENCIAL", "OTRO_NUMERO_IDENTIF",
    // i2b2
    "MEDICALRECORD", "HEALTHPLAN", "IDNUM",
    // GraSCCo
    "NAME_PATIENT", "LOCATION_STREET", "LOCATION_CITY", "LOCATION_ZIP", "CONTACT_PHONE",
    "CONTACT_EMAIL"};
const std::set<std::string_view> kProviderLabels = {"DOCTOR",
                                                    "HOSPITAL",
                                                    "ORGANIZATION",
                                                    "NOMBRE_PERSONAL_SANITARIO",
                                                    "CENTRO_SALUD",
                                                    "INSTITUCION",
                                                    "DEPARTMENT",
                                                    "NAME_DOCTOR",
                                                    "LOCATION_HOSPITAL",
                                                    "LOCATION_ORGANIZATION"};
const std::set<std::string_view> kDateLabels = {"DATE", "FECHAS"};

// The number of words at which each bin but the first begins.
constexpr std::array<size_t, 4> kBins = {257, 513, 1025, 2049};

enum class Pii { kNone, kPatient, kProvider };

bool is_year(std::u32string_view token) {
  return token.size() == 4 &&
         std::all_of(token.begin(), token.end(), [](char32_t c) { return c >= '0' && c <= '9'; });
}

Pii kind_of(const Document& document, const Annotation& gold) {
  if (kPatientLabels.contains(gold.label)) return Pii::kPatient;
  if (kProviderLabels.contains(gold.label)) return Pii::kProvider;
  if (!kDateLabels.contains(gold.label)) return Pii::kNone;
  const auto before = std::u32string_view(document.text).substr(0, gold.begin);
  return announces_birth(to_utf8(before)) ? Pii::kPatient : Pii::kNone;
}

struct Schemas {
  Counts base, providers, conservative;
};

// nullopt if the remaining text of the document is unknown.
std::optional<Schemas> count_tokens(const Document& document) {
  const auto left = survivors(document);
  if (!left) return std::nullopt;
  std::vector<Pii> pii(document.text.size(), Pii::kNone);
  std::vector<bool> in_date(document.text.size(), false);
  for (const Annotation& gold : document.gold) {
    const Pii kind = kind_of(document, gold);
    for (size_t i = gold.begin; i < gold.end && kind != Pii::kNone; ++i) {
      pii[i] = kind;
      in_date[i] = kDateLabels.contains(gold.label);
    }
  }
  Schemas counts;
  for (const Token& token : split_tokens(document.text)) {
    if (!token.is_word) continue;
    bool patient = false, provider = false, date = false, all_left = true, none_left = true;
    for (size_t i = token.begin; i < token.end; ++i) {
      patient |= pii[i] == Pii::kPatient;
      provider |= pii[i] == Pii::kProvider;
      date |= in_date[i];
      ((*left)[i] ? none_left : all_left) = false;
    }
    const auto surface =
        std::u32string_view(document.text).substr(token.begin, token.end - token.begin);
    patient &= !(date && is_year(surface));
    const auto add = [&](Counts& to, bool is_pii, bool right) {
      (is_pii ? (right ? to.tp : to.fn) : to.fp) += is_pii || !all_left;
    };
    add(counts.base, patient, !all_left);
    add(counts.providers, patient || provider, !all_left);
    add(counts.conservative, patient, none_left);
  }
  return counts;
}

std::string name_of_bin(size_t bin) {
  const std::string from = std::to_string(bin == 0 ? 0 : kBins[bin - 1]);
  if (bin == kBins.size()) return "base, " + from + " words or more";
  return "base, " + from + " to " + std::to_string(kBins[bin] - 1) + " words";
}

}  // namespace

StudyTable count_survey(const std::vector<Document>& documents) {
  StudyTable table{"survey", "survey: tokens of the patient's identifiers", {}};
  Schemas total;
  std::array<Counts, kBins.size() + 1> bins;
  std::array<double, kBins.size() + 1> n_documents{};
  double unknown = 0;
  for (const Document& document : documents) {
    const auto counts = count_tokens(document);
    unknown += !counts;
    if (!counts) continue;
    total.base += counts->base;
    total.providers += counts->providers;
    total.conservative += counts->conservative;
    const size_t n_words = split_words(document.text).size();
    const auto bin =
        static_cast<size_t>(std::upper_bound(kBins.begin(), kBins.end(), n_words) - kBins.begin());
    bins[bin] += counts->base;
    ++n_documents[bin];
  }
  table.add("base", total.base, {{"documents_too_long", unknown, 0}});
  table.add("with providers", total.providers);
  table.add("conservative", total.conservative);
  for (size_t bin = 0; bin < bins.size(); ++bin) {
    table.add(name_of_bin(bin), bins[bin], {{"documents", n_documents[bin], 0}});
  }
  return table;
}

}  // namespace redact::eval
