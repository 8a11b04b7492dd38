// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/language_words.h"

namespace redact {

const LanguageWords kTurkishWords = {
    .language = "tr",
    .order = NumberOrder::kTensUnits,
    .numbers =
        "sıfır=0 bir=1 iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 "
        "yirmi=20 otuz=30 kırk=40 elli=50 altmış=60 yetmiş=70 seksen=80 doksan=90",
    .hundreds = "yüz",
    .thousands = "bin",
    .millions = "milyon",
    .ands = "",
    .ordinals = "",
    .endings = "",
    .repeats = "çift=2 üç_tane=3 iki_tane=2",
    .marks =
        "et=@ at=@ et_işareti=@ kuyruklu_a=@ nokta=. tire=- kısa_çizgi=- eksi=- alt_tire=_ "
        "alttan_tire=_ alt_çizgi=_ bölü=/ taksim=/ eğik_çizgi=/ slaş=/ artı=+ bitişik=",
    .letters =
        "be=b ce=c de=d fe=f ge=g he=h ha=h je=j ke=k ka=k le=l me=m ne=n pe=p re=r se=s "
        "şe=s te=t ve=v ye=y ze=z zet=z dabl_yu=w çift_ve=w iks=x",
    .alphabet =
        "adana bolu ceyhan çanakkale denizli edirne fatsa giresun hatay ısparta izmir jale "
        "kars lüleburgaz muş niğde ordu ödemiş polatlı rize sinop şırnak tokat uşak ünye "
        "van yozgat zonguldak",
    .links = "gibi",
    .fillers = "ayının",
    .cues = "mail posta adresi adres eposta",
    .leads = "e şu da de",
    .ordinary =
        "bir on bin yüz kırk altı et at de ne ve ke te se be van ordu kars adana izmir "
        "bolu tokat rize sinop artı eksi nokta çift he ha o",
};

}  // namespace redact
