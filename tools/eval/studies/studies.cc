// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/studies.h"

#include <algorithm>

#include "tools/eval/label_sets.h"
#include "tools/eval/studies/emergency.h"
#include "tools/eval/studies/expert.h"
#include "tools/eval/studies/seven_kinds.h"
#include "tools/eval/studies/survey.h"
#include "tools/eval/studies/surviving_strings.h"

namespace redact::eval {

namespace {

StudyTable count_italian(const std::vector<Document>& documents, const Policy& policy) {
  StudyTable table{"italian", "Italian study: gold strings that survive, and surplus tags", {}};
  Counts all;
  const Surviving surviving = count_surviving(documents, categories_of(policy));
  for (const auto& [category, counts] : surviving.by_category) {
    table.add(category, counts);
    all += counts;
  }
  table.add("all", all, {{"documents_without_text", static_cast<double>(surviving.silent), 0}});
  return table;
}

StudyTable count_expert_aligned(std::vector<Document> documents) {
  align_labels(find_label_set(documents), documents);
  return count_expert(documents);
}

}  // namespace

std::vector<StudyTable> count_studies(const std::vector<std::string>& studies,
                                      const std::vector<Document>& documents,
                                      const Policy& policy) {
  const auto wanted = [&](const char* study) {
    return std::find(studies.begin(), studies.end(), study) != studies.end();
  };
  std::vector<StudyTable> tables;
  if (wanted("italian")) tables.push_back(count_italian(documents, policy));
  if (wanted("survey")) tables.push_back(count_survey(documents));
  if (wanted("spanish")) tables.push_back(count_seven_kinds(documents));
  if (wanted("expert")) tables.push_back(count_expert_aligned(documents));
  if (wanted("emergency")) tables.push_back(count_emergency(documents));
  return tables;
}

}  // namespace redact::eval
