// SPDX-License-Identifier: Apache-2.0
#include "language/language.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace redact::language_test {

TEST(OtherLanguage, IsToldByFunctionWords) {
  for (const std::string_view text : {
           "De patiënt werd gisteren opgenomen met koorts en hoesten. Hij heeft geen pijn en wordt "
           "behandeld met antibiotica voor een longontsteking.",
           "A paciente foi internada com febre e tosse, sem dor. Não tem alergias e foi tratada "
           "com "
           "antibiótico por uma semana, ao fim da qual teve alta do hospital.",
           "Pacjentka została przyjęta z gorączką i kaszlem. Nie zgłasza bólu. Leczona przez "
           "tydzień "
           "oraz wypisana do domu w stanie dobrym, kontrola w poradni po 2 tygodniach.",
           "Pacientka byla přijata s horečkou a kašlem, bez bolesti. Od pondělí je bez teplot, na "
           "kontrolu v ambulanci podle domluvy.",
           "Patienten kom in med feber och hosta, utan smärta. Hon har inte haft besvär efter "
           "behandlingen, och det planeras återbesök.",
           "Pasienten kom til legen med feber og hoste. Hun har ikke smerter, og det er ikke behov "
           "for innleggelse. Kontroll hos fastlegen om en uke.",
           "Egy hete lázas beteg, aki nem köhög. A vizsgálat szerint nem volt tüdőgyulladás, és a "
           "panasz megszűnt, hogy utána az otthonába távozott.",
           "Potilas oli kuumeinen mutta ei yskinyt. Tutkimuksessa ei ollut poikkeavaa, ja oireet "
           "jatkuivat kun hoito loppui. Kontrolli on viikon jälkeen.",
       }) {
    EXPECT_TRUE(is_in_other_language(text)) << text;
  }
}

TEST(OtherLanguage, IsToldByItsScript) {
  EXPECT_TRUE(is_in_other_language(
      "Пациентка поступила с жалобами на кашель и повышение температуры. Аллергии нет."));
  EXPECT_TRUE(is_in_other_language("Η ασθενής εισήχθη με πυρετό και βήχα. Δεν έχει αλλεργίες."));
  EXPECT_TRUE(is_in_other_language("החולה אושפזה עם חום ושיעול. אין אלרגיות ידועות למטופלת."));
}

// A few words say nothing, nor do symbols and names of other scripts.
TEST(OtherLanguage, IsNotToldByShortTextsAndSymbols) {
  EXPECT_FALSE(is_in_other_language(""));
  EXPECT_FALSE(is_in_other_language("koorts en hoesten"));
  EXPECT_FALSE(is_in_other_language("α1 β2 γ-GT µg λ κ light chains, σ, δ: all within range"));
  EXPECT_FALSE(is_in_other_language("Seen with Иван Петров, who speaks no English, on the ward."));
}

