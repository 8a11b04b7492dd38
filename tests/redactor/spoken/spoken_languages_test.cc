// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "redactor/spoken/spoken_view.h"

namespace redact::spoken_languages_test {

struct Reading {
  const char* spoken;
  const char* written;
};

std::string read(std::string_view text) {
  const auto view = SpokenView::read(text);
  return view ? view->text() : std::string(text);
}

constexpr Reading kReadings[] = {
    // English
    {"ring oh one one seven, four nine six, double oh", "ring 011749600"},
    {"phone triple seven double oh nine two", "phone 7770092"},
    {"the fourteenth of March nineteen forty-eight", "the 14 of March 1948"},
    {"on the twenty first of October", "on the 21 of October"},
    {"since April twenty twenty", "since April 2020"},
    {"the first of May two thousand and five", "the 1 of May 2005"},
    {"her email is s dot pickering at aldhelms dot example",
     "her email is s.pickering@aldhelms.example"},
    {"mail june underscore week seven at fern hyphen mail dot co dot uk now",
     "mail june_week7@fern-mail.co.uk now"},
    {"w w w dot trauma assessment dot example slash forms", "www.traumaassessment.example/forms"},
    {"five three six dash two two dash eight seven one four", "536-22-8714"},
    {"plus four four one one seven", "+44117"},
    {"surname B for bravo, O for oscar, T for tango", "surname BOT"},
    {"serial tango alpha three three one one", "serial TA3311"},
    {"chart r k two, double oh, five five one", "chart RK200551"},
    {"number 2 double 7 five", "number 2775"},
    // Spanish
    {"teléfono nueve cuatro ocho, triple cero, cuarenta y uno, doble dos", "teléfono 9480004122"},
    {"cédula setenta y un millones quinientos cincuenta y cinco mil ciento veintitrés",
     "cédula 71555123"},
    {"el treinta de noviembre de mil novecientos setenta y ocho", "el 30 de noviembre de 1978"},
    {"serg guion bajo rápido arroba lonas punto example", "serg_rapido@lonas.example"},
    {"uve doble uve doble uve doble punto reuma punto example barra nueve", "www.reuma.example/9"},
    {"be de barco, a, zeta de Zaragoza, cero cero uno dos", "BAZ0012"},
    {"dni uno dos tres cuatro cinco seis siete ocho letra zeta", "dni 12345678 Z"},
    // French
    {"au zéro six trente-neuf quatre-vingt-dix-huit vingt-neuf zéro six", "au 0639982906"},
    {"le soixante et onze quatre vingt dix neuf zéro", "le 71990"},
    {"née le quatorze mars mille neuf cent quarante-huit", "née le 14 mars 1948"},
    {"née le premier mai mille neuf cent cinquante", "née le 1 mai 1950"},
    {"sunhee tiret kim arobase boitemail point example", "sunhee-kim@boitemail.example"},
    {"jean trait d'union luc arobase ligne point fr", "jean-luc@ligne.fr"},
    {"septante-deux nonante-neuf zéro", "72990"},
    {"cent quatre-vingt-douze point zéro point deux point quarante-quatre", "192.0.2.44"},
    // Italian
    {"al tre quattro cinque triplo cinque venti diciassette", "al 3455552017"},
    {"nata il diciannove febbraio millenovecentoquarantuno", "nata il 19 febbraio 1941"},
    {"zero cinquecentottantasei trecentotrentatré", "0586333"},
    {"mail nunzio amodio chiocciola posta buccino punto example",
     "mail nunzioamodio@postabuccino.example"},
    {"N come Napoli, A come Ancona, I come Imola", "NAI"},
    {"erre esse esse emme erre a ottantacinque ti dieci a cinque sei due esse", "RSSMRA85T10A562S"},
    // German
    {"geboren am vierzehnter dritter achtundvierzig", "geboren am 14.3.48"},
    {"am siebenundzwanzigsten Februar zweitausendvierundzwanzig", "am 27. Februar 2024"},
    {"am vierzehnten elften neunzehnhundertdreiundfünfzig", "am 14.11.1953"},
    {"null eins sieben zwo, dreiunddreißig, null acht", "01723308"},
    {"praxis punkt malles klammeraffe medbz punkt example", "praxis.malles@medbz.example"},
    {"A wie Anton, B wie Berta, C wie Cäsar", "ABC"},
    {"zwei fünf Schrägstrich eins zwei acht neun", "25/1289"},
    // Romanian
    {"zero șapte sute patruzeci și unu, cinci sute cincizeci și cinci, zero treizeci și opt",
     "0741555038"},
    {"născut la patru mai o mie nouă sute optzeci și unu", "născut la 4 mai 1981"},
    {"vasile punct chiorescu arond posta punct example", "vasile.chiorescu@posta.example"},
    {"petra liniuță de jos pop coadă de maimuță posta punct ro", "petra_pop@posta.ro"},
    // Turkish
    {"sıfır beş yüz altmış yedi yüz kırk dört on iki doksan sekiz", "05671441298"},
    {"doğum on iki eylül bin dokuz yüz seksen bir", "doğum 12 eylül 1981"},
    {"alev nokta pek et işareti damar nokta example", "alev.pek@damar.example"},
    {"otuz beş be zet ka yüz on yedi", "35BZK117"},
    // Arabic
    {"رقمي صفر تسعة تسعة، خمسة خمسة خمسة، صفر واحد، اثنين وستين", "رقمي 0995550162"},
    {"الرابع من شباط ألفين وخمسة وعشرين", "4 من شباط 2025"},
    {"سبعة ثمانية أربعة شرطة ألف وتسعمية وواحد وتسعين شرطة خمسة خمسة صفر", "784-1991-550"},
    {"إم دلبحي سبعة سبعة آت بريد دوت إكزامبل", "إم دلبحي77@بريد.example"},
};

TEST(SpokenLanguages, FormsAreReadAsTheyAreWritten) {
  for (const Reading& reading : kReadings) EXPECT_EQ(read(reading.spoken), reading.written);
}

TEST(SpokenLanguages, CapitalsAndMissingAccentsReadAlike) {
  EXPECT_EQ(read("ZÉRO SIX TRENTE-NEUF VINGT"), "063920");
  EXPECT_EQ(read("zero six trente neuf vingt"), "063920");
  EXPECT_EQ(read("sifir bes uc yedi"), "0537");
  EXPECT_EQ(read("Null Fuenf Sechs Sieben"), "0567");
}

// Sentences with number words, letters and names of marks that are ordinary language.
constexpr const char* kOrdinary[] = {
    "She may be one of the first to go at this point, one or two tablets at night",
    "twenty-four hours later he was stable at home, and for one oh so long week",
    "He was seen at two, four and six weeks, on day five of six",
    "six may be enough, and march two by two, in October, four of them and in june five",
    "mai întâi de toate, opérée en août, deux points et en juin, dix heures",
    "reception at the clinic dot patient is well",
    "Vitamin B twelve and D three; L four to L five, at T one",
    "tiene once años y un perro, dos veces al día, desde el punto de vista renal",
    "De uno a dos comprimidos, y a las seis a casa de una tía",
    "il a neuf ans et un frère, deux ou trois fois par jour, à point de départ pelvien",
    "ha sei anni, è di due mesi fa, a casa e al mare, alle ore ventidue e quaranta",
    "Se sei a casa di uno di noi, e ti va, ci vediamo",
    "Er hat acht Kinder und ein Haus, gibt acht auf sich, das elfte Jahr",
    "Der erste und der zweite Befund, am dritten Tag",
    "are unu sau doi copii, mai are doi câini și un frate mai mare",
    "on altı yaşında, bir iki gün önce geldi, bin bir zorlukla",
    "عنده ثلاثة أولاد وعمره خمسة وستين سنة",
    "Merci de rappeler le 7745, RACF 2240 re Giuseppina",
    "Gravida 3, para 2, BP 120/80, HbA1c 58 mmol/mol, L4-L5",
};

TEST(SpokenLanguages, OrdinaryLanguageHasNoSpokenForms) {
  for (const char* text : kOrdinary) {
    const auto view = SpokenView::read(text);
    EXPECT_FALSE(view.has_value()) << text << "\n" << view->text();
  }
}

// A misreading of ordinary language would still have to look like an identifier to be hidden.
TEST(SpokenLanguages, ANumberEndsWhereItsLanguageEndsIt) {
  EXPECT_EQ(read("platelets two hundred and fifty six thousand four hundred"), "platelets 256400");
  EXPECT_EQ(read("weight forty eight. then nine nine nine two"), "weight forty eight. then 9992");
}

}  // namespace redact::spoken_languages_test
