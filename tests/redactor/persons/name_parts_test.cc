// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/name_parts.h"

#include <gtest/gtest.h>

namespace redact::name_parts_test {

// The parts of a name, folded, with a full stop after initials: "anna g.".
std::string parts_of(const std::string& surface) {
  std::string out;
  size_t reached = 0;
  for (const NamePart& part : name_parts(surface)) {
    EXPECT_GE(part.begin, reached) << surface;
    EXPECT_GT(part.end, part.begin) << surface;
    reached = part.end;
    out += (out.empty() ? "" : " ") + part.folded + (part.is_initial ? "." : "");
  }
  EXPECT_LE(reached, surface.size());
  return out;
}

TEST(NameParts, AreTheWordsThatAreSomebodysOwn) {
  const std::pair<const char*, const char*> expected[] = {
      {"Anna Greco", "anna greco"},
      {"GRECO, Anna-Maria", "greco anna maria"},
      {"Mrs Greco", "greco"},
      {"George Ellison III", "george ellison"},
      {"Ellison, George Jr.", "ellison george"},
      {"Dott.ssa A. Greco", "a. greco"},
      {"Sig.ra GRECO", "greco"},
      {"Prof. Dr. Müller", "muller"},
      {"Uzm. Dr. Ayşe YILMAZ", "ayse yilmaz"},
      {"Ayşe Hanım", "ayse"},
      {"SAYIN İsmail Bey", "ismail"},
      {"A. G.", "a. g."},
      {"A.G", "a. g."},
      {"AG", "a. g."},
      {"Mrs AG", "a. g."},
      {"LI Wei", "li wei"},
      {"Li", "li"},
      {"Ph. Martin", "p. martin"},
      {"Chr. Müller", "c. muller"},
      {"Ángel", "angel"},
      {"É. Dupont", "e. dupont"},
      {"E\u0301. Dupont", "e. dupont"},
      {"García de la Vega y Soto", "garcia vega soto"},
      {"GARCÍA DE LA VEGA", "garcia vega"},
      {"Y. Soto", "y. soto"},
      {"Vincent van Gogh", "vincent gogh"},
      {"D'Angelo", "angelo"},
      {"Siobhán O\u2019Brien", "siobhan brien"},
      {"Le Thi Hoa", "le thi hoa"},
      {"الدكتور محمد بن علي", "محمد علي"},
      {"أم كلثوم السيد", "كلثوم السيد"},
      {"م. ع.", "م. ع."},
      {"Mr Le", "le"},
      {"dl Ion Popescu", "ion popescu"},
      {"Domnul POPESCU I. Ion", "popescu i. ion"},
      {"Doamnei Popescu-Ionescu", "popescu ionescu"},
      {"Mrs", "mrs"},
      {"de la", "la"},
      {"Don Ellison", "don ellison"},
      {"李明", "李明"},
      {"李", "李"},
      {"Ж. Иванов", "ж. иванов"},
      {"Ayşe'nin", "ayse"},
      {"Ellison\u2019s", "ellison"},
      {"  ", ""},
  };
  for (const auto& [surface, parts] : expected) EXPECT_EQ(parts_of(surface), parts) << surface;
}

}  // namespace redact::name_parts_test
