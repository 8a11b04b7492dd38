// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/repeated_names.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/ascii.h"
#include "language/words.h"
#include "redactor/rules/term_list.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

// Whether a hidden text is the number of a person or a record, not a date or a place.
bool is_number_of_somebody(Label label, std::string_view surface) {
  constexpr size_t kShortest = 5;  // a shorter one is a number of many things
  switch (label) {
    case Label::kUsername:
    case Label::kPhone:
    case Label::kFax:
    case Label::kEmail:
    case Label::kMedicalRecord:
    case Label::kHealthPlan:
    case Label::kLicense:
    case Label::kEncounter:
    case Label::kEmployee:
    case Label::kSsn:
    case Label::kAccount:
    case Label::kVehicle:
    case Label::kDevice:
    case Label::kId: break;
    default: return false;
  }
  return squeeze(surface).size() >= kShortest && std::ranges::any_of(surface, is_digit);
}

class Repeats {
 public:
  Repeats(const FormattedText& document, const std::vector<Span>& hidden) {
    for (const Span& span : hidden) {
      const std::string surface(document.text.text().substr(span.begin, span.end - span.begin));
      const bool is_of_field = span.support.has(SpanSource::kField);
      const bool is_given = is_of_field || span.support.has(SpanSource::kDeny) ||
                            span.support.has(SpanSource::kKnown);
      if (is_number_of_somebody(span.label, surface)) {
        chosen_.add(surface, span.label);
        // A finding of the model may reach over the number.
        const std::vector<Word> words = find_words(surface);
        for (const Word& word : words) {
          const std::string part = surface.substr(word.begin, word.end - word.begin);
          if (words.size() > 1 && is_number_of_somebody(span.label, part))
            chosen_.add(part, span.label);
        }
        if (is_of_field && squeeze(surface).size() >= kLeastNumber)
          numbers_.add(surface, span.label);
      }
      // A single word that a model found may be a word of the language.
      if (!is_name(span.label) || (!is_given && find_words(surface).size() < 2)) continue;
      add(surface, span.label, is_of_field);
    }
    for (const FormattedText::Named& named : document.named) {
      if (is_name(named.label)) add(named.value, named.label, true);
    }
  }

  // Whether a name that somebody chose within the file repeats one. "Quenby1" holds a name, too,
  // and "phone01174960382" a number.
  bool are_in_name(std::string_view value) const {
    const auto holds = [&](std::string_view text) {
      return !chosen_.find(text, SpanSource::kField).empty();
    };
    std::string letters(value), digits(value);
    std::ranges::replace_if(letters, is_digit, ' ');
    std::ranges::replace_if(digits, is_letter, ' ');
    return holds(value) || (letters != value && holds(letters)) ||
           (digits != value && holds(digits));
  }

  // The repeats in any other value that stays.
  std::vector<Span> in_value(std::string_view value) const {
    // A word may be found under the labels of several fields.
    std::vector<Span> found = merge_spans(of_fields_.find(value, SpanSource::kField));
    size_t n_words = 0;
    for (const Span& span : found) {
      n_words += find_words(value.substr(span.begin, span.end - span.begin)).size();
    }
    if (n_words < 2) found.clear();
    for (const Span& span : numbers_.find(value, SpanSource::kField)) found.push_back(span);
    return merge_spans(std::move(found));
  }

 private:
  // A field of a name may hold the number of the person.
  void add(const std::string& name, Label label, bool is_of_field) {
    if (!has_letter(name)) return;
    chosen_.add_known(name, label);
    if (is_of_field) of_fields_.add_known(name, label);
  }

  // Letters and digits of a number that is sought in other values; a code may have fewer.
  static constexpr size_t kLeastNumber = 6;
  TermList chosen_, of_fields_, numbers_;
};

// The name of a place without the sign with which links begin. A name with a line end, which a
// header of a sheet may have, is written in several ways.
std::string anchor_of(std::string_view value) {
  value.remove_prefix(value.starts_with('#') ? 1 : 0);
  std::string anchor;
  for (; !value.empty(); value.remove_prefix(1)) {
    constexpr size_t kCode = 7;
    const std::string code = value[0] == '_' ? to_lower(value.substr(0, kCode)) : std::string();
    const bool is_feed = code == "_x000a_", is_return = code == "_x000d_";
    if (is_feed || is_return) value.remove_prefix(kCode - 1);
    if (is_feed) {
      anchor += '\n';
    } else if (!is_return && value[0] != '\r') {
      anchor += value[0];
    }
  }
  return anchor;
}

bool touches(const std::vector<Span>& hidden, const DocumentText::Part& part) {
  const auto next = std::ranges::lower_bound(hidden, part.begin + 1, {}, &Span::end);
  return next != hidden.end() && next->begin < part.end;
}

}  // namespace

Result<std::vector<DocumentText::PartEdit>> edits_of_repeats(const FormattedText& document,
                                                             const std::vector<Span>& hidden,
                                                             FieldValues& values) {
  const DocumentText& text = document.text;
  const Repeats repeats(document, hidden);
  std::vector<DocumentText::PartEdit> edits;
  std::unordered_set<std::string> renamed;  // anchors
  for (size_t i = 0; i < text.parts().size(); ++i) {
    const DocumentText::Part& part = text.parts()[i];
    const Field& field = document.fields[part.use];
    if (field.holds != Field::Holds::kAnchor) continue;
    const std::string anchor = anchor_of(text.part_text(i));
    const bool is_hidden = part.role == PartRole::kRead && touches(hidden, part);
    if (is_hidden || repeats.are_in_name(anchor)) renamed.insert(anchor);
  }
  for (size_t i = 0; i < text.parts().size(); ++i) {
    const auto& [role, begin, end, use] = text.parts()[i];
    const Field& field = document.fields[use];
    const std::string& value = text.part_text(i);
    const bool is_anchor = field.holds == Field::Holds::kAnchor;
    if (is_anchor ? renamed.contains(anchor_of(value))
                  : field.use == Field::Use::kName && repeats.are_in_name(value)) {
      const std::string_view sign = is_anchor && value.starts_with('#') ? "#" : "";
      REDACT_ASSIGN(const std::string name,
                    values.write({Field::Use::kAnchor}, is_anchor ? anchor_of(value) : value));
      edits.push_back({i, {0, value.size(), std::string(sign) + name}});
    } else if (field.use == Field::Use::kName) {
      REDACT_ASSIGN(std::vector<Edit> dates, values.edit_dates(field, value));
      if (!dates.empty() && !values.moves_dates()) {
        // A tag would be the same for all dates, and no two keys may be the same.
        REDACT_ASSIGN(std::string name, values.write({Field::Use::kAnchor}, value));
        dates = {{0, value.size(), std::move(name)}};
      }
      for (Edit& edit : dates) edits.push_back({i, std::move(edit)});
    } else if (role == PartRole::kKept && field.use == Field::Use::kKeep) {
      const std::vector<Span> found = repeats.in_value(value);
      if (found.empty()) continue;
      REDACT_ASSIGN(const std::vector<Edit> dates, values.edit_dates(field, value));
      for (const Span& span : found) {
        // A date in a number moves by itself (edits_of_values).
        const bool is_in_date = std::ranges::any_of(dates, [&](const Edit& date) {
          return date.begin < span.end && span.begin < date.end;
        });
        if (!is_in_date) edits.push_back({i, {span.begin, span.end, values.tag(span.label)}});
      }
    }
  }
  return edits;
}

}  // namespace redact
