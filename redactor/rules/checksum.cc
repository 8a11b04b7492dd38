// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/checksum.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

int digit(char c) { return c - '0'; }

// The letters, as capitals, and the digits; everything else is left out.
std::string bare(std::string_view match) {
  std::string out;
  for (char c : match) {
    if (is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
    if (is_alphanumeric(c)) out += c;
  }
  return out;
}

// The number modulo m, digit by digit; precondition: all_digits.
int modulo(std::string_view digits, int m) {
  int rest = 0;
  for (const char c : digits) rest = (rest * 10 + digit(c)) % m;
  return rest;
}

bool luhn_holds(const std::string& number) {
  int sum = 0;
  for (size_t i = 0; i < number.size(); ++i) {
    int d = digit(number[number.size() - 1 - i]);
    if (i % 2 == 1) d = d * 2 > 9 ? d * 2 - 9 : d * 2;
    sum += d;
  }
  return sum % 10 == 0 && sum > 0;
}

bool luhn(std::string_view match) {
  const std::string number = bare(match);
  return all_digits(number) && number.size() >= 13 && number.size() <= 19 && luhn_holds(number);
}

bool iban(std::string_view match) {
  const std::string number = bare(match);
  if (number.size() < 15 || number.size() > 34) return false;
  std::string digits;
  for (size_t i = 0; i < number.size(); ++i) {
    const char c = number[(i + 4) % number.size()];  // the first four are moved to the end
    digits += is_digit(c) ? std::string(1, c) : std::to_string(c - 'A' + 10);
  }
  return modulo(digits, 97) == 1;
}

// An address, a range of addresses or a network. Doses (1.0.1.0) and headings (3.2.1.4) have the
// same form, so at least one part must have two digits.
bool ipv4(std::string_view match) {
  const size_t first = match.find_first_of("/-");
  if (first != match.npos) {
    return ipv4(match.substr(0, first)) && (match[first] == '/' || ipv4(match.substr(first + 1)));
  }
  bool two_digits = false;
  int value = -1, parts = 0;
  for (size_t i = 0; i <= match.size(); ++i) {
    if (i < match.size() && is_digit(match[i])) {
      if (value == 0) return false;  // leading zeros belong to dates and telephone numbers
      value = std::max(value, 0) * 10 + digit(match[i]);
      if (value > 255) return false;
      two_digits = two_digits || value >= 10;
    } else {
      if (value < 0) return false;
      value = -1;
      ++parts;
    }
  }
  return parts == 4 && two_digits;
}

bool us_ssn(std::string_view match) {
  const std::string n = bare(match);
  if (!all_digits(n) || n.size() != 9) return false;
  const std::string area = n.substr(0, 3);
  return area != "000" && area != "666" && area[0] != '9' && n.substr(3, 2) != "00" &&
         n.substr(5) != "0000";
}

bool dni(std::string_view match) {
  std::string n = bare(match);
  if (n.size() != 9) return false;
  if (n[0] >= 'X' && n[0] <= 'Z') n[0] = static_cast<char>('0' + (n[0] - 'X'));
  const std::string_view number = std::string_view(n).substr(0, 8);
  return all_digits(number) &&
         "TRWAGMYFPDXBNJZSQVHLCKE"[static_cast<size_t>(modulo(number, 23))] == n[8];
}

bool nir(std::string_view match) {
  std::string n = bare(match);
  if (n.size() != 15) return false;
  if (n.compare(5, 2, "2A") == 0) n.replace(5, 2, "19");  // Corsica's departments
  if (n.compare(5, 2, "2B") == 0) n.replace(5, 2, "18");
  return all_digits(n) && modulo(n.substr(13), 100) == 97 - modulo(n.substr(0, 13), 97);
}

// Spain's social security: province, number, and both modulo 97; a number below 10^7 counts as
// seven digits.
bool nass(std::string_view match) {
  std::string n = bare(match);
  if (n.size() != 12 || !all_digits(n)) return false;
  const int check = modulo(n.substr(10), 100);
  if (n[2] == '0') n.erase(2, 1);
  return modulo(n.substr(0, n.size() - 2), 97) == check;
}

// The check of Germany's insurers: the products of the characters with the repeating weights are
// added digit by digit. A letter counts as its position in the alphabet, in two digits. The last
// digit is the check digit.
bool weighted_check(const std::string& n, std::string_view weights) {
  std::string digits;
  for (const char c : n) {
    const std::string place = is_digit(c) ? std::string(1, c) : std::to_string(c - 'A' + 1);
    digits += !is_digit(c) && place.size() == 1 ? "0" + place : place;
  }
  int sum = 0;
  for (size_t i = 0; i + 1 < digits.size(); ++i) {
    const int product = digit(digits[i]) * digit(weights[i % weights.size()]);
    sum += product / 10 + product % 10;
  }
  return sum % 10 == digit(digits.back());
}

bool kvnr(std::string_view match) {
  const std::string n = bare(match);
  return n.size() == 10 && !is_digit(n[0]) && all_digits(n.substr(1)) && weighted_check(n, "12");
}

bool rvnr(std::string_view match) {
  const std::string n = bare(match);
  return n.size() == 12 && !is_digit(n[8]) && all_digits(n.substr(0, 8)) &&
         all_digits(n.substr(9)) && weighted_check(n, "212571212121");
}

bool vin(std::string_view match) {
  static constexpr int kValues[26] = {1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4,
                                      5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9};
  static constexpr int kWeights[17] = {8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
  const std::string n = bare(match);
  if (n.size() != 17 || n.find_first_of("IOQ") != n.npos) return false;
  int sum = 0;
  for (size_t i = 0; i < 17; ++i) {
    sum += (is_digit(n[i]) ? digit(n[i]) : kValues[n[i] - 'A']) * kWeights[i];
  }
  return n[8] == (sum % 11 == 10 ? 'X' : static_cast<char>('0' + sum % 11));
}

// Romania's personal number: a weighted sum modulo 11, where 10 is written as 1.
bool cnp(std::string_view match) {
  constexpr std::string_view kWeights = "279146358279";
  const std::string n = bare(match);
  if (n.size() != 13 || !all_digits(n)) return false;
  int sum = 0;
  for (size_t i = 0; i < kWeights.size(); ++i) sum += digit(n[i]) * digit(kWeights[i]);
  return digit(n[12]) == (sum % 11 == 10 ? 1 : sum % 11);
}

// Türkiye's T.C. Kimlik number: the tenth digit is seven times the sum of the first nine digits in
// odd positions, less the sum of those in even positions; the eleventh is the sum of the first ten;
// both modulo 10.
bool tckn(std::string_view match) {
  const std::string n = bare(match);
  if (n.size() != 11 || !all_digits(n) || n[0] == '0') return false;
  int odd = 0, even = 0;
  for (size_t i = 0; i < 9; ++i) (i % 2 == 0 ? odd : even) += digit(n[i]);
  constexpr int kAboveAllSums = 40;  // exceeds four digits' sum; a multiple of 10
  const int tenth = (7 * odd + kAboveAllSums - even) % 10;
  return digit(n[9]) == tenth && digit(n[10]) == (odd + even + tenth) % 10;
}

// Egypt: the century (2: 1900 to 1999, 3: from 2000 on), a day of birth and a governorate, 88 for
// those born abroad. The rule for the last digit was never published, so it is not checked.
bool egypt_nid(std::string_view match) {
  const std::string n = bare(match);
  if (n.size() != 14 || !all_digits(n) || (n[0] != '2' && n[0] != '3')) return false;
  const auto pair = [&n](size_t at) { return digit(n[at]) * 10 + digit(n[at + 1]); };
  const std::chrono::year_month_day born(std::chrono::year((n[0] == '2' ? 1900 : 2000) + pair(1)),
                                         std::chrono::month(static_cast<unsigned>(pair(3))),
                                         std::chrono::day(static_cast<unsigned>(pair(5))));
  const int governorate = pair(7);
  const bool known = (governorate >= 1 && governorate <= 4) ||
                     (governorate >= 11 && governorate <= 35 && governorate % 10 != 0) ||
                     governorate == 88;
  return born.ok() && known;
}

// Saudi Arabia: 1 for citizens and 2 for residents, with the check digit of payment cards.
bool saudi_id(std::string_view match) {
  const std::string n = bare(match);
  return n.size() == 10 && all_digits(n) && (n[0] == '1' || n[0] == '2') && luhn_holds(n);
}

constexpr std::array<std::pair<std::string_view, Checksum>, 14> kChecksums = {{
    {"luhn", luhn},
    {"iban", iban},
    {"ipv4", ipv4},
    {"us-ssn", us_ssn},
    {"dni", dni},
    {"nir", nir},
    {"nass", nass},
    {"kvnr", kvnr},
    {"rvnr", rvnr},
    {"vin", vin},
    {"cnp", cnp},
    {"tckn", tckn},
    {"egypt-nid", egypt_nid},
    {"saudi-id", saudi_id},
}};

}  // namespace

std::optional<Checksum> find_checksum(std::string_view name) {
  for (const auto& [known, checksum] : kChecksums) {
    if (known == name) return checksum;
  }
  return std::nullopt;
}

}  // namespace redact
