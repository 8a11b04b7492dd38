// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace redact {

// Whether a match is a number of its kind: check digits, ranges. Spaces, hyphens and dots between
// the characters do not count, nor does the case of letters.
using Checksum = bool (*)(std::string_view match);

// By name: "luhn" (cards, ISO 7812), "iban" (ISO 13616), "ipv4", "us-ssn", "dni" (Spain's DNI and
// NIE), "nir" (France), "nass" (Spain's social security), "kvnr" and "rvnr" (Germany's health and
// pension insurance), "vin" (ISO 3779 with North America's check digit), "cnp" (Romania),
// "tckn" (Türkiye), "egypt-nid" (birth and governorate in Egypt's national number), "saudi-id" (of
// citizens and residents). nullopt for another.
std::optional<Checksum> find_checksum(std::string_view name);

}  // namespace redact
