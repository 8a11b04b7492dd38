# SPDX-License-Identifier: Apache-2.0
"""Turkish clinical phrases in which nothing identifies anybody, put together from parts, and titles of diseases: no
published Turkish text is available for training."""

import random
import re

from . import grammar

DISEASES = (
    "Esansiyel hipertansiyon,Tip 2 diabetes mellitus,Tip 1 diabetes mellitus,Diyabetik ketoasidoz,Diyabetik ayak,Diyabetik nefropati,Diyabetik retinopati,Hiperlipidemi,Obezite,Hipotiroidi,Hipertiroidi,Graves hastalığı,Hashimoto tiroiditi,Multinodüler guatr,Hiperparatiroidi,Cushing sendromu,Addison hastalığı,Akromegali,D vitamini eksikliği,"
    "Demir eksikliği anemisi,B12 vitamini eksikliği,Akdeniz anemisi,Talasemi majör,Orak hücreli anemi,Hemofili A,İmmün trombositopeni,Derin ven trombozu,Akut miyeloid lösemi,Kronik lenfositik lösemi,Multipl miyelom,Hodgkin lenfoma,Ailevi Akdeniz ateşi,Behçet hastalığı,Romatoid artrit,Ankilozan spondilit,Sistemik lupus eritematozus,Gut artriti,"
    "Fibromiyalji,Sjögren sendromu,Sedef hastalığı,Atopik dermatit,Ürtiker,Vitiligo,Zona,Uyuz,Şark çıbanı,Akne vulgaris,Bazal hücreli karsinom,Malign melanom,Tinea pedis,Onikomikoz,Selülit,Erizipel,Koroner arter hastalığı,Akut miyokard enfarktüsü,Kararsız anjina pektoris,Kalp yetmezliği,Atriyal fibrilasyon,Mitral darlık,Aort yetmezliği,"
    "Akut romatizmal ateş,Enfektif endokardit,Perikardit,Hipertrofik kardiyomiyopati,Senkop,Periferik arter hastalığı,Abdominal aort anevrizması,Varis,Pulmoner emboli,Kronik obstrüktif akciğer hastalığı,Bronşiyal astım,Toplum kökenli pnömoni,Bronşektazi,Akciğer tüberkülozu,Plevral efüzyon,Pnömotoraks,Akciğer kanseri,Uyku apne sendromu,Sarkoidoz,"
    "Silikozis,Mezotelyoma,Gastroözofageal reflü,Peptik ülser,Helicobacter pylori gastriti,Mide kanseri,Çölyak hastalığı,Crohn hastalığı,Ülseratif kolit,İrritabl bağırsak sendromu,Kolorektal kanser,Divertikülit,Akut apandisit,İnguinal herni,Anal fissür,Hemoroid,Perianal apse,Pilonidal sinüs,İleus,Kolelitiazis,Akut kolesistit,Akut pankreatit,"
    "Karaciğer sirozu,Hepatit B taşıyıcılığı,Kronik hepatit C,Kist hidatik,Hepatosellüler karsinom,Nefrolitiazis,Akut piyelonefrit,İdrar yolu enfeksiyonu,Akut böbrek hasarı,Kronik böbrek yetmezliği,Nefrotik sendrom,Polikistik böbrek,Benign prostat hiperplazisi,Prostat kanseri,Mesane tümörü,Testis torsiyonu,İnmemiş testis,Hipospadias,Enürezis nokturna,"
    "Adet düzensizliği,Polikistik over sendromu,Endometriozis,Myoma uteri,Over kisti,Servikal intraepitelyal neoplazi,Meme kanseri,Gebelik diyabeti,Preeklampsi,Hiperemezis gravidarum,Erken doğum tehdidi,Erken membran rüptürü,Plasenta previa,Missed abortus,Ektopik gebelik,Doğum sonu kanama,Mastit,Menopoz,Yenidoğan sarılığı,Prematürite,"
    "Respiratuvar distres sendromu,Yenidoğanın geçici takipnesi,Akut bronşiolit,Krup,Akut otitis media,Akut tonsillit,Akut gastroenterit,Dehidratasyon,Febril konvülziyon,Kızamık,Suçiçeği,El ayak ağız hastalığı,Kawasaki hastalığı,Henoch-Schönlein purpurası,Fenilketonüri,Kistik fibroz,Serebral palsi,Down sendromu,Otizm spektrum bozukluğu,"
    "Dikkat eksikliği hiperaktivite bozukluğu,Gelişim geriliği,Büyüme geriliği,Epilepsi,Migren,Gerilim tipi baş ağrısı,İskemik inme,Geçici iskemik atak,Subaraknoid kanama,Subdural hematom,Parkinson hastalığı,Alzheimer hastalığı,Multipl skleroz,Myastenia gravis,Guillain-Barré sendromu,Bell paralizisi,Karpal tünel sendromu,Polinöropati,"
    "Benign paroksismal pozisyonel vertigo,Huzursuz bacak sendromu,Bel fıtığı,Boyun fıtığı,Spinal stenoz,Gonartroz,Koksartroz,Menisküs yırtığı,Ön çapraz bağ rüptürü,Rotator manşet yırtığı,Femur boyun kırığı,Colles kırığı,Klavikula kırığı,Ayak bileği burkulması,Osteoporoz,Osteomiyelit,Gelişimsel kalça displazisi,Pes planus,Skolyoz,Tetik parmak,"
    "Majör depresif bozukluk,Yaygın anksiyete bozukluğu,Panik bozukluk,Bipolar bozukluk,Şizofreni,Obsesif kompulsif bozukluk,Travma sonrası stres bozukluğu,Uyum bozukluğu,Alkol kullanım bozukluğu,Madde kullanım bozukluğu,Anoreksiya nervoza,Deliryum,Katarakt,Glokom,Yaşa bağlı makula dejenerasyonu,Konjonktivit,Keratokonus,Şaşılık,Miyopi,Üveit,"
    "Retina dekolmanı,Kronik sinüzit,Alerjik rinit,Nazal polip,Septum deviasyonu,Adenoid hipertrofisi,Ani işitme kaybı,Tinnitus,Larenks kanseri,Diş çürüğü,Gömülü yirmi yaş dişi,Periodontitis,Pulpitis,Temporomandibular eklem bozukluğu,Bruselloz,Kırım-Kongo kanamalı ateşi,Sepsis,COVID-19,İnfluenza,Tetanoz,Kuduz şüpheli temas,Akrep sokması,Yılan ısırması,"
    "Mantar zehirlenmesi,Karbonmonoksit zehirlenmesi,İlaç intoksikasyonu,Yanık,Anafilaksi,Künt batın travması,Politravma,Kafa travması,Yumuşak doku enfeksiyonu,Bası yarası,Malnütrisyon,Hiponatremi,Hiperkalemi,Rabdomiyoliz,Tromboflebit,Lenfödem,Meniere hastalığı,Nöropatik ağrı,Kanser ağrısı,Anemi"
)

