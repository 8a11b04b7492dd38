// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/pattern_problem.h"

#include <re2/re2.h>

namespace redact {

std::string pattern_problem(const re2::RE2& pattern) {
  using re2::RE2;
  switch (pattern.error_code()) {
    case RE2::ErrorBadEscape: return "has an escape that RE2 does not know";
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange: return "has a character class or range that is not valid";
    case RE2::ErrorMissingBracket: return "lacks a ]";
    case RE2::ErrorMissingParen: return "lacks a )";
    case RE2::ErrorUnexpectedParen: return "has a ) without its (";
    case RE2::ErrorTrailingBackslash: return "ends with a backslash";
    case RE2::ErrorRepeatArgument: return "repeats nothing: *, + or ? follows no expression";
    case RE2::ErrorRepeatSize: return "has a repetition count that is not valid or too large";
    case RE2::ErrorRepeatOp: return "has two repetition operators in a row";
    case RE2::ErrorBadPerlOp: return "has a (? that RE2 does not know, such as a look-around";
    case RE2::ErrorBadUTF8: return "is not UTF-8";
    case RE2::ErrorBadNamedCapture: return "has a named group that is not valid";
    case RE2::ErrorPatternTooLarge: return "is too large when it is compiled";
    case RE2::NoError:
    case RE2::ErrorInternal: break;
  }
  return "cannot be compiled by RE2";
}

}  // namespace redact
