// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace redact {

// Whether a match is a valid number of its kind, by check digits and ranges. Spaces, hyphens and
// dots between the characters and the case of letters are ignored.
using Checksum = bool (*)(std::string_view match);

// Checksums by name: "luhn" (cards, ISO 7812), "iban" (ISO 13616), "ipv4", "us-ssn", "dni" (Spain's
// DNI and NIE), "nir" (France), "nass" (Spain's social security), "kvnr" and "rvnr" (Germany's
// health and pension insurance), "vin" (ISO 3779 with North America's check digit), "cnp"
// (Romania), "tckn" (Türkiye), "egypt-nid" (birth and governorate in Egypt's national number),
// "saudi-id" (of citizens and residents). nullopt for any other name.
std::optional<Checksum> find_checksum(std::string_view name);

}  // namespace redact