PARTS = {
    "ORGAN": "kalp,böbrek,karaciğer,akciğer,mide,tiroid,prostat,meme,kolon,rektum,pankreas,mesane,diz,kalça,omuz,over,safra kesesi,dalak,aort,karotis,mitral kapak,kornea,retina,serviks,femur,radius,tibia,lomber vertebra,uterus,plevra,özofagus,parotis",
    "TROUBLE": "yetmezliği,kanseri,iltihabı,kırığı,darlığı,kanaması,metastazı,rüptürü,hipertrofisi,kisti,trombozu,ödemi,enfeksiyonu,lezyonu,apsesi,kitlesi,perforasyonu,atrofisi,ağrısı,kalsifikasyonu,yaralanması,fibrozisi,efüzyonu,polibi",
    "STUDY": "ultrasonografisi,biyopsisi,sintigrafisi,BT'si,MR'ı,grafisi,fonksiyon testleri,anjiyografisi,endoskopisi,Doppler'i",
    "DRUG": "Coraspin,Beloc,Delix,Coversyl,Glifor,Glucophage,Jardiance,Lantus,Novorapid,Levotiron,Euthyrox,Nexium,Lansor,Pantpas,Parol,Minoset,Majezik,Apranax,Arveles,Voltaren,Dikloron,Augmentin,Klamoks,Largopen,Cipro,Iesef,Rocephin,Tavanic,Clexane,Oksapar,Coumadin,Eliquis,Xarelto,Lasix,Desal,Aldactone,Norvasc,Dilatrend,Plavix,Ator,Crestor,Ventolin,Pulmicort,Foster,"
    "Seretide,Prednol,Dekort,Kolşin,Imuran,Salazopyrin,Lyrica,Neurontin,Tegretol,Depakin,Keppra,Cipralex,Lustral,Selectra,Xanax,Seroquel,Risperdal,Zyprexa,Metpamid,Emedur,Buscopan,Duphalac,Zinnat,Bactrim,Monurol,Flagyl,Tantum Verde,Rinocort,Aerius,Xyzal,Devit-3,Ferro Sanol,Dodex,Folbiol,Benexol,Magnezyum,Contramal,Durogesic,Tylol Hot,Calpol,Dolven,Pedifen,Panto,Famodin",
    "LAB": "Hb,Hct,WBC,Plt,CRP,sedim,glukoz,üre,kreatinin,Na,K,Ca,AST,ALT,GGT,ALP,LDH,total bilirubin,albümin,INR,aPTT,TSH,serbest T4,HbA1c,ferritin,B12,D vitamini,troponin I,CK-MB,D-dimer,prokalsitonin,amilaz,lipaz,ürik asit,PSA,CEA,CA 125,beta-hCG,laktat,NT-proBNP",
    "UNIT": "g/dL,mg/dL,mg/L,mmol/L,U/L,%,ng/mL,µg/L,pg/mL,mm/saat,x10^3/µL,IU/mL",
    "DOSE": "1x1,2x1,3x1,4x1,1x1 aç,2x1 tok,gece,lüzum halinde,LH,SC,IV,PO,IM,sabah akşam,haftada bir,10 gün,1x1/2,günaşırı,yemeklerden önce,8 saatte bir",
    "MATTER": "Genel durum,Fizik muayene,Batın muayenesi,Solunum sesleri,Nörolojik muayene,Yara yeri,İdrar çıkışı,Beslenme,Uyku,İştah,Mobilizasyon,Ekstremite,Orofarenks,Cilt,Ruhsal durum,Ritim,Tartı,Defekasyon,Görme keskinliği,Reflekler",
    "PLACE": "sağ üst kadran,sol alt kadran,epigastrium,sağ alt kadran,sol göğüs,boyun,bel,sağ diz,sol omuz,sağ el bileği,sakrum,topuk,sol ayak,oksipital bölge,kasık,yüz,gövde,sağ kalça,umbilikus,sırt",
    "STATE": "doğal,normal,olağan,olağan sınırlarda,rahat,açık,hafif artmış,azalmış,bozuk,orta,stabil,gerilemiş,yeterli,kısıtlı,ağrılı,hassas,hiperemik,değişmemiş,doğal izlendi,özellik yok,temiz",
    "SYMPTOM": "ateş,bulantı,kusma,baş dönmesi,öksürük,balgam,nefes darlığı,kilo kaybı,gece terlemesi,ishal,kabızlık,baş ağrısı,çarpıntı,halsizlik,kaşıntı,uyuşma,bacaklarda şişlik,idrarda yanma,göğüs ağrısı,karın ağrısı,eklem ağrısı,döküntü,boğaz ağrısı,burun akıntısı,kulak çınlaması,unutkanlık,iştahsızlık,çift görme,ses kısıklığı,titreme",
    "WARD": "Kardiyoloji,Nöroloji,Genel Cerrahi,Dahiliye,Göğüs Hastalıkları,Üroloji,Acil Servis,Yoğun Bakım,Endoskopi Ünitesi,Çocuk Servisi,Psikiyatri,Patoloji,Radyoloji,Fizik Tedavi,Enfeksiyon,Ortopedi,KBB,Göz,Dermatoloji,Kadın Doğum,Palyatif,Hemodiyaliz,Koroner Yoğun Bakım,Anestezi",
    "SPAN": "saat,gün,hafta,ay,yıl", "SINCE": "saattir,gündür,haftadır,aydır,yıldır", "WITHIN": "saatte,günde,haftada,ayda,yılda", "SIDE": "sağ,sol,bilateral,sağda,solda,her iki",
    "ADJ": "akut,kronik,hafif,belirgin,şüpheli,bilinen,yeni gelişen,tekrarlayan,primer,sekonder,olası",
}
PHRASES = [
    "Hasta # {SINCE} olan {SYMPTOM} ve {SYMPTOM} şikayetiyle {WARD} polikliniğine başvurdu.", "Hastanın {SYMPTOM} yakınması {DRUG} sonrası geriledi.", "Hastaya {DRUG} ## mg {DOSE} ve {DRUG} {DOSE} başlandı.", "Hasta {WARD} servisine devredildi.", "Hasta {WARD} ile konsülte edildi, öneriler uygulandı.", "Hastanın vital bulguları stabil, ateşi yok.", "Hasta {DRUG} reçete edilerek taburcu edildi.",
    "{SYMPTOM}, {SYMPTOM} yok.", "{SYMPTOM} tarifliyor, {SYMPTOM} yok.", "{PLACE} hassas, defans ve rebound yok.", "{ADJ} {ORGAN} {TROUBLE} düşünüldü.", "{ADJ} {ORGAN} {TROUBLE} nedeniyle takipli.", "Tanı: {ADJ} {ORGAN} {TROUBLE}", "Ön tanı: {ORGAN} {TROUBLE}?", "{ORGAN} {TROUBLE} ekarte edildi.", "{ORGAN} {STUDY} istendi.", "{ORGAN} {STUDY}: {STATE}.", "{ORGAN} {STUDY} # {SPAN} sonra tekrarlanacak.",
    "{DISEASE}", "Özgeçmiş: {DISEASE}, {DISEASE}.", "Soygeçmiş: babada {DISEASE}, annede {DISEASE}.", "Bilinen {DISEASE}.", "{DRUG} ## mg {DOSE}", "- {DRUG} ### mg {DOSE}", "{DRUG} # mg {DOSE}, {DRUG} ## mg {DOSE}", "{LAB} ##,# {UNIT}, {LAB} ### {UNIT}, {LAB} #,# {UNIT}", "{LAB}: #.### {UNIT}, {LAB} < #,# {UNIT}", "{LAB} ve {LAB} {STATE}.", "{MATTER} {STATE}, {MATTER} {STATE}.", "{MATTER}: {STATE}",
    "{PLACE} bölgesinde ## mm çapında, öncelikle {ORGAN} {TROUBLE} ile uyumlu lezyon izlendi.", "TA 1##/## mmHg, nabız ##/dk, ateş 3#,# °C, SpO2 %9#.", "Boy ### cm, kilo ## kg, VKİ ##,#.", "Saat #.30'da {ORGAN} {STUDY} yapıldı, sonra {WARD}.", "İşlem yaklaşık ## dakika sürdü, komplikasyon olmadı.", "# {SPAN} sonra kontrolde {MATTER} {STATE}.", "Steril şartlarda {ORGAN} {STUDY} yapıldı.", "{LAB} takibi önerildi.",
    "Riskler anlatıldı, aydınlatılmış onam alındı.", "{SYMPTOM} olursa acile başvurması önerildi.", "Alerji: {DRUG}.", "Alerji öyküsü yok.", "Patoloji: {ADJ} {ORGAN} {TROUBLE}, G#, cerrahi sınırlar temiz, pT#a pN# (#/##).", "Görme sağ 0,#, sol 0,#; göz içi basıncı ## mmHg.", "Postoperatif #. günde {MATTER} {STATE}.", "EKG: sinüs ritmi, {MATTER} {STATE}.", "Sigara ## paket/yıl, alkol yok.", "Hasta yakınlarına bilgi verildi.", "{WARD} randevusu verildi.",
    "{DRUG} kesildi, yerine {DRUG} {DOSE} başlandı.", "{DRUG} altında {SYMPTOM} gelişti.", "#. kür kemoterapi verildi, tolerasyonu {STATE}.", "Pansuman # {WITHIN} bir, dikişler ## gün sonra alınacak.", "{SIDE} {ORGAN} {TROUBLE}.", "{SIDE} {ORGAN} {TROUBLE} öyküsü var.", "{ADJ} {SYMPTOM}, {ADJ} {SYMPTOM}", "{WARD} notu: {MATTER} {STATE}", "Hasta yatak başı değerlendirildi, {MATTER} {STATE}.", "Hasta oral alıyor, {SYMPTOM} yok.", "Hasta # litre/dk nazal O2 alıyor.",
    "Hasta {DISEASE} nedeniyle {WARD} tarafından takipli.", "Hasta son # {WITHIN} {SYMPTOM} nedeniyle iki kez acile başvurmuş.", "İzlemde {LAB} ##,# -> #,#.", "{DISEASE} tanısıyla {DRUG} kullanmakta.", "Diyet: tuzsuz, diyabetik.", "Hasta mobilize, sözel iletişim kuruyor.", "Kooperasyon {STATE}, oryantasyon tam.", "Işık refleksi +/+, pupiller izokorik.", "Bağırsak sesleri {STATE}, gaz çıkışı var.", "İdrar sondası çekildi, spontan idrar çıkışı {STATE}.",
]  # fmt: skip


# No disease name holds a comma, so all parts can be split the same way.
WORDS = {k: v.split(",") for k, v in {**PARTS, "DISEASE": DISEASES}.items()}


def terms() -> list[str]:
    return sorted(WORDS["DISEASE"])


def phrase(rng: random.Random) -> str:
    text = re.sub(r"\{(\w+)\}", lambda m: rng.choice(WORDS[m.group(1)]), rng.choice(PHRASES))
    text = re.sub("#", lambda _: rng.choice("123456789"), text)
    text = grammar.upper(text[0]) + text[1:]
    return grammar.upper(text) if rng.random() < 0.04 else text
