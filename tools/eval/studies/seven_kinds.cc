// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/seven_kinds.h"

#include <array>
#include <map>

#include "language/words.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/tokens.h"

namespace redact::eval {

namespace {

constexpr std::array<std::string_view, 6> kKinds = {"NAME", "DIR", "LOC", "NUM", "FECHA", "INST"};
constexpr std::string_view kHeader = "CAB";
constexpr std::string_view kRelatives = "FAMILIARES_SUJETO_ASISTENCIA";

const std::map<std::string_view, std::string_view> kKindOf = {
    // The study's own labels, and those of this project.
    {"NAME", "NAME"},
    {"DIR", "DIR"},
    {"LOC", "LOC"},
    {"NUM", "NUM"},
    {"FECHA", "FECHA"},
    {"INST", "INST"},
    {"CAB", "CAB"},
    {"PATIENT", "NAME"},
    {"DOCTOR", "NAME"},
    {"STREET", "DIR"},
    {"ZIP", "DIR"},
    {"CITY", "LOC"},
    {"STATE", "LOC"},
    {"COUNTRY", "LOC"},
    {"LOCATION", "LOC"},
    {"DATE", "FECHA"},
    {"HOSPITAL", "INST"},
    {"ORGANIZATION", "INST"},
    {"PHONE", "NUM"},
    {"FAX", "NUM"},
    {"MEDICAL_RECORD", "NUM"},
    {"HEALTH_PLAN", "NUM"},
    {"LICENSE", "NUM"},
    {"ENCOUNTER", "NUM"},
    {"EMPLOYEE", "NUM"},
    {"SSN", "NUM"},
    {"ACCOUNT", "NUM"},
    {"VEHICLE", "NUM"},
    {"DEVICE", "NUM"},
    {"BIOMETRIC", "NUM"},
    {"ID", "NUM"},
    // MEDDOCAN
    {"NOMBRE_SUJETO_ASISTENCIA", "NAME"},
    {"NOMBRE_PERSONAL_SANITARIO", "NAME"},
    {kRelatives, "NAME"},
    {"CALLE", "DIR"},
    {"TERRITORIO", "LOC"},
    {"PAIS", "LOC"},
    {"ID_SUJETO_ASISTENCIA", "NUM"},
    {"ID_ASEGURAMIENTO", "NUM"},
    {"ID_CONTACTO_ASISTENCIAL", "NUM"},
    {"ID_TITULACION_PERSONAL_SANITARIO", "NUM"},
    {"ID_EMPLEO_PERSONAL_SANITARIO", "NUM"},
    {"NUMERO_TELEFONO", "NUM"},
    {"NUMERO_FAX", "NUM"},
    {"FECHAS", "FECHA"},
    {"CENTRO_SALUD", "INST"},
    {"INSTITUCION", "INST"},
    // i2b2
    {"MEDICALRECORD", "NUM"},
    {"HEALTHPLAN", "NUM"},
    {"IDNUM", "NUM"},
    {"BIOID", "NUM"},
    {"DEPARTMENT", "INST"},
    {"LOCATION-OTHER", "LOC"},
};

struct WordKinds {
  std::string_view gold, found;
  bool scored = true;
};

std::vector<WordKinds> words_of(const Document& document) {
  std::vector<std::string_view> gold(document.text.size()), found(document.text.size());
  std::vector<bool> unscored(document.text.size(), false);
  for (const Annotation& g : document.gold) {
    const std::string_view kind = kind_of_label(g.label);
    for (size_t i = g.begin; i < g.end; ++i) {
      gold[i] = kind;
      unscored[i] = kind.empty();
    }
  }
  for (const Annotation& f : document.found) {
    const std::string_view kind = kind_of_label(f.label);
    // A header that a system finds is kept by it.
    for (size_t i = f.begin; i < f.end && kind != kHeader; ++i) found[i] = kind;
  }
  for (const Annotation& g : document.gold) {
    if (g.label != kRelatives) continue;
    for (const Token& token : split_tokens(document.text)) {
      if (token.begin < g.begin || token.end > g.end) continue;
      const std::string word =
          to_utf8(std::u32string_view(document.text).substr(token.begin, token.end - token.begin));
      if (!is_capital(word, 0)) unscored[token.begin] = true;
    }
  }
  std::vector<WordKinds> words;
  for (const Token& token : split_tokens(document.text)) {
    if (!token.is_word) continue;
    WordKinds word;
    for (size_t i = token.begin; i < token.end; ++i) {
      if (word.gold.empty()) word.gold = gold[i];
      if (word.found.empty()) word.found = found[i];
      if (unscored[i]) word.scored = false;
    }
    words.push_back(word);
  }
  return words;
}

}  // namespace

std::string_view kind_of_label(std::string_view label) {
  if (const auto found = kKindOf.find(label); found != kKindOf.end()) return found->second;
  const std::string group = coarse_group(label);
  if (group == "NAME") return label == "FAMILY" || label == "USERNAME" ? "" : "NAME";
  if (group == "DATE") return "FECHA";
  if (group == "LOCATION") return "LOC";
  return group == "ID" ? "NUM" : "";
}

StudyTable count_seven_kinds(const std::vector<Document>& given) {
  std::vector<Document> documents = given;
  // MEDDOCAN has one label for several of this project, so found labels are mapped to those of
  // MEDDOCAN.
  if (const LabelSet set = find_label_set(documents); set.name == "meddocan") {
    align_labels(set, documents);
  }
  std::map<std::string_view, Counts> by_kind;
  Counts global, overall;
  double headers = 0, headers_kept = 0;
  for (const Document& document : documents) {
    if (!document.says_spans) continue;
    for (const WordKinds& word : words_of(document)) {
      if (!word.scored) continue;
      if (word.gold == kHeader) {
        ++headers;
        headers_kept += word.found.empty() && !document.failed;
      }
      const std::string_view gold = word.gold == kHeader ? "" : word.gold;
      if (!gold.empty()) (gold == word.found ? by_kind[gold].tp : by_kind[gold].fn) += 1;
      if (!word.found.empty() && gold != word.found) ++by_kind[word.found].fp;
      global += {gold.empty() || word.found.empty() ? 0. : 1.,
                 gold.empty() && !word.found.empty() ? 1. : 0.,
                 !gold.empty() && word.found.empty() ? 1. : 0.};
    }
  }
  StudyTable table{"spanish", "Spanish study: words of seven kinds", {}};
  for (const std::string_view kind : kKinds) {
    table.add(std::string(kind), by_kind[kind]);
    overall += by_kind[kind];
  }
  table.add("overall", overall);
  table.add("global", global);
  table.rows.push_back({"CAB, words kept",
                        {{"kept", headers_kept, 0},
                         {"words", headers, 0},
                         {"share", ratio(headers_kept, headers)}}});
  return table;
}

}  // namespace redact::eval
