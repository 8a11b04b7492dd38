// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/expert.h"

#include <algorithm>
#include <map>
#include <string>

#include "tools/eval/bio.h"
#include "tools/eval/fates.h"

namespace redact::eval {

namespace {

using ByName = std::map<std::string, Counts>;

void add_spans(const Document& document, const std::vector<Annotation>& found, ByName& by_label) {
  const auto in = [](const Annotation& a, const std::vector<Annotation>& others) {
    return std::find(others.begin(), others.end(), a) != others.end();
  };
  for (const Annotation& g : document.gold) {
    (in(g, found) ? by_label[g.label].tp : by_label[g.label].fn) += 1;
  }
  for (const Annotation& f : found) by_label[f.label].fp += !in(f, document.gold);
}

void add_tags(const Document& document, const std::vector<Annotation>& found, ByName& by_tag) {
  const auto gold_tokens = bio_tokens(document.text, document.gold);
  const auto found_tokens = bio_tokens(document.text, found);
  for (size_t i = 0; i < gold_tokens.size(); ++i) {
    const std::string &gold = gold_tokens[i].tag, &tag = found_tokens[i].tag;
    if (gold == tag && gold != "O") ++by_tag[gold].tp;
    if (gold != tag && gold != "O") ++by_tag[gold].fn;
    if (gold != tag && tag != "O") ++by_tag[tag].fp;
  }
}

void add_rows(StudyTable& table, const std::string& kind, const ByName& counts) {
  Counts pooled;
  double sum = 0;
  for (const auto& [name, c] : counts) {
    table.add(kind + " " + name, c);
    pooled += c;
    sum += c.f1().value_or(0);
  }
  table.add(kind + ", pooled", pooled,
            {{"macro_f1", ratio(sum, static_cast<double>(counts.size()))},
             {"labels", static_cast<double>(counts.size()), 0}});
}

}  // namespace

StudyTable count_expert(const std::vector<Document>& documents) {
  ByName by_label, by_tag;
  for (const Document& document : documents) {
    if (!document.says_spans) continue;
    const std::vector<Annotation> found = counted_found(document);
    add_spans(document, found, by_label);
    add_tags(document, found, by_tag);
  }
  StudyTable table{"expert", "study of expert models: spans and tags", {}};
  add_rows(table, "span", by_label);
  add_rows(table, "tag", by_tag);
  return table;
}

}  // namespace redact::eval
