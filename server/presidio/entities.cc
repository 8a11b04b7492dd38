// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/entities.h"

#include <redact/redact.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace redact::server {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// What else Presidio calls things of a label.
constexpr std::array<Pair, 26> kAsked = {{
    {"US_SSN", "SSN"},
    {"US_ITIN", "SSN"},
    {"UK_NINO", "SSN"},
    {"ES_NIF", "SSN"},
    {"ES_NIE", "SSN"},
    {"IT_FISCAL_CODE", "SSN"},
    {"CREDIT_CARD", "ACCOUNT"},
    {"IBAN_CODE", "ACCOUNT"},
    {"US_BANK_NUMBER", "ACCOUNT"},
    {"CRYPTO", "ACCOUNT"},
    {"US_DRIVER_LICENSE", "LICENSE"},
    {"IT_DRIVER_LICENSE", "LICENSE"},
    {"MEDICAL_LICENSE", "LICENSE"},
    {"UK_NHS", "MEDICAL_RECORD"},
    {"UK_NHS", "HEALTH_PLAN"},
    {"AU_MEDICARE", "HEALTH_PLAN"},
    {"US_MBI", "HEALTH_PLAN"},
    {"US_PASSPORT", "ID"},
    {"IT_PASSPORT", "ID"},
    {"ES_PASSPORT", "ID"},
    {"IT_IDENTITY_CARD", "ID"},
    {"SG_NRIC_FIN", "ID"},
    {"AU_TFN", "ID"},
    {"AU_ABN", "ID"},
    {"AU_ACN", "ID"},
    {"IT_VAT_CODE", "ID"},
}};

constexpr std::array<std::string_view, 8> kLanguages = {"en", "es", "it", "fr",
                                                        "de", "ro", "tr", "ar"};

}  // namespace

bool asks_for(std::string_view entity, const char* label) {
  if (entity == label || entity == redact_presidio_name(label)) return true;
  return std::any_of(kAsked.begin(), kAsked.end(), [&](const Pair& pair) {
    return pair.first == entity && pair.second == label;
  });
}

bool is_asked_name(std::string_view entity) {
  static const std::unordered_set<std::string_view> all = [] {
    std::unordered_set<std::string_view> names;
    for (size_t i = 0; i < redact_n_labels(); ++i) {
      names.insert({redact_label(i), redact_presidio_name(redact_label(i))});
    }
    for (const Pair& pair : kAsked) names.insert(pair.first);
    return names;
  }();
  return all.contains(entity);
}

const std::vector<std::string>& supported_entities() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (size_t i = 0; i < redact_n_labels(); ++i) {
      const std::string name(redact_presidio_name(redact_label(i)));
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }();
  return all;
}

bool is_supported_language(std::string_view language) {
  return std::find(kLanguages.begin(), kLanguages.end(), language) != kLanguages.end();
}

}  // namespace redact::server
