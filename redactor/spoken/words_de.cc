// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kGermanWords = {
    .language = "de",
    .order = NumberOrder::kSolid,
    .numbers =
        "null=0 eins=1 ein=1 zwei=2 zwo=2 drei=3 vier=4 fünf=5 fuenf=5 sechs=6 sieben=7 "
        "acht=8 neun=9 zehn=10 elf=11 zwölf=12 zwoelf=12 dreizehn=13 vierzehn=14 "
        "fünfzehn=15 fuenfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 "
        "zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 fuenfzig=50 sechzig=60 siebzig=70 "
        "achtzig=80 neunzig=90",
    .hundreds = "hundert",
    .thousands = "tausend",
    .millions = "million millionen",
    .ands = "und",
    .ordinals =
        "erst=1 zweit=2 zwot=2 dritt=3 viert=4 fünft=5 sechst=6 siebt=7 siebent=7 acht=8 "
        "neunt=9 zehnt=10 elft=11 zwölft=12 dreizehnt=13 vierzehnt=14 fünfzehnt=15 "
        "sechzehnt=16 siebzehnt=17 achtzehnt=18 neunzehnt=19 zwanzigst=20 "
        "einundzwanzigst=21 zweiundzwanzigst=22 zwoundzwanzigst=22 dreiundzwanzigst=23 "
        "vierundzwanzigst=24 fünfundzwanzigst=25 sechsundzwanzigst=26 "
        "siebenundzwanzigst=27 achtundzwanzigst=28 neunundzwanzigst=29 dreißigst=30 "
        "einunddreißigst=31",
    .endings = "er en e es",
    .repeats = "doppel=2 doppelt=2 dreimal=3 zweimal=2",
    .marks =
        "at=@ ät=@ klammeraffe=@ affenschwanz=@ punkt=. bindestrich=- minus=- strich=- "
        "unterstrich=_ underscore=_ schrägstrich=/ schraegstrich=/ slash=/ plus=+ "
        "zusammengeschrieben=",
    .letters = "ha=h jot=j ka=k vau=v ix=x ypsilon=y zett=z zet=z eszett=s",
    .alphabet =
        "anton berta cäsar caesar dora emil friedrich gustav heinrich ida julius kaufmann "
        "konrad ludwig martha nordpol otto paula quelle richard samuel siegfried theodor "
        "ulrich viktor wilhelm xanthippe xaver zacharias zeppelin aachen berlin chemnitz "
        "düsseldorf essen frankfurt goslar hamburg ingelheim jena köln leipzig münchen "
        "nürnberg offenbach potsdam quickborn rostock salzwedel tübingen unna völklingen "
        "wuppertal xanten zwickau",
    .links = "wie",
    .fillers = "den des",
    .cues = "mail email adresse",
    .leads = "ist lautet an an die der das unter per seine ihre meine",
    .ordinary =
        "ein acht at minus plus punkt wie strich und anton berta dora emil friedrich "
        "gustav heinrich ida julius konrad ludwig martha otto paula richard samuel theodor "
        "ulrich viktor wilhelm kaufmann quelle essen berlin hamburg köln münchen leipzig "
        "frankfurt erste ersten erster zweite zweiten zweiter dritte dritten dritter null "
        "acht achte",
};

}  // namespace redact
