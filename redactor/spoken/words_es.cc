// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kSpanishWords = {
    .language = "es",
    .order = NumberOrder::kTensAndUnits,
    .numbers =
        "cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 "
        "nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 "
        "diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintiún=21 "
        "veintiuna=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 "
        "veintiséis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 "
        "cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 ciento=100 cien=100 "
        "doscientos=200 trescientos=300 cuatrocientos=400 quinientos=500 seiscientos=600 "
        "setecientos=700 ochocientos=800 novecientos=900 doscientas=200 trescientas=300 "
        "cuatrocientas=400 quinientas=500 seiscientas=600 setecientas=700 ochocientas=800 "
        "novecientas=900",
    .hundreds = "",
    .thousands = "mil",
    .millions = "millón millones",
    .ands = "y",
    .ordinals = "primero=1 primer=1",
    .endings = "",
    .repeats = "doble=2 triple=3 cuádruple=4",
    .marks =
        "arroba=@ punto=. guion=- guión=- guion_medio=- menos=- guion_bajo=_ guión_bajo=_ "
        "barra_baja=_ subguion=_ barra=/ diagonal=/ más=+ letra= todo_junto=",
    .letters =
        "be=b ce=c de=d efe=f ge=g hache=h jota=j ka=k ele=l eme=m ene=n pe=p cu=q erre=r "
        "ere=r ese=s te=t uve=v ve=v uve_doble=w doble_uve=w doble_ve=w equis=x ye=y "
        "i_griega=y zeta=z",
    .alphabet =
        "alfa bravo charlie delta eco foxtrot golf hotel india juliet kilo lima mike "
        "november oscar papa quebec romeo sierra tango uniform victor whisky yankee zulu",
    .links = "de como",
    .fillers = "de del",
    .cues = "correo email mail electrónico dirección",
    .leads = "es al a de el la su mi para ella él",
    .ordinary =
        "un uno una once primer primero más menos de ve be te y como barra punto diagonal "
        "mil ene golf hotel india lima papa sierra victor kilo delta alfa oscar eco a e o u y",
};

}  // namespace redact
