// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/studies/emergency.h"

#include <algorithm>
#include <map>
#include <string>

#include "tools/eval/bleu.h"
#include "tools/eval/characters.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/studies/survivors.h"

namespace redact::eval {

namespace {

struct Notes {
  double holding = 0, clean = 0;  // notes with such an identifier; successes among them
};

bool is_removed(const Document& document, const Annotation& gold, const std::vector<bool>& left) {
  for (size_t i = gold.begin; i < gold.end; ++i) {
    if (left[i] && is_alphanumeric(document.text[i])) return false;
  }
  return true;
}

std::string masked(const std::u32string& text, const std::vector<Annotation>& annotations) {
  std::string out;
  size_t at = 0;
  for (const Annotation& a : annotations) {
    if (a.begin < at || !is_identifier(a)) continue;  // nested in the last one, or stays
    out += to_utf8(std::u32string_view(text).substr(at, a.begin - at)) + "[XXXXX]";
    at = a.end;
  }
  return out + to_utf8(std::u32string_view(text).substr(at));
}

bool meets_gold(const Annotation& found, const Document& document) {
  return std::any_of(document.gold.begin(), document.gold.end(), [&](const Annotation& g) {
    return g.begin < found.end && found.begin < g.end;
  });
}

StudyRow row_of(const std::string& name, const Notes& notes) {
  return {name,
          {{"note_recall", ratio(notes.clean, notes.holding)},
           {"clean", notes.clean, 0},
           {"notes", notes.holding, 0}}};
}

}  // namespace

StudyTable count_emergency(const std::vector<Document>& documents) {
  double removed = 0, identifiers = 0, tags = 0, right_tags = 0;
  Notes all;
  std::map<std::string, Notes> by_label;
  Tally bleu;
  for (const Document& document : documents) {
    const auto left = survivors(document);
    if (!left) continue;
    std::map<std::string, bool> clean;  // of each label in this note
    for (const Annotation& g : document.gold) {
      if (!is_identifier(g)) continue;
      const bool gone = is_removed(document, g, *left);
      ++identifiers;
      removed += gone;
      const auto [label, is_new] = clean.emplace(g.label, gone);
      label->second &= gone;
    }
    all.holding += !clean.empty();
    all.clean += !clean.empty() && std::all_of(clean.begin(), clean.end(),
                                               [](const auto& label) { return label.second; });
    for (const auto& [label, is_clean] : clean) {
      ++by_label[label].holding;
      by_label[label].clean += is_clean;
    }
    if (!document.says_spans || document.failed) continue;
    for (const Annotation& f : document.found) {
      ++tags;
      right_tags += meets_gold(f, document);
    }
    add_ngrams(masked(document.text, document.found), masked(document.text, document.gold), bleu);
  }
  StudyTable table{"emergency", "emergency-department study: notes and identifiers", {}};
  table.rows.push_back(row_of("notes", all));
  for (const auto& [label, notes] : by_label)
    table.rows.push_back(row_of("notes, " + label, notes));
  const auto precision = ratio(right_tags, tags), recall = ratio(removed, identifiers);
  std::optional<double> f1;
  if (precision && recall) {
    f1 = *precision + *recall > 0 ? 2 * *precision * *recall / (*precision + *recall) : 0;
  }
  table.rows.push_back({"identifiers",
                        {{"precision", precision},
                         {"recall", recall},
                         {"f1", f1},
                         {"removed", removed, 0},
                         {"identifiers", identifiers, 0},
                         {"tags", tags, 0}}});
  table.rows.push_back(
      {"BLEU-4",
       {{"bleu", bleu.hypothesis_tokens > 0 ? std::optional(bleu.bleu() / 100) : std::nullopt}}});
  return table;
}

}  // namespace redact::eval
