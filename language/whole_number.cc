// SPDX-License-Identifier: Apache-2.0
#include "language/whole_number.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/parse_number.h"

namespace redact {

std::optional<std::string> whole_number(std::string_view number) {
  constexpr size_t kMostZeros = 2;   // of a fraction: 471.000 is 471 thousand in most of Europe
  constexpr size_t kMostPower = 30;  // of an exponent
  const size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::string_view whole = mantissa.substr(0, point);
  std::string fraction(mantissa.substr(std::min(point + 1, mantissa.size())));
  if (whole.empty() || !all_digits(whole) || !all_digits(fraction)) return std::nullopt;
  if (e == number.size()) {
    const bool is_whole =
        fraction.size() <= kMostZeros && fraction.find_first_not_of('0') == fraction.npos;
    return is_whole ? std::optional(std::string(whole)) : std::nullopt;
  }
  // 12E4 is a ward or a sample.
  if (whole.size() != 1 || fraction.empty()) return std::nullopt;
  std::string_view digits = number.substr(e + 1);
  digits.remove_prefix(digits.starts_with('+') ? 1 : 0);
  const auto power = parse_number<size_t>(digits);
  if (!power || *power > kMostPower) return std::nullopt;
  fraction.resize(std::max(fraction.size(), *power), '0');
  if (fraction.find_first_not_of('0', *power) != fraction.npos) return std::nullopt;
  return std::string(whole) + fraction.substr(0, *power);
}

}  // namespace redact
