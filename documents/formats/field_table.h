// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "documents/formats/fhir_types.h"
#include "documents/label.h"

namespace redact {

// The parameters of a rule beside its use.
struct FieldSetting {
  std::vector<std::string> small_areas;  // kZip3: codes of areas in which few people live
  // kPerturb: a number is drawn from `span` around the value, or from that fraction of the value;
  // it has this many digits after the point, and is at least `least`.
  double span = 0;
  bool is_proportional = false;
  int n_digits = 2;
  double least = -std::numeric_limits<double>::infinity();
  std::string value;  // kSubstitute
};

// The treatment of a field's value.
struct Field {
  enum class Use : uint8_t {
    kKeep,       // it identifies nobody, except for a date in it: a status, a number of an order
    kStandard,   // the same for standard values that may contain dates: a code, a version, a URL
    kWeekday,    // a weekday in three letters, which moves if dates move
    kMeasure,    // a measured number, which may look like a date
    kName,       // a name chosen within the file: a key of JSON. It stays unless it names a person
    kRead,       // it is text for the finders
    kCaption,    // it heads a column of a sheet: text that stays
    kHide,       // it identifies by its place, and is hidden whole under `label`
    kId,         // a technical id, by which documents refer to one another
    kReference,  // holds such an id at its end
    kFile,       // a file of its own, in Base64
    kMarkup,     // a text that is a page of HTML
    kAnchor,     // the name of a place or a style in a document, to which others refer
    kTime,       // the time of an edit, always a time: replaced by a fixed one
    kUnread,     // a piece of a text that nothing here can read: replaced
    kDrop,       // describes only the original text: a hash, a size, a signature
    // Uses that only a user's rules request (fhir_rules.h).
    kRemove,      // removed, with the member or element around it
    kShift,       // a date that moves by the days of its patient
    kYear,        // a date that keeps its year
    kZip3,        // a postal code that keeps its first three digits
    kHash,        // replaced by a hash under the key
    kPerturb,     // replaced by a number near it
    kSubstitute,  // replaced by the rule's own value
  };
  Use use = Use::kRead;
  Label label = Label::kOther;  // of kHide
  // What can be written in the place of the value. A replacement that does not fit is adjusted
  // (redactor/fields/fitting.h).
  enum class Holds : uint8_t {
    kAnything,
    kFhirDate,     // for another replacement, the kWhole part before gets its mask
    kHl7Date,      // the same
    kNumber,       // the same; a long one that stays goes if the document hides the same digits
    kLoneNumber,   // the same, but there is no such part: 0
    kCode,         // a long number that stays is replaced by any text if the document hides it
    kUrl,          // another URL
    kTagName,      // of HTML: another name that HTML does not define
    kSegmentName,  // of HL7: another name
    kMailAddress,  // another address
    kFieldName,    // of a mail: another name
    kAnchor,       // the name of a place in the file: another, also in the references to it
  };
  Holds holds = Holds::kAnything;
  bool is_birth = false;                  // a date of birth, by its place
  bool is_sought = true;                  // of kHide: it is looked for in the rest of the document
  bool is_labelled = false;               // of kHide: by its user (ChosenField::label)
  const FieldSetting* setting = nullptr;  // of kZip3, kPerturb and kSubstitute; the rules own it
  std::string name = {};  // of kRead: the name that finders see before the value; may be empty
  // Where changes are tracked, the version of the document that a text belongs to: the one before
  // the changes, which is not shown, or the one after them.
  enum class Version : uint8_t { kAll, kOld, kNew };
  Version version = Version::kAll;
  bool operator==(const Field&) const = default;
};

// The treatment with this name in a table of fields, such as "keep", "birth" or the name of a
// label; nullopt for another name.
std::optional<Field> read_use(const std::string& name);

// A format's treatment of its fields: a YAML file that lists paths under their treatment.
//
//   keep: ["**.system"]
//   PATIENT: [Patient.name.family]
//   EMAIL: ["**.telecom.value[system=email]"]
//
// A path consists of names from the root of a record to the field. "*" matches one name, "**" any
// number of them; neither matches an attribute ("@use"). A condition in brackets names a field
// beside it and its value. If several paths fit, the one with the most names counts, then the one
// with a condition, then the later one.
//
// A user's rules for FHIR also become a table, whose steps test types and the contents of values;
// there, the first rule that fits counts.
class FieldTable {
 public:
  struct Step {
    std::string name;         // or a wildcard
    std::string type = {};    // of FHIR, or one of several; empty: any
    std::string inside = {};  // a field in the value and its required value; empty: none
    std::string inside_value = {};
  };

  // kBadInput with the line for any other file.
  static Result<FieldTable> parse(const std::string& yaml);

  // The table's treatment of a field; nullptr if there is none. `beside` returns the value of a
  // field beside it, empty if there is none.
  using Beside = std::function<std::string_view(std::string_view name)>;
  const Field* find(std::span<const std::string_view> path, const Beside& beside) const;
  // The same for a table with added steps: each name comes with its type, and `inside` returns the
  // value of a field in the element with this name's index.
  using Inside = std::function<std::string_view(size_t index, std::string_view name)>;
  const Field* find(std::span<const FhirElement> path, const Inside& inside) const;
  // Adds a path with a lower rank than all earlier ones.
  void add_weaker(std::vector<Step> steps, Field field);
  // The names that conditions look at.
  const std::vector<std::string>& conditions() const { return conditions_; }

 private:
  struct Entry {
    std::vector<Step> steps;
    std::string beside, value;  // the condition; `beside` is empty if there is none
    Field field;
    size_t rank;  // of two entries that fit, the one with the greater rank counts
  };

  void add(Entry entry);
  template <typename Fits>
  const Field* best(std::string_view last, Fits fits) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<size_t>> by_last_;  // "" for wildcards
  std::vector<std::string> conditions_;
};

}  // namespace redact
