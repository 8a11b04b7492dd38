// SPDX-License-Identifier: Apache-2.0
#include "redactor/fields/known_fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/ascii.h"
#include "base/file_io.h"
#include "base/word_list.h"
#include "documents/files/input_record.h"
#include "language/age.h"
#include "language/date_parts.h"
#include "language/find_dates.h"
#include "language/words.h"

namespace redact {

namespace {

// A shorter value may be a word of the text: "OR" is Oregon.
constexpr size_t kLeastKnown = 4;
// Digits of a number, of a part of one, or of another form of it. A shorter one may be a year or a
// value: 1200 is a chart number and a dose.
constexpr size_t kLeastDigits = 5;
constexpr size_t kLeastName = 2;  // characters; an initial is in "Hepatitis A", too
// Parts of names that are not names, and that occur in texts: "CKD stage III", "MD aware"; and
// words in place of names: "Patient 7", "Baby Girl Tarn".
constexpr auto kNoNames = word_list<
    "anonymous ba baby bilinmeyen boy bs child desconocida desconocido do doctor dr father female "
    "girl hasta ii iii iv inconnu inconnue jr ma male md miss mother mr mrs ms necunoscut "
    "necunoscuta none np null nurse pa pacient pacienta paciente patient patientin paziente phd "
    "practitioner pt rn sconosciuta sconosciuto sr test unbekannt unknown vi vii viii مريض "
    "المريض">();
// A longer value, in bytes, is not a name, number or address. The time for finding terms grows with
// the longest of them, so without a bound a document with one long field would take time quadratic
// in its length.
constexpr size_t kMostKnown = 256;

bool is_known(Label label, const std::string& value) {
  if (label == Label::kState || label == Label::kCountry || label == Label::kDate) return false;
  if (value.size() > kMostKnown) return false;
  if (all_digits(value)) return value.size() >= kLeastDigits;
  if (!is_name(label) || !has_letter(value)) return value.size() >= kLeastKnown;
  const std::string name = squeeze(value);
  return count_characters(name) >= kLeastName && std::ranges::count(kNoNames, name) == 0;
}

// Whether the values of a label are numbers, perhaps with letters.
bool is_number(Label label) {
  constexpr Label kNoNumbers[] = {Label::kEmail, Label::kUrl, Label::kIp, Label::kBiometric};
  const bool is_one = label >= Label::kPhone && label <= Label::kId;
  return label == Label::kZip || (is_one && std::ranges::count(kNoNumbers, label) == 0);
}

// Adds each number in a folded value. Tables write "4471920.0" in a column with empty cells, lose
// zeros or add them, and have cells with several numbers or with a caption.
void add_numbers(Label label, std::string_view value, TermList& terms) {
  const bool is_phone = label == Label::kPhone || label == Label::kFax;
  const std::string_view ends = is_phone ? ",;|\t\r\n" : ",;|\t\r\n /:=&+";
  for (size_t begin = 0, end; begin < value.size(); begin = end + 1) {
    end = std::min(value.find_first_of(ends, begin), value.size());
    std::string_view number = value.substr(begin, end - begin);
    if (is_phone)
      number.remove_prefix(std::min(number.find_first_of("+0123456789"), number.size()));
    const size_t point = std::min(number.find('.'), number.size());
    if (number.substr(point).find_first_not_of(".0") == number.npos) {
      number = number.substr(0, point);
    }
    const auto n_digits = static_cast<size_t>(std::ranges::count_if(number, is_digit));
    if (n_digits < kLeastDigits || number.size() > kMostKnown) continue;
    if (n_digits < number.size()) {
      terms.add_known(number, label);
    } else {
      const std::string_view bare =
          number.substr(std::min(number.find_first_not_of('0'), n_digits));
      if (bare.size() >= kLeastDigits) terms.add_known_number(bare, label);
    }
  }
}

// Calls visit(label, value) for each field that is hidden whole and looked for elsewhere.
template <typename Visit>
void for_each_field(const FormattedText& document, Visit visit) {
  const auto& parts = document.text.parts();
  for (size_t i = 0; i < parts.size(); ++i) {
    const Field& field = document.fields[parts[i].use];
    if (parts[i].role != PartRole::kRead || field.use != Field::Use::kHide || !field.is_sought) {
      continue;
    }
    visit(field.label, document.text.part_text(i));
  }
}

bool reads_as(Label label, std::string_view value) {
  if (label == Label::kDate) return DateParts::read(value, DateOrder::kDayFirst).has_value();
  return label == Label::kAge && read_age(value, {}, {}).has_value();
}

void add_dates(std::string_view text, const DocumentText::Part& part, std::vector<Span>& spans) {
  const std::string_view word = text.substr(part.begin, part.end - part.begin);
  if (word.find_first_of(" \t\r\n") != word.npos) return;
  for (const auto& [begin, end] : find_dates(word)) {
    spans.push_back({part.begin + begin, part.begin + end, Label::kDate, 0, SpanSource::kField});
  }
}

}  // namespace

std::vector<Span> evidence_of_fields(const FormattedText& document) {
  std::vector<Span> spans;
  for (const DocumentText::Part& part : document.text.parts()) {
    const Field& field = document.fields[part.use];
    if (part.role != PartRole::kRead) continue;
    if (field.use == Field::Use::kCaption) {
      spans.push_back({part.begin, part.end, Label::kOther, 0, SpanSource::kStay});
      continue;
    }
    if (field.use != Field::Use::kHide) {
      add_dates(document.text.text(), part, spans);
      continue;
    }
    size_t end = part.end;
    if (field.holds == Field::Holds::kFhirDate) {
      // The time of day stays if the date is only moved.
      end = std::min(end, document.text.text().find('T', part.begin));
    }
    spans.push_back({part.begin, end, field.label, 0, SpanSource::kField});
  }
  return spans;
}

std::vector<Span> settled_fields(const FormattedText& document) {
  std::vector<Span> settled;
  for (const DocumentText::Part& part : document.text.parts()) {
    const Field& field = document.fields[part.use];
    if (part.role != PartRole::kRead || field.use != Field::Use::kHide) continue;
    const std::string_view value = document.text.text().substr(part.begin, part.end - part.begin);
    if (reads_as(field.label, value)) {
      settled.push_back({part.begin, part.end, field.label, 0, SpanSource::kField});
    }
  }
  return settled;
}

std::vector<Span> labelled_fields(const FormattedText& document) {
  std::vector<Span> labelled;
  for (const DocumentText::Part& part : document.text.parts()) {
    const Field& field = document.fields[part.use];
    if (part.role != PartRole::kRead || !field.is_labelled) continue;
    labelled.push_back({part.begin, part.end, field.label, 0, SpanSource::kField});
  }
  return labelled;
}

std::vector<Span> outside(const std::vector<Span>& settled, std::vector<Span> spans) {
  std::erase_if(spans, [&](const Span& span) {
    const auto next =
        std::upper_bound(settled.begin(), settled.end(), span.begin,
                         [](size_t begin, const Span& one) { return begin < one.begin; });
    return next != settled.begin() && span.end <= std::prev(next)->end;
  });
  return spans;
}

std::vector<size_t> births_of_fields(const FormattedText& document) {
  std::vector<size_t> begins;
  for (const DocumentText::Part& part : document.text.parts()) {
    const bool is_read = part.role == PartRole::kRead;
    if (is_read && document.fields[part.use].is_birth) begins.push_back(part.begin);
  }
  return begins;
}

void add_known(const FormattedText& document, TermList& terms) {
  const auto add = [&](Label label, const std::string& value) {
    if (is_known(label, value)) terms.add_known(value, label);
    if (is_number(label)) add_numbers(label, fold(value), terms);
  };
  for_each_field(document, add);
  for (const FormattedText::Named& named : document.named) add(named.label, named.value);
}

void add_renamed_ids(const FormattedText& document, TermList& terms) {
  constexpr ptrdiff_t kFewest = 4, kFewestAlone = 6;  // digits, among letters and alone
  const auto& parts = document.text.parts();
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool is_id = document.fields[parts[i].use].use == Field::Use::kId;
    if (!is_id || parts[i].role != PartRole::kValue) continue;
    const std::string& id = document.text.part_text(i);
    const bool is_number = all_digits(id);
    const auto n_digits = std::ranges::count_if(id, is_digit);
    if (n_digits < (is_number ? kFewestAlone : kFewest) || id.size() > kMostKnown) continue;
    terms.add_known(id, Label::kId);
  }
}

Result<void> read_known_fhir(const UserFile& file, DateOrder order, KnownPeople& known) {
  REDACT_ASSIGN(const std::string content, file.read());
  const auto add = [&](const std::string& resource, const std::string& where) -> Result<void> {
    const RecordFields no_text{.texts = {""}};
    const auto record = parse_record(resource, no_text, 1);
    if (!record.ok()) return Error{ErrorKind::kBadInput, where, "is no resource of FHIR"};
    if (!record->id.starts_with("Patient/")) return {};
    REDACT_ASSIGN(const FormattedText read, blame(where, read_document(resource, Format::kJson)));
    TermList& terms = known.patient(record->id, order);
    add_known(read, terms);
    for_each_field(read, [&](Label label, const std::string& value) {
      if (label == Label::kDate) terms.add_known(value.substr(0, value.find('T')), label);
    });
    return {};
  };
  const std::string first = content.substr(0, content.find('\n'));
  if (!nlohmann::json::accept(first)) return add(content, "file");
  return for_each_line(content, [&](const std::string& line, size_t number) {
    return add(line, "line " + std::to_string(number));
  });
}

}  // namespace redact
