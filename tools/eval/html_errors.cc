// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <tuple>

#include "program/pages/markup.h"
#include "tools/eval/characters.h"
#include "tools/eval/format.h"
#include "tools/eval/harm.h"
#include "tools/eval/html_parts.h"

namespace redact::eval {

namespace {

// Code points shown on either side of an error, and how many more to the end of a word.
constexpr size_t kContext = 60, kWord = 30;
constexpr size_t kMaxErrors = 2000;  // of each kind; nobody reads a longer page
// Whole documents on the page, and code points of each: a browser must open it at once.
constexpr size_t kMaxWhole = 200, kMaxText = 50'000;

struct ErrorRow {
  Harm harm;
  double weight;
  const Case* of;
  Annotation span;
  std::string gold, found;
};

// A place near `at` where no word is divided; `step` is -1 or 1.
size_t word_end(std::u32string_view text, size_t at, int step) {
  const auto divides = [&](size_t i) {
    return i > 0 && i < text.size() && !is_space(text[i - 1]) && !is_space(text[i]);
  };
  size_t moved = at;
  for (size_t i = 0; i < kWord && divides(moved); ++i) moved += static_cast<size_t>(step);
  return divides(moved) ? at : moved;
}

std::string in_context(const Case& c, const Annotation& span) {
  const std::u32string_view text = c.document.text;
  size_t from = word_end(text, span.begin > kContext ? span.begin - kContext : 0, -1);
  size_t to = word_end(text, std::min(text.size(), span.end + kContext), 1);
  while (from < span.begin && is_space(text[from])) ++from;
  while (to > span.end && is_space(text[to - 1])) --to;
  return (from > 0 ? "\u2026 " : "") + coloured(c, from, to, span) +
         (to < text.size() ? " \u2026" : "");
}

std::string labels_meeting(const Annotation& span, const std::vector<Annotation>& others) {
  std::string labels;
  for (const Annotation& other : others) {
    if (other.begin >= span.end || other.end <= span.begin) continue;
    labels += (labels.empty() ? "" : ", ") + other.label;
  }
  return labels;
}

bool holds(const std::vector<Annotation>& annotations, const Annotation& what) {
  return std::find(annotations.begin(), annotations.end(), what) != annotations.end();
}

std::string anchor_of(const Case& c) { return "document-" + std::to_string(c.number); }

std::string table(const std::vector<ErrorRow>& rows, size_t begin, size_t end,
                  const std::set<size_t>& whole) {
  HtmlTable out({"document", "gold", "found", "in its context"});
  for (size_t i = begin; i < end; ++i) {
    const ErrorRow& row = rows[i];
    std::string name = "<bdi>" + escape(row.of->document.id) + "</bdi>";
    if (whole.contains(row.of->number)) {
      name = "<a href=\"#" + anchor_of(*row.of) + "\">" + name + "</a>";
    }
    out.add({name, escape(row.gold), escape(row.found),
             // In its own direction, independent of the surrounding text.
             "<code dir=\"auto\">" + in_context(*row.of, row.span) + "</code>"});
  }
  return out.html("errors");
}

std::string heading(const std::string& title, const std::string& what, size_t shown, size_t all) {
  return "<h2>" + title + "</h2>\n<p>" + what + " " + with_commas(shown) + " of " +
         with_commas(all) + " shown.</p>\n";
}

// The documents of the first leaks, in their order.
std::vector<const Case*> worst_documents(const std::vector<ErrorRow>& leaks, size_t& n_all) {
  std::vector<const Case*> documents;
  std::set<size_t> met;
  for (const ErrorRow& row : leaks) {
    if (!met.insert(row.of->number).second) continue;
    const bool fits = row.of->document.text.size() <= kMaxText;
    if (documents.size() < kMaxWhole && fits) documents.push_back(row.of);
  }
  n_all = met.size();
  return documents;
}

// The whole document, folded, with the gold label behind each span that leaks.
std::string whole(const Case& c) {
  std::string text;
  size_t at = 0;
  double n = 0;
  for (const Annotation& gold : c.document.gold) {
    const double leaked = c.count(gold, Fate::kLeaked);
    if (leaked == 0 || gold.begin < at) continue;
    text += coloured(c, at, gold.begin, {}, U"\n") + coloured(c, gold.begin, gold.end, {}, U"\n") +
            "<small> " + escape(gold.label) + "</small>";
    at = gold.end;
    n += leaked;
  }
  text += coloured(c, at, c.document.text.size(), {}, U"\n");
  // A link to a folded part unfolds it.
  return "<details>\n<summary><bdi>" + escape(c.document.id) + "</bdi>, " + number(n, 0) +
         " leaked characters</summary>\n<div class=\"whole\" dir=\"auto\" id=\"" + anchor_of(c) +
         "\">" + text + "</div>\n</details>\n";
}

std::string leaks_html(const std::vector<ErrorRow>& leaks) {
  const size_t shown = std::min(leaks.size(), kMaxErrors);
  size_t n_documents = 0;
  const std::vector<const Case*> documents = worst_documents(leaks, n_documents);
  std::set<size_t> numbers;
  for (const Case* one : documents) numbers.insert(one->number);
  std::string out =
      heading("Leaked", "Gold spans with a character that was left, in order of harm.", shown,
              leaks.size());
  for (size_t begin = 0; begin < shown;) {
    size_t end = begin;
    while (end < shown && leaks[end].harm == leaks[begin].harm) ++end;
    out += "<h3>" + std::string(harm_title(leaks[begin].harm)) + "</h3>\n" +
           table(leaks, begin, end, numbers);
    begin = end;
  }
  if (documents.empty()) return out;
  out += heading("Whole documents", "Those with a leak, in the order of their worst.",
                 documents.size(), n_documents);
  for (const Case* one : documents) out += whole(*one);
  return out;
}

std::string others_html(const std::string& title, const std::string& what,
                        const std::vector<ErrorRow>& rows) {
  const size_t shown = std::min(rows.size(), kMaxErrors);
  return heading(title, what, shown, rows.size()) + table(rows, 0, shown, {});
}

}  // namespace

ErrorParts error_parts(const std::vector<Document>& documents) {
  std::vector<Case> cases;
  cases.reserve(documents.size());  // rows point into it
  std::vector<ErrorRow> leaked, over, otherwise;
  for (size_t i = 0; i < documents.size(); ++i) {
    const Document& document = documents[i];
    if (document.failed) continue;
    const Case& c = cases.emplace_back(document, i + 1);
    const std::u32string_view text = document.text;
    for (const Annotation& gold : document.gold) {
      const std::string found = labels_meeting(gold, c.found);
      if (const double n = c.count(gold, Fate::kLeaked); n > 0) {
        const Harm harm = harm_of(gold, text.substr(gold.begin, gold.end - gold.begin));
        leaked.push_back({harm, n, &c, gold, gold.label, found});
      } else if (!holds(c.found, gold)) {
        otherwise.push_back({Harm::kLittle, 0, &c, gold, gold.label, found});
      }
    }
    for (const Annotation& found : c.found) {
      const std::string gold = labels_meeting(found, document.gold);
      if (const double n = c.count(found, Fate::kOver); n > 0) {
        over.push_back({Harm::kLittle, n, &c, found, gold, found.label});
      } else if (gold.empty()) {
        otherwise.push_back({Harm::kLittle, 0, &c, found, gold, found.label});
      }
    }
  }
  for (std::vector<ErrorRow>* rows : {&leaked, &over}) {
    std::stable_sort(rows->begin(), rows->end(), [](const ErrorRow& a, const ErrorRow& b) {
      return std::tuple(a.harm, -a.weight) < std::tuple(b.harm, -b.weight);
    });
  }
  return {leaks_html(leaked),
          others_html("Hidden without need", "Found spans with a letter or digit beside the gold.",
                      over) +
              others_html("Other ends, another label",
                          "Hidden, but not as the gold has it; or marks alone. Nothing leaks here.",
                          otherwise)};
}

}  // namespace redact::eval
