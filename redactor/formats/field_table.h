// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "redactor/span/label.h"

namespace redact {

// What becomes of the value of a field.
struct Field {
  enum class Use : uint8_t {
    kKeep,       // it identifies nobody: a code, a unit, a status
    kRead,       // it is text for the finders
    kHide,       // it identifies by its place, and is hidden whole under `label`
    kId,         // a technical id, by which documents refer to one another
    kReference,  // holds such an id at its end
    kFile,       // a file of its own, in Base64
    kMarkup,     // a text that is a page of HTML
    kTime,       // the time of an edit, which can be nothing but a time: replaced by a fixed one
    kDrop,       // true only of what is redacted: a hash, a size, a signature
  };
  Use use = Use::kRead;
  Label label = Label::kOther;  // of kHide
  // What its type can hold. A value that a policy writes and that it cannot is replaced: a date by
  // the part before, which is kWhole; a URL, the name of a tag of HTML or of a segment of HL7 by
  // another.
  enum class Holds : uint8_t { kAnything, kFhirDate, kUrl, kTagName, kSegmentName };
  Holds holds = Holds::kAnything;
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
// one with a condition, then the later one. Immutable.
class FieldTable {
 public:
  // kBadInput with the line for what is no such file.
  static Result<FieldTable> parse(const std::string& yaml);

  // What the table says about a field; nullptr if nothing. `beside` returns the value of a field
  // beside it, empty if there is none.
  using Beside = std::function<std::string_view(std::string_view name)>;
  const Field* find(std::span<const std::string_view> path, const Beside& beside) const;
  // The names that conditions look at.
  const std::vector<std::string>& conditions() const { return conditions_; }

 private:
  struct Entry {
    std::vector<std::string> names;
    std::string beside, value;  // the condition; `beside` is empty if there is none
    Field field;
    size_t rank;  // of two entries that fit, the greater one counts
  };

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<size_t>> by_last_;  // "" for wildcards
  std::vector<std::string> conditions_;
};

}  // namespace redact
