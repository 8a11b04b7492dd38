# SPDX-License-Identifier: Apache-2.0
"""Sentences in the style of case reports and ward notes, as in corpus/prose.py: OPENINGS begin a report, SAID may occur
anywhere in it, PLAIN_PROSE identifies nobody."""

OPENINGS = [
    "{AGE} {NATIONALITY} kadın hasta {TERM} ile başvurdu.", "{AGE} {NATIONALITY} erkek hasta, {PROFESSION}, {TERM} nedeniyle değerlendirildi.", "Anne ve babası {NATIONALITY} olan {AGE} erkek çocuk getirildi.", "{CITY}'da yaşayan {AGE} {PROFESSION}, {DATE.my}'da {TERM} ile yatırıldı.",
    "Daha önce sağlıklı olan {AGE} kız çocuk, {COUNTRY}'ın {CITY} kentinden sevk edildi.", "{P.initials}, {AGE}, {TERM}.", "hst {AGE}, {PROFESSION}, şik: {TERM}", "{P.last} {P.first} dün yattı, {TERM}.", "{P.first} {AGE}, büyükannesiyle {CITY}'da yaşıyor.", "Olgu 2: {NATIONALITY}, {AGE}, kadın.",
    "{CITY} ile {CITY} arasındaki yolda baygın bulunan {AGE} erkek.", "{AGE} bebek, {HOSPITAL.bare}'nden nakil.", "{DATE.y} yazında {STATE}'da tatildeyken fenalaşan {AGE} hasta.", "Biz, {AGE} {NATIONALITY} bir hastada {TERM} olgusunu sunuyoruz.",
]  # fmt: skip
SAID = [
    "{AGE.n} yaşında {TERM} tanısı almış.", "{AGE} iken ameliyat olmuş.", "Annesi {AGE.n} yaşında {TERM}'dan kaybedilmiş; babası ({AGE.n}) sağ.", "Yakınmaları {AGE.n} aylıkken başlamış.", "Kardeşi {AGE}, taşıyıcı.", "{AGE.n} yaşından beri sigara içiyor.", "İki çocuğu var, {AGE.n} ve {AGE.n} yaşlarında.",
    "{DATE.m}'da yakınmaları artmış.", "{DATE.y} ile {DATE.y} arasında {DRUG} kullanmış.", "{DATE.m} sonunda yeniden yatırıldı.", "{DATE.d}'inde ateşi düştü.", "{DATE.y} başında stent takılmış.", "ayın {DATE.d}'inde kontrol", "{DATE.dm}'tan beri ateşsiz", "en son {DATE.m}'da görüldü",
    "{CITY}'dan {CITY}'a otobüsle gitmiş.", "Aile {DATE.y}'da {COUNTRY}'dan {STATE}'a göçmüş.", "{CITY}'a bağlı bir köyde yaşıyor.", "{COUNTRY}'ın kuzeyinden yeni dönmüş.", "{CITY} doğumlu, {COUNTRY}'da büyümüş.", "Önce {CITY}'da {HOSPITAL.bare}'nde görülmüş.", "{LOCATION}'nde yüzmüş.", "{CITY}lı, {CITY}da oturuyor.",
    "Örnekler {CITY}'daki {ORGANIZATION}'na gönderildi.", "{STREET} üzerinde yürürken düşmüş.", "{HOSPITAL} kardiyoloji bölümünde görülmüş.", "{ORGANIZATION.service} üzerinden geldi.", "{ORGANIZATION} bakıcı gönderiyor.",
    "{P.first} iyi yedi, pencereye kadar yürüdü.", "{P.first} kötü uyudu, {TIME}'da pozisyon verildi.", "{R.first}'la konuşuldu, terlik getirecek.", "{R.first} her gün geliyor.", "döküntü için {D.first}'a haber verildi", "{D.last}'la görüşüldü", "{P.first} yemeği reddetti, {R.first} yedirdi.",
    "{ORGANIZATION}'nde {PROFESSION} olarak çalışıyor.", "Eskiden {ORGANIZATION}'nde {PROFESSION} imiş.", "Emekli {PROFESSION}, bahçeyle uğraşıyor.", "Kocası {PROFESSION}.", "{DATE.y}'dan beri {ORGANIZATION}'nde çalışıyor.",
    "Anne ve baba {NATIONALITY}.", "{NATIONALITY} kökenli", "bakıcısı {NATIONALITY}", "Uyruk: {NATIONALITY}", "{COUNTRY}lı hasta", "eşi {NATIONALITY} asıllı", "{NATIONALITY} mülteci", "Dosya no {ID}, {ORGANIZATION}.", "{ID} esas sayılı dava", "{ORGANIZATION}'nin {ID} sayılı kararı",
]  # fmt: skip
PLAIN_PROSE = [
    "ESC 2021 kılavuzuna göre tedavi edildi.", "AJCC 8. baskı (2017) evre 2.", "DSÖ 2016 sınıflaması", "2010 ACR/EULAR ölçütleri", "2009-2014 arasındaki bir kohort", "NCT03218471 numaralı çalışma", "GOLD 2023", "Maastricht VI (2022) uzlaşısı", "6698 sayılı Kanun", "1219 sayılı Kanun'un 70. maddesi", "AIEOP-BFM ALL 2009 protokolü", "1998 tarihli Hasta Hakları Yönetmeliği", "TÜRKDİAB 2022", "Sepsis-3 (2016)",
    "{THING} dışlandı.", "Çocukken {THING} geçirmiş.", "{THING} düşünülmedi.", "{THING}, bir kez", "{THING} sorgulandı.", "yakın zamanda {THING}", "{THING} ({YEAR})", "İngilizce ve biraz Almanca biliyor",
    "Escherichia coli üredi.", "Klebsiella pneumoniae ve Enterococcus faecalis izole edildi.", "Brucella melitensis", "Leishmania tropica görüldü.", "Toxoplasma gondii IgG pozitif", "Mycobacterium tuberculosis PCR negatif", "SOFA {N.1}, APACHE II {N.2}", "{EPONYM} skoru {N.1}", "{EPONYM} hastalığından şüphelenildi.", "{EPONYM} ve {EPONYM} bulguları yok.", "{EPONYM} sendromu", "{EPONYM} ameliyatı",
    "{N.1} aydır", "son {N.2} yılda", "{N.2} haftalık gebelik", "{N.1} yıllık sağkalım", "{N.1} günlük tedavi", "{N.1} aylık öykü", "{N.2} yaş altı çocuklarda", "{N.2} yaşın üzerindeki kişilerde", "ameliyattan {N.1} gün sonra", "{N.1} ay sonra kontrol", "{N.1}. günde", "{N.1} haftalık istirahat", "{N.1} yıldır sigara içmiyor", "5 yıl önce", "Siemens ve Philips cihazlarla", "Medtronic pompa", "Roche kiti",
]  # fmt: skip
