// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kEnglishWords = {
    .language = "en",
    .order = NumberOrder::kTensUnits,
    .numbers =
        "zero=0 oh=0 nought=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 "
        "nine=9 niner=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 "
        "sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 "
        "fifty=50 sixty=60 seventy=70 eighty=80 ninety=90",
    .hundreds = "hundred",
    .thousands = "thousand",
    .millions = "million",
    .ands = "and",
    .ordinals =
        "first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 "
        "tenth=10 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 "
        "sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30",
    .endings = "",
    .repeats = "double=2 triple=3 treble=3 quadruple=4",
    .marks =
        "at=@ at_sign=@ dot=. point=. full_stop=. underscore=_ dash=- hyphen=- minus=- "
        "slash=/ stroke=/ forward_slash=/ plus=+ all_one_word=",
    .letters = "zed=z zee=z double_u=w",
    .alphabet =
        "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo "
        "lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey "
        "whisky x_ray xray yankee zulu",
    .links = "as_in for like",
    .fillers = "of the",
    .cues = "email mail emails mails address",
    .leads = "is s that it to on at the her his my their a",
    .ordinary =
        "oh one second at point hotel golf india mike papa victor uniform echo november "
        "oscar charlie whiskey whisky for like minus stroke romeo plus and a i march may",
};

}  // namespace redact
