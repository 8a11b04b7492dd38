// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/formats/fhir_path.h"
#include "documents/formats/field_table.h"

namespace redact {

// A user's rules for FHIR: the configuration of Microsoft's FHIR anonymizer (README.md), as a table
// of fields. The first rule counts whose path leads to a value or to an element around it; if its
// method cannot treat the value, later rules count. Immutable.
class FhirRules {
 public:
  // `present_year`: ages are counted as of this year. kBadInput or kUnsupported with the line.
  static Result<FhirRules> parse(const std::string& json, int present_year);

  // The rules' decision about a value; nullopt if there is none. `path` leads to it from its
  // resource. A field that is read (kRead) is one that `redactText` names.
  std::optional<Field> find(std::span<const FhirElement> path, std::string_view value,
                            const FieldTable::Inside& inside) const;
  // The names that conditions look at.
  const std::vector<std::string>& conditions() const { return table_.conditions(); }
  // Whether values are drawn from a key.
  bool needs_key() const { return needs_key_; }
  bool hashes() const { return hashes_; }

 private:
  using Paths = std::vector<std::vector<FieldTable::Step>>;
  struct Rule;
  Result<void> read_parameters(const Rule& parameters);
  Result<void> add(const Rule& rule);
  Result<void> add_perturb(const Rule& rule, const Paths& paths);
  Result<void> add_substitute(const Rule& rule, const Paths& paths);
  Field perturbed(const FieldSetting& setting);
  const FieldSetting* keep(FieldSetting setting);  // as long as the rules
  bool may_tell_high_age(std::string_view date) const;
  Field redacted(const FhirElement& element, const FhirElement& around,
                 std::string_view value) const;

  FieldTable table_;
  std::vector<std::unique_ptr<const FieldSetting>> settings_;
  int present_year_ = 0;
  bool partial_ages_ = false, partial_dates_ = false;
  bool needs_key_ = false, hashes_ = false;
  const FieldSetting* partial_zips_ = nullptr;  // if the first digits of postal codes stay
};

}  // namespace redact
