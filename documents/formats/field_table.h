// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "documents/formats/fhir_types.h"
#include "documents/label.h"

namespace redact {

// What a rule says beside its use.
struct FieldSetting {
  std::vector<std::string> small_areas;  // kZip3: codes of areas in which few people live
  // kPerturb: a number is drawn from `span` around it, or from that part of it, has so many digits
  // after the point, and is at least `least`.
  double span = 0;
  bool is_proportional = false;
  int n_digits = 2;
  double least = -std::numeric_limits<double>::infinity();
  std::string value;  // kSubstitute
};

// What becomes of the value of a field.
struct Field {
  enum class Use : uint8_t {
    kKeep,       // it identifies nobody, but for a date in it: a status, a number of an order
    kStandard,   // the same of what standards define and may hold dates: a code, a version, a URL
    kWeekday,    // a day of the week in three letters, which moves where dates move
    kMeasure,    // a measured number, which may look like a date
    kRead,       // it is text for the finders
    kHide,       // it identifies by its place, and is hidden whole under `label`
    kId,         // a technical id, by which documents refer to one another
    kReference,  // holds such an id at its end
    kFile,       // a file of its own, in Base64
    kMarkup,     // a text that is a page of HTML
    kAnchor,     // the name of a place or a style of a document, by which others refer to it
    kTime,       // the time of an edit, which can be nothing but a time: replaced by a fixed one
    kDrop,       // describes only the original text: a hash, a size, a signature
    // What only a user's rules ask for (fhir_rules.h).
    kRemove,      // it goes, with the member or element that holds it
    kShift,       // a date that moves by the days of its patient
    kYear,        // a date of which the year stays
    kZip3,        // a postal code of which the first three digits stay
    kHash,        // a hash under the key takes its place
    kPerturb,     // a number near it takes its place
    kSubstitute,  // the rule's own value takes its place
  };
  Use use = Use::kRead;
  Label label = Label::kOther;  // of kHide
  // What its type can hold. A value that a policy writes and that it cannot is replaced: a date or
  // a number of FHIR by the part before, which is kWhole; a URL, the name of a tag of HTML or of a
  // segment of HL7 by another.
  enum class Holds : uint8_t { kAnything, kFhirDate, kNumber, kUrl, kTagName, kSegmentName };
  Holds holds = Holds::kAnything;
  bool is_birth = false;                  // a date that is somebody's birth, by its place
  const FieldSetting* setting = nullptr;  // of kZip3, kPerturb and kSubstitute; the rules own it
};

// What a format says about its fields: a YAML file that lists paths under what becomes of them.
//
//   keep: ["**.system"]
//   PATIENT: [Patient.name.family]
//   EMAIL: ["**.telecom.value[system=email]"]
//
// A path consists of names from the root of a record to the field. "*" stands for one name, "**"
// for any number of them; neither for an attribute ("@use"). A condition in brackets names a field
// beside it and its value. Of several paths that fit, the one with the most names counts, then the
// one with a condition, then the later one.
//
// A user's rules for FHIR become a table, too, whose steps look at types and at what a value holds,
// and whose first rule counts.
class FieldTable {
 public:
  struct Step {
    std::string name;         // or a wildcard
    std::string type = {};    // of FHIR, or one of several; empty: any
    std::string inside = {};  // a field in the value, and what that has to hold; empty: none
    std::string inside_value = {};
  };

  // kBadInput with the line for any other file.
  static Result<FieldTable> parse(const std::string& yaml);

  // What the table says about a field; nullptr if nothing. `beside` returns the value of a field
  // beside it, empty if there is none.
  using Beside = std::function<std::string_view(std::string_view name)>;
  const Field* find(std::span<const std::string_view> path, const Beside& beside) const;
  // The same of a table with steps that were added: each name comes with its type, and `inside`
  // returns the value of a field in that with the name of this index.
  using Inside = std::function<std::string_view(size_t index, std::string_view name)>;
  const Field* find(std::span<const FhirElement> path, const Inside& inside) const;
  // Adds a path that counts less than all so far.
  void add_weaker(std::vector<Step> steps, Field field);
  // The names that conditions look at.
  const std::vector<std::string>& conditions() const { return conditions_; }

 private:
  struct Entry {
    std::vector<Step> steps;
    std::string beside, value;  // the condition; `beside` is empty if there is none
    Field field;
    size_t rank;  // of two entries that fit, the greater one counts
  };

  void add(Entry entry);
  template <typename Fits>
  const Field* best(std::string_view last, Fits fits) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<size_t>> by_last_;  // "" for wildcards
  std::vector<std::string> conditions_;
};

}  // namespace redact
