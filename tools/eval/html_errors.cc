// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tools/eval/characters.h"
#include "tools/eval/fates.h"
#include "tools/eval/format.h"
#include "tools/eval/html_parts.h"

namespace redact::eval {

namespace {

constexpr size_t kContext = 60;      // code points shown on either side of an error
constexpr size_t kMaxErrors = 2000;  // of each kind; nobody reads a longer page

struct ErrorRow {
  double weight;
  std::string html;
};

// One document and the fate of its text.
struct Case {
  explicit Case(const Document& d) : document(d), found(counted_found(d)), fates(fates_of(d)) {}

  double count(const Annotation& a, Fate fate) const {
    return static_cast<double>(std::count(fates.begin() + static_cast<std::ptrdiff_t>(a.begin),
                                          fates.begin() + static_cast<std::ptrdiff_t>(a.end),
                                          fate));
  }

  const Document& document;
  std::vector<Annotation> found;
  std::vector<Fate> fates;
};

// The CSS class of each code point. Hidden white space and marks take the class of the letters
// around them.
std::string_view class_of(const Case& c, size_t i, std::string_view before) {
  switch (c.fates[i]) {
    case Fate::kLeft: return "";
    case Fate::kFound: return "ok";
    case Fate::kLeaked: return "leak";
    case Fate::kOver: return "over";
    case Fate::kHidden: break;
  }
  const bool goes_along = before == "ok" || before == "over";
  return goes_along && !is_alphanumeric(c.document.text[i]) ? before : "none";
}

// The span in its surroundings, each character in the colour of its fate, the span itself bold.
std::string in_context(const Case& c, const Annotation& span) {
  const std::u32string_view text = c.document.text;
  const size_t from = span.begin > kContext ? span.begin - kContext : 0;
  const size_t to = std::min(text.size(), span.end + kContext);
  std::string out, open;
  std::string_view mark;
  size_t begin = from;  // of the run not yet written
  const auto flush = [&](size_t end) {
    const std::string piece = escape(text.substr(begin, end - begin));
    if (!piece.empty() && !mark.empty()) {
      out += "<mark class=" + std::string(mark) + ">" + piece + "</mark>";
    } else {
      out += piece;
    }
    begin = end;
  };
  for (size_t i = from; i < to; ++i) {
    const std::string_view next = class_of(c, i, mark);
    if (next != mark || i == span.begin || i == span.end) flush(i);
    mark = next;
    if (i == span.begin) out += "<b>";
    if (i == span.end) out += "</b>";
  }
  flush(to);
  return out + (span.end == to ? "</b>" : "");
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

std::string table(const std::string& title, const std::string& what, std::vector<ErrorRow> rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ErrorRow& a, const ErrorRow& b) { return a.weight > b.weight; });
  const size_t shown = std::min(rows.size(), kMaxErrors);
  std::string out = "<h2>" + title + "</h2>\n<p>" + what + " " + std::to_string(shown) + " of " +
                    std::to_string(rows.size()) + " shown.</p>\n<table class=errors>" +
                    row({"document", "gold", "found", "in its context"}, "th");
  for (size_t i = 0; i < shown; ++i) out += rows[i].html;
  return out + "</table>\n";
}

}  // namespace

std::string error_tables(const std::vector<Document>& documents) {
  std::vector<ErrorRow> leaked, over, otherwise;
  for (const Document& document : documents) {
    if (document.failed) continue;
    const Case c(document);
    const auto add = [&](std::vector<ErrorRow>& rows, double weight, const Annotation& span,
                         const std::string& gold, const std::string& found) {
      rows.push_back({weight, row({escape(document.id), escape(gold), escape(found),
                                   // In its own direction, independent of the surrounding text.
                                   "<code dir=auto>" + in_context(c, span) + "</code>"})});
    };
    for (const Annotation& gold : document.gold) {
      const std::string found = labels_meeting(gold, c.found);
      if (const double n = c.count(gold, Fate::kLeaked); n > 0) {
        add(leaked, n, gold, gold.label, found);
      } else if (!holds(c.found, gold)) {
        add(otherwise, 0, gold, gold.label, found);
      }
    }
    for (const Annotation& found : c.found) {
      const std::string gold = labels_meeting(found, document.gold);
      if (const double n = c.count(found, Fate::kOver); n > 0) {
        add(over, n, found, gold, found.label);
      } else if (gold.empty()) {
        add(otherwise, 0, found, gold, found.label);
      }
    }
  }
  return table("Leaked", "Gold spans with a character that was left.", std::move(leaked)) +
         table("Hidden without need", "Found spans with a letter or digit beside the gold.",
               std::move(over)) +
         table("Other ends, another label",
               "Hidden, but not as the gold has it; or marks alone. Nothing leaks here.",
               std::move(otherwise));
}

}  // namespace redact::eval
