// SPDX-License-Identifier: Apache-2.0
// Any bytes as a configuration for --fhir-rules: refused, or rules that say what becomes of a
// resource, which is read and written.
#include "documents/formats/fhir_rules.h"

#include "tests/fuzz/check_refusal.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const std::string_view text = redact::fuzz::text_of(data, size);
  const auto rules = redact::FhirRules::parse(std::string(text), 2026);
  if (!rules.ok()) {
    redact::fuzz::check_refusal(rules.error());
    return 0;
  }
  require(rules->needs_key() || !rules->hashes());
  const auto kInside = [](size_t, std::string_view) {
    return std::string_view("http://loinc.org");
  };
  using Path = std::vector<std::string_view>;
  static const Path kPaths[] = {{"Patient"},
                                {"Patient", "name", "family"},
                                {"Patient", "birthDate"},
                                {"Patient", "address", "postalCode"},
                                {"Observation", "valueQuantity", "value"},
                                {"Patient", "contained", "id"}};
  for (const Path& path : kPaths) {
    redact::FhirElements elements;
    for (const std::string_view value : {"", "Ellison", "1948-03-14", "10023", "7.5", "\xff"}) {
      std::ignore = rules->find(elements.of(path), value, kInside);
    }
  }
  return 0;
}
