// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/replacer.h"

#include <algorithm>

#include "base/ascii.h"
#include "language/age.h"
#include "language/arabic.h"
#include "language/birth.h"
#include "language/language.h"
#include "language/time_zone.h"
#include "language/whole_number.h"
#include "language/words.h"
#include "redactor/policy/date_shift.h"
#include "redactor/policy/placeholder.h"
#include "redactor/policy/zip_areas.h"

namespace redact {

namespace {

// 64 bits of the HMAC in hexadecimal would make tags unreadable; with 48 bits, the odds that two of
// a million different names share a hash are 1 to 560.
constexpr size_t kHashBytes = 6;

bool is_year(std::string_view text) { return text.size() == 4 && all_digits(text); }

// The year of a text that names no day, month or year alone, such as a quarter, a season or a
// holiday: "Q4 2024", "Christmas of 2023". nullopt if there are two years, or a number that is
// neither a year nor short, since it may be a day ("20241104 2024").
std::optional<int> only_year(std::string_view text) {
  std::optional<int> year;
  for (const Word& word : find_words(text)) {
    const std::string_view letters = text.substr(word.begin, word.end - word.begin);
    if (std::count_if(letters.begin(), letters.end(), is_digit) <= 2) continue;
    const bool is_first = !year && is_year(letters);
    if (!is_first) return std::nullopt;
    year = std::stoi(std::string(letters));
    if (*year < 1900 || *year > 2099) return std::nullopt;
  }
  return year;
}

// Whether a separator and a year follow, as in "/1984".
bool is_followed_by_year(std::string_view behind) {
  const bool ends = behind.size() == 5 || (behind.size() > 5 && !is_digit(behind[5]));
  return ends && behind[0] != '\n' && behind[0] != '\r' && is_year(behind.substr(1, 4));
}

// Whether a surface is digits so few that they may be a value wherever the text repeats them, for
// which a made-up number would pass.
bool is_short_number(std::string_view surface) {
  constexpr size_t kLongest = 4;  // 1200 is a chart number and a dose
  const std::string read = with_ascii_digits(surface);
  return read.size() <= kLongest && all_digits(read);
}

// Whether to write the placeholder instead of the operator's result, since that could show a part
// of the surface that must not stay.
bool must_hide_whole(Operator op, Label label, std::string_view surface, const Support& support) {
  const bool denied = support.has(SpanSource::kDeny);
  switch (op) {
    case Operator::kYear:
    case Operator::kBirthDate:
    case Operator::kOver89:
    case Operator::kZip3: return denied || support.has(SpanSource::kKnown) || !support.agrees();
    case Operator::kShift: return denied;  // a date that moves may keep its year
    case Operator::kSurrogate:
      return (denied && label == Label::kDate) ||
             ((denied || support.has(SpanSource::kKnown)) && is_short_number(surface));
    case Operator::kTag:
    case Operator::kNumber:
    case Operator::kMask:
    case Operator::kHash: return false;
  }
  return true;
}

}  // namespace

Replacer::Replacer(const Policy& policy, std::string_view text, const Secret* key,
                   std::string_view patient, std::string_view source)
    : policy_(policy),
      text_(text),
      source_(source.empty() ? text : source),
      key_(key),
      patient_(patient) {}

std::string_view Replacer::language() {
  if (language_.empty()) language_ = guess_language(text_);
  return language_;
}

DateOrder Replacer::date_order() {
  if (!date_order_) date_order_ = order_of_dates(with_ascii_digits(text_), policy_.date_order());
  return *date_order_;
}

// The newest year is at least the present one: a note may be read long after it was written, and
// the people in it grow older. A date without a year is of the common one.
void Replacer::read_years() {
  constexpr int kYearsEnd = 2100;  // a later one is a number
  if (newest_year_ != 0) return;
  newest_year_ = policy_.present_year();
  std::map<int, size_t> common;
  for (const Span& span : dates_) {
    const std::string_view surface = text_.substr(span.begin, span.end - span.begin);
    const std::string read = with_ascii_digits(surface);
    const auto whole = whole_year(read);
    if (whole && *whole < kYearsEnd) newest_year_ = std::max(newest_year_, *whole);
    const auto date = DateParts::read(read, date_order(), language());
    if (!date || !date->has_year() || !date->has_day()) continue;
    if (is_birth(surface, text_.substr(span.end))) continue;
    ++common[static_cast<int>(std::chrono::year_month_day(date->day()).year())];
  }
  size_t most = 0;
  for (const auto& [year, n] : common) {
    if (n >= most) most = n, common_year_ = year;
  }
}

int Replacer::newest_year() {
  read_years();
  return newest_year_;
}

std::optional<DateParts> Replacer::parts_of(std::string_view date) {
  read_years();
  return DateParts::read(with_ascii_digits(date), date_order(), language(), common_year_);
}

Result<const Secret*> Replacer::secret() {
  if (key_ != nullptr) return key_;
  if (!random_) {
    REDACT_ASSIGN(random_, Secret::random());
  }
  return &*random_;
}

Result<std::string> Replacer::document() {
  if (digest_.empty()) {
    REDACT_ASSIGN(digest_, sha256_hex(source_));
  }
  return digest_;
}

Result<std::string> Replacer::patient_or_document() {
  return patient_.empty() ? document() : std::string(patient_);
}

// The days by which the dates of the document move.
Result<std::chrono::days> Replacer::days(const Secret& secret) {
  REDACT_ASSIGN(const std::string moved,
                policy_.shifts_by_document() ? document() : patient_or_document());
  return date_shift(secret, moved);
}

Result<Surrogates*> Replacer::surrogates() {
  if (surrogates_) return &*surrogates_;
  REDACT_ASSIGN(const std::string patient, patient_or_document());
  REDACT_ASSIGN(const Secret* drawn_by, secret());
  REDACT_ASSIGN(surrogates_, Surrogates::create(*drawn_by, patient, language()));
  for (const Mention& mention : persons_.mentions()) {
    const Treatment* treatment = policy_.treatment(mention.label);
    if (treatment == nullptr || treatment->op != Operator::kSurrogate) continue;
    surrogates_->names().expect(mention.parts, persons_.is_patients(mention));
  }
  return &*surrogates_;
}

// Tags do not depend on persons.
void Replacer::expect(const std::vector<Span>& spans, const std::vector<std::string>& known) {
  for (const Span& span : spans) {
    if (span.label == Label::kDate) dates_.push_back(span);
  }
  const bool needed = policy_.uses(Operator::kHash) || policy_.uses(Operator::kSurrogate) ||
                      policy_.uses(Operator::kNumber);
  if (needed) persons_ = Persons(text_, spans, known);
}

const Mention* Replacer::mention_of(std::string_view surface, std::string_view behind) const {
  const size_t size = surface.size() + behind.size();
  if (surface.empty() || size > text_.size()) return nullptr;
  const Mention* mention = persons_.at(text_.size() - size);
  const bool whole = mention != nullptr && mention->begin == text_.size() - size &&
                     mention->end == text_.size() - behind.size();
  return whole ? mention : nullptr;
}

std::string Replacer::number(std::string_view surface, const std::string& placeholder,
                             const Mention* mention) {
  auto known = numbers_.find(placeholder);
  if (known == numbers_.end()) {
    const uint64_t highest = find_tags(text_, {Operator::kNumber, placeholder}).highest;
    known = numbers_.emplace(placeholder, EntityNumbers(highest)).first;
  }
  EntityNumbers& numbers = known->second;
  if (mention != nullptr) {
    return with_suffix(placeholder, std::to_string(numbers.of_person(mention->person)));
  }
  std::vector<std::string> words;
  for (const Word& word : find_words(surface)) words.push_back(fold(surface, word));
  return with_suffix(placeholder, std::to_string(numbers.of_words(std::move(words))));
}

// The label of a name or number is not part of its hash: notes differ in how clearly they show
// it.
//
// A name of the patient, in a document whose patient is given, is hashed as that patient, so all
// forms of the name link, however they are written, shortened or labelled. Other names are hashed
// as the full form of the person's name in the document, so "GRECO Anna" and "Anna Greco" link in
// all documents of the key, and "Mrs Greco" links if its document also holds the full name.
// Numbers are hashed as their letters and digits, however these are grouped, without a fraction of
// zeros.
//
// Hashing each word of a name would link more, but would reveal first names: the commonest hash
// is the commonest name.
Result<std::string> Replacer::hash(std::string_view surface, Label label,
                                   const Mention* mention) const {
  const auto drawn = [this](std::string_view purpose,
                            std::string_view message) -> Result<std::string> {
    REDACT_ASSIGN(const Digest digest, key_->draw(purpose, message));
    return to_hex(bytes_of(digest).substr(0, kHashBytes));
  };
  if (!is_name(label))
    return drawn("hash", squeeze(whole_number(surface).value_or(std::string(surface))));
  if (mention == nullptr) return drawn("hash-name", Person{name_parts(surface)}.key());
  if (!patient_.empty() && persons_.is_patients(*mention)) return drawn("hash-patient", patient_);
  return drawn("hash-name", persons_.of(*mention).key());
}

Result<std::string> Replacer::surrogate_name(std::string_view surface, const Mention* mention) {
  REDACT_ASSIGN(Surrogates * made_up, surrogates());
  if (mention != nullptr) {
    return made_up->names().replace(surface, mention->parts, persons_.of(*mention).name);
  }
  const std::vector<NamePart> name = name_parts(surface);
  return made_up->names().replace(surface, name, name);
}

// The year of a date, if it is written with its century.
std::optional<int> Replacer::whole_year(std::string_view surface) {
  const auto date = DateParts::read(surface, date_order());
  if (!date) return only_year(surface);
  if (!date->has_whole_year()) return std::nullopt;
  return static_cast<int>(std::chrono::year_month_day(date->day()).year());
}

// The text before a surface, found by the text after it.
std::string_view Replacer::before(std::string_view surface, std::string_view behind) const {
  return text_.substr(0, text_.size() - std::min(text_.size(), surface.size() + behind.size()));
}

bool Replacer::is_birth_field(std::string_view date, std::string_view behind) const {
  return std::binary_search(births_.begin(), births_.end(), before(date, behind).size());
}

bool Replacer::is_birth(std::string_view date, std::string_view behind) const {
  return is_birth_field(date, behind) || announces_birth(before(date, behind));
}

bool Replacer::tells_over_89(std::string_view date, std::string_view behind) {
  const auto parts = parts_of(date);
  if (!parts || !parts->has_year()) return false;
  int year = static_cast<int>(std::chrono::year_month_day(parts->day()).year());
  if (!parts->has_whole_year() && is_birth(date, behind)) year = 1900 + year % 100;
  return newest_year() - year > kOldestWritten;
}

// Whether a date is a year or a month of birth. A moved one may contradict the ages and the date
// of birth in the document, which follow from days.
bool Replacer::is_birth_without_day(std::string_view date, std::string_view behind) {
  const auto parts = parts_of(date);
  return parts && parts->has_year() && !parts->has_day() && is_birth(date, behind);
}

Replacement Replacer::year(std::string_view surface, const std::string& placeholder) {
  const auto year = whole_year(surface);
  if (!year) return placeholder;
  if (newest_year() - *year > kOldestWritten) return placeholder;  // reveals such an age
  return std::to_string(*year);
}

// The tag and the year of a date of birth; nullopt for other dates and for years alone, which
// stay. A date is a date of birth if its field or the words before it say so, or if a year
// follows a day and a month on their line: a model that marks these without the year was asked
// for dates of birth (PromptTask::kPatient).
Replacement Replacer::birth_date(std::string_view surface, std::string_view behind,
                                 const std::string& placeholder) {
  const std::string read = with_ascii_digits(surface);
  if (is_year(read)) return std::nullopt;
  const auto year = whole_year(read);
  if (is_birth_field(surface, behind)) {
    // A field may hold a year alone in place of a date.
    return year ? std::to_string(*year) : placeholder;
  }
  if (!is_birth(surface, behind) && (year || !is_followed_by_year(behind))) return std::nullopt;
  return year ? placeholder + " " + std::to_string(*year) : placeholder;
}

// "90+" above 89, nullopt for ages that may stay, the placeholder if no age can be read.
Replacement Replacer::over_89(std::string_view surface, std::string_view behind,
                              const std::string& placeholder) {
  const auto age = read_age(surface, behind, language());
  if (!age) return placeholder;
  if (age->in_years && age->value > kOldestWritten) return "90+";
  return std::nullopt;
}

Result<std::optional<std::string>> Replacer::moved(std::string_view date, bool differs) {
  const auto parts = parts_of(date);
  if (!parts) return std::optional<std::string>();
  REDACT_ASSIGN(const Secret* drawn_by, secret());
  REDACT_ASSIGN(const std::chrono::days by, days(*drawn_by));
  return std::optional(moved_date(*parts, std::string(date), by, differs));
}

Result<std::optional<std::string>> Replacer::shift(std::string_view date) {
  if (key_ == nullptr) return std::optional<std::string>();
  return moved(date, false);
}

Result<Replacement> Replacer::replace_kept_date(std::string_view date) {
  const Treatment* treatment = policy_.treatment(Label::kDate);
  // No words before such a date could announce a birth.
  if (treatment == nullptr || treatment->op == Operator::kBirthDate) return Replacement();
  return replace(date, Label::kDate);
}

Result<Replacement> Replacer::replace(std::string_view surface, Label label,
                                      std::string_view behind, const Support& support) {
  const Treatment* treatment = policy_.treatment(label);
  if (treatment == nullptr) return Replacement();
  if (must_hide_whole(treatment->op, label, surface, support))
    return Replacement(treatment->placeholder);
  const std::string& placeholder = treatment->placeholder;
  const bool made_up = treatment->op == Operator::kSurrogate && label == Label::kDate;
  const bool moves = made_up || treatment->op == Operator::kShift;
  if (moves && is_zone(surface)) return Replacement(utc_like(surface));
  if (moves && (tells_over_89(surface, behind) || is_birth_without_day(surface, behind))) {
    return Replacement(placeholder);
  }
  // Dates, ages and numbers are read in ASCII digits and written in the digits of the text.
  const std::string read = with_ascii_digits(surface);
  const auto as_written = [surface](const std::string& text) {
    return with_digits_of(surface, text);
  };
  switch (treatment->op) {
    case Operator::kTag: return Replacement(placeholder);
    case Operator::kNumber:
      return Replacement(number(surface, placeholder, mention_of(surface, behind)));
    case Operator::kMask: return Replacement(masked(surface));
    case Operator::kHash: {
      if (key_ == nullptr) return Replacement(placeholder);
      REDACT_ASSIGN(const std::string hashed, hash(surface, label, mention_of(surface, behind)));
      return Replacement(with_suffix(placeholder, hashed));
    }
    case Operator::kSurrogate: {
      if (is_name(label)) {
        REDACT_ASSIGN(std::string name, surrogate_name(surface, mention_of(surface, behind)));
        return Replacement(std::move(name));
      }
      Replacement value;
      if (made_up) {
        REDACT_ASSIGN(value, moved(read, true));
      } else {
        REDACT_ASSIGN(Surrogates * values, surrogates());
        REDACT_ASSIGN(value, values->replace(read, label, behind));
      }
      const bool differs = value && fold(*value) != fold(read);
      return Replacement(differs ? as_written(*value) : placeholder);
    }
    case Operator::kShift: {
      REDACT_ASSIGN(const std::optional<std::string> shifted, shift(read));
      return Replacement(shifted ? as_written(*shifted) : placeholder);
    }
    case Operator::kYear: {
      const Replacement kept = year(read, placeholder);
      return kept == placeholder ? kept : Replacement(as_written(*kept));
    }
    case Operator::kBirthDate: return birth_date(surface, behind, placeholder);
    case Operator::kOver89: return over_89(read, behind, placeholder);
    case Operator::kZip3: {
      std::string area = generalised_zip(read);
      return Replacement(area.empty() ? placeholder : std::move(area));
    }
  }
  return Replacement(placeholder);
}

}  // namespace redact
