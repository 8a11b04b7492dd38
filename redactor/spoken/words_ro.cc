// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kRomanianWords = {
    .language = "ro",
    .order = NumberOrder::kTensAndUnits,
    .numbers =
        "zero=0 unu=1 una=1 un=1 doi=2 două=2 trei=3 patru=4 cinci=5 șase=6 șapte=7 opt=8 "
        "nouă=9 zece=10 unsprezece=11 doisprezece=12 douăsprezece=12 treisprezece=13 "
        "paisprezece=14 cincisprezece=15 șaisprezece=16 șaptesprezece=17 optsprezece=18 "
        "nouăsprezece=19 douăzeci=20 treizeci=30 patruzeci=40 cincizeci=50 șaizeci=60 "
        "șaptezeci=70 optzeci=80 nouăzeci=90",
    .hundreds = "sută sute o_sută",
    .thousands = "mie mii o_mie",
    .millions = "milion milioane",
    .ands = "și",
    .ordinals = "întâi=1 întîi=1",
    .endings = "",
    .repeats = "dublu=2 triplu=3",
    .marks =
        "arond=@ a_rond=@ coadă_de_maimuță=@ punct=. liniuță=- linie=- cratimă=- minus=- "
        "liniuță_de_jos=_ liniuță_jos=_ linie_de_jos=_ linie_jos=_ underscore=_ bară=/ "
        "barat=/ slash=/ plus=+ numărul=",
    .letters =
        "be=b ce=c de=d fe=f ge=g haș=h ha=h je=j ka=k le=l me=m ne=n pe=p re=r se=s te=t "
        "ve=v ics=x igrec=y zet=z ze=z",
    .alphabet =
        "ana barbu constantin dumitru elena florea gheorghe haralambie ion jiu kilogram "
        "lazăr maria nicolae olga petre sandu tudor udrea vasile zamfir",
    .links = "de_la ca",
    .fillers = "din a lunii",
    .cues = "mail email adresa mailul",
    .leads = "e este pe la mea lui ei",
    .ordinary =
        "un una unu doi o linie plus minus punct mie ce de le ne pe se te me ca ana elena "
        "maria ion nicolae petre vasile tudor constantin gheorghe dumitru olga și be re a e o mai",
};

}  // namespace redact