// Twenty words or little more, as they are typed in a ward.
TEST(OtherLanguage, IsToldByANoteOfTwentyWords) {
  for (const std::string_view text : {
           "Nachtdienst: rustig geslapen, twee keer naar toilet, saturatie 94% zonder zuurstof. "
           "Verband droog. Ochtendmedicatie gegeven, ontbijt matig, familie komt vanmiddag.",
           "Turno da noite: dormiu bem, foi duas vezes à casa de banho, saturação 94% sem "
           "oxigénio. "
           "Penso limpo. Fez medicação da manhã, comeu pouco.",
           "Raport nocny: spał spokojnie, dwa razy w toalecie, saturacja 94% bez tlenu. Opatrunek "
           "suchy. Podano leki poranne, śniadanie zjadł częściowo.",
           "Nattrapport: sovit lugnt, uppe två gånger på toaletten, saturation 94 utan syrgas. "
           "Förbandet torrt. Fick sin morgonmedicin, åt lite frukost.",
       }) {
    EXPECT_TRUE(is_in_other_language(text)) << text;
  }
  for (const std::string_view text : {
           "Night: slept well, up twice to the toilet, sats 94 on air. Dressing dry. Morning meds "
           "given, ate little, seen by Dr van der Met, mother from São Paulo.",
           "Noche: durmió bien, dos veces al baño, sat 94 sin O2. Apósito seco. Medicación de la "
           "mañana dada, come poco, hoy viene por la tarde la familia.",
           "Notte: dormito bene, due volte in bagno, sat 94 in aria. Medicazione asciutta. Terapia "
           "del mattino data, mangia poco, nel pomeriggio vengono i parenti.",
           "Nuit calme, deux fois aux toilettes, sat 94 sans O2. Pansement sec. Traitement du "
           "matin "
           "donné, mange peu, la famille passe dans la journée.",
           "Nacht ruhig, zweimal auf Toilette, Sat 94 ohne O2. Verband trocken. Morgenmedikation "
           "gegeben, isst wenig, kommt von Frau Łukaszewska, Familie kommt nachmittags.",
           "Noaptea liniștită, de două ori la toaletă, sat 94 fãrã O2. Pansament uscat. Medicația "
           "de dimineață datã, mănâncă puțin, vine familia după masă.",
           "Gece sakin, iki kez tuvalete kalktı, sat 94 oda havası. Pansuman kuru. Sabah ilaçları "
           "verildi, az yedi, öğleden sonra ailesi gelecek, kan alındı.",
           "نام جيدا وذهب مرتين الى الحمام والتشبع 94 والضماد جاف واخذ ادوية الصباح واكل قليلا "
           "وستاتي العائلة بعد الظهر for follow up",
       }) {
    EXPECT_FALSE(is_in_other_language(text)) << text;
  }
}

TEST(OtherLanguage, IsNotToldByOneWordOften) {
  EXPECT_FALSE(is_in_other_language("met: liver. met: lung. met: bone. MET score, met call, een"));
}

TEST(OtherLanguage, IsNoneOfThoseThatAModelKnows) {
  const auto is_other = [](std::string_view text, std::vector<std::string_view> known) {
    return is_in_other_language(text, StopCheck::never(), known);
  };
  const std::string_view spanish =
      "El paciente acude con los resultados y se va sin fiebre. Se pauta una dosis para las "
      "noches por el dolor, que no cede con paracetamol.";
  EXPECT_TRUE(is_other(spanish, {"en", "de"}));
  EXPECT_FALSE(is_other(spanish, {"en", "es"}));
  const std::string_view dutch =
      "De patient werd met koorts gezien en is niet opgenomen. Het ging om een infectie van het "
      "been, waarvoor zij naar huis mocht, ook zonder medicatie.";
  EXPECT_TRUE(is_other(dutch, {"en"}));
  EXPECT_FALSE(is_other(dutch, {"en", "nl"}));
  const std::string_view arabic = "المريض يعاني من سعال وحمى منذ ثلاثة أيام ولا توجد حساسية";
  EXPECT_TRUE(is_other(arabic, {"en"}));
  EXPECT_FALSE(is_other(arabic, {"en", "ar"}));
  const std::string_view russian =
      "Пациентка поступила с жалобами на кашель и повышение температуры. Аллергии нет.";
  EXPECT_TRUE(is_other(russian, {"en", "nl"}));
  EXPECT_FALSE(is_other(russian, {"en", "ru"}));
  EXPECT_FALSE(is_other("fiebre y tos", {"en"}));
}

TEST(OtherLanguage, IsNoneOfTheEight) {
  for (const std::string_view language : kLanguages) {
    const auto path = std::filesystem::path(REDACT_SOURCE_DIR "/tools/samples") /
                      (std::string(language) + ".txt");
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    ASSERT_FALSE(text.empty()) << path;
    EXPECT_FALSE(is_in_other_language(text)) << language;
  }
}

}  // namespace redact::language_test
