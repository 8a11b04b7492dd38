// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kItalianWords = {
    .language = "it",
    .order = NumberOrder::kSolid,
    .numbers =
        "zero=0 uno=1 un=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 "
        "dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 sedici=16 "
        "diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40 "
        "cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90",
    .hundreds = "cento",
    .thousands = "mila mille",
    .millions = "milione milioni",
    .ands = "e",
    .ordinals = "primo=1",
    .endings = "",
    .repeats = "doppio=2 doppia=2 triplo=3 tripla=3",
    .marks =
        "chiocciola=@ chiocciolina=@ punto=. trattino=- meno=- trattino_basso=_ underscore=_ "
        "barra=/ slash=/ più=+ tutto_attaccato= tutto_unito=",
    .letters =
        "bi=b ci=c di=d effe=f gi=g acca=h i_lunga=j kappa=k cappa=k elle=l emme=m enne=n "
        "pi=p cu=q erre=r esse=s ti=t vi=v vu=v doppia_vu=w doppio_vu=w ics=x ipsilon=y "
        "i_greca=y zeta=z",
    .alphabet =
        "ancona bologna bari como domodossola empoli firenze genova hotel imola jolly "
        "livorno milano napoli otranto palermo quarto roma savona torino udine venezia "
        "zara alfa bravo charlie delta eco foxtrot golf india kilo lima mike november "
        "oscar papa quebec romeo sierra tango uniform victor zulu",
    .links = "come di",
    .fillers = "di del",
    .cues = "mail email posta elettronica indirizzo",
    .leads = "è e alla al a la il su suo mio",
    .ordinary =
        "uno un sei e primo di come meno più punto barra bi ci gi ti vi pi mille roma "
        "milano napoli torino firenze bologna genova palermo venezia como quarto hotel "
        "golf lima papa india a e i o",
};

}  // namespace redact
