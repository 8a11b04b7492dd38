// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kFrenchWords = {
    .language = "fr",
    .order = NumberOrder::kTensUnits,
    .numbers =
        "zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 "
        "onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 vingts=20 "
        "trente=30 quarante=40 cinquante=50 soixante=60 septante=70 huitante=80 octante=80 "
        "nonante=90",
    .hundreds = "cent cents",
    .thousands = "mille mil",
    .millions = "million millions",
    .ands = "et",
    .ordinals = "premier=1",
    .endings = "",
    .repeats = "double=2 triple=3",
    .marks =
        "arobase=@ arrobase=@ at=@ point=. tiret=- trait_d_union=- moins=- tiret_bas=_ "
        "underscore=_ tiret_du_bas=_ barre=/ barre_oblique=/ slash=/ plus=+ clé= tout_attaché= "
        "en_un_mot=",
    .letters = "double_v=w i_grec=y zède=z",
    .alphabet =
        "anatole berthe célestin désiré eugène françois gaston henri irma joseph kléber "
        "louis marcel nicolas oscar pierre quintal raoul suzanne thérèse ursule victor "
        "william xavier yvonne zoé alpha bravo charlie delta echo foxtrot golf hotel india "
        "juliet kilo lima mike november papa quebec romeo sierra tango uniform whisky zulu",
    .links = "comme",
    .fillers = "de du mois",
    .cues = "mail email courriel adresse",
    .leads = "est c à a au sur l la le pour envoi",
    .ordinary =
        "un une neuf et at point moins plus barre six mil comme louis pierre henri marcel "
        "victor joseph nicolas oscar hotel golf india lima papa premier cent vingt a y",
};

}  // namespace redact
