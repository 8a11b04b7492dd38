# SPDX-License-Identifier: Apache-2.0
"""German clinical phrases in which nothing identifies anybody, put together from parts: no German clinical text may be
used for training, and a model that has seen few German nouns takes the rest for names."""

import random
import re

PARTS = {
    "ORGAN": "Herz Nieren Leber Lungen Magen Darm Schilddrüsen Prostata Mamma Kolon Rektum Pankreas Harnblasen Haut Knie Hüft Schulter Ovarial Bronchial "
    "Ösophagus Milz Gallenblasen Aorten Karotis Mitralklappen Trikuspidal Netzhaut Hornhaut Hirn Rückenmark Wirbelkörper Oberschenkelhals Radius Sprunggelenks Bauchdecken Vorhof Kammer Lymphknoten Pleura Zervix",
    "TROUBLE": "insuffizienz karzinom entzündung fraktur stenose blutung metastasen ruptur hypertrophie zyste thrombose embolie ödem infektion läsion dysfunktion abszess "
    "tumor perforation atrophie schwäche schmerzen verkalkung verletzung fibrose sklerose erguss polypen",
    "STUDY": "sonographie punktion biopsie szintigraphie spiegelung resektion transplantation untersuchung operation katheter ersatz MRT CT funktion durchblutung revision drainage exstirpation naht",
    "DISEASE": "Diabetes mellitus Typ 2,arterielle Hypertonie,Hyperlipoproteinämie,Vorhofflimmern,COPD GOLD III,Adipositas Grad II,Osteoporose,Asthma bronchiale,chronische Niereninsuffizienz Stadium 3,Hypothyreose,"
    "Polyneuropathie,Glaukom,Cataracta senilis,Depression,Demenz vom Alzheimer-Typ,Morbus Bechterew,Rheumatoide Arthritis,Psoriasis vulgaris,Epilepsie,Migräne mit Aura,Refluxösophagitis,Divertikulose,Cholezystolithiasis,"
    "Non-Hodgkin-Lymphom,Multiple Sklerose,Schlafapnoe-Syndrom,Hashimoto-Thyreoiditis,Morbus Parkinson,Lungenembolie,tiefe Beinvenenthrombose,Pneumonie,Urosepsis,Hyponatriämie,Anämie,Alkoholabusus,Tinnitus,Gonarthrose,"
    "Skoliose,Herpes zoster,malignes Melanom,Ekzem,Nephrolithiasis,Hydronephrose,Aszites,Ileus,Leistenhernie,Varikosis,pAVK IIb,Synkope,Schizophrenie",
    "DRUG": "Ramipril,Bisoprolol,Metformin,Pantoprazol,Torasemid,Marcumar,Ibuprofen,Novalgin,Simvastatin,L-Thyroxin,Clexane,Amlodipin,Xarelto,Prednisolon,Cotrimoxazol,Ciprofloxacin,Tavor,Spiriva,Salbutamol,Allopurinol,"
    "Insulin glargin,HCT,Candesartan,Citalopram,Mirtazapin,Pregabalin,Tilidin,Cefuroxim,Tazobac,Meropenem,Decortin H,MCP Tropfen,Movicol,Vitamin B12,Magnesium Verla,Digitoxin,ASS,Clopidogrel,Spironolacton,Fentanyl-Pflaster",
    "LAB": "Hb,Leukozyten,Thrombozyten,CRP,Kreatinin,Harnstoff,Natrium,Kalium,GOT,GPT,Gamma-GT,Bilirubin,Quick,INR,TSH,LDH,CK,Troponin T,HbA1c,Ferritin,Albumin,BSG,PSA,CEA,NT-proBNP,Lipase,Glucose,Laktat,Procalcitonin",
    "UNIT": "g/dl,/µl,Gpt/l,mg/l,mg/dl,mmol/l,U/l,%,ng/ml,µmol/l,pg/ml,mm/h",
    "DOSE": "1-0-1,1-0-0,0-0-1,1-1-1,½-0-½,bei Bedarf,0-0-1-0,2x tgl.,3x täglich,alle 8 Stunden,1x/Woche,s.c.,i.v.,p.o.,als Dauertherapie,Pause",
    "MATTER": "Befund,Verlauf,Zustand,Lokalbefund,Allgemeinzustand,Blutdruck,Ernährungszustand,Wundverhältnis,Reflexstatus,Bewegungsumfang,Visus,Herzrhythmus,Stuhlgang,Schlaf,Appetit,Röntgenbild,Nachweis,Eingriff",
    "PLACE": "Oberbauch,Unterbauch,Thorax,linken Vorfuß,rechten Knie,Bereich der Narbe,Abdomen,Becken,Halsbereich,Rücken,Oberlappen,Mediastinum,kleinen Becken,Stammbereich,Gesicht,linken Ventrikel,RIVA,Segment VI,Nackenbereich,Fersenbein",
    "STATE": "unauffällig,regelrecht,altersentsprechend,leicht vermindert,deutlich erhöht,reizlos,druckschmerzhaft,gerötet,rückläufig,stabil,nicht beurteilbar,grenzwertig,frei beweglich,seitengleich,eingeschränkt,normwertig,o.B.,unverändert,gebessert",
    "SYMPTOM": "Fieber,Übelkeit,Erbrechen,Schwindel,Husten,Auswurf,Dyspnoe,Gewichtsverlust,Nachtschweiß,Diarrhoe,Obstipation,Kopfschmerzen,Sehstörungen,Parästhesien,Juckreiz,Müdigkeit,Herzrasen,Beinödeme,Dysurie,Gangunsicherheit,Angstzustände",
    "WARD": "Kardiologie,Neurologie,Unfallchirurgie,Gastroenterologie,Augenheilkunde,Dermatologie,Urologie,Intensivstation,Notaufnahme,Strahlentherapie,Ambulanz,Endoskopie,Frauenheilkunde,Kinderklinik,Psychiatrie,Pathologie,Geriatrie",
    "SPAN": "Minuten,Stunden,Tagen,Wochen,Monaten,Jahren",
    "SIDE": "links,rechts,beidseits,bds.,re.,li.,dext.,sin.",
}  # fmt: skip
WORDS = {k: re.split(r",", v) if "," in v else v.split() for k, v in PARTS.items()}

PHRASES = [
    "Der Patient klagt über {SYMPTOM} nach {ORGAN}{STUDY}.", "Die Patientin wurde mit {DRUG} und {DRUG} behandelt.", "Der Patient wurde in die {WARD} übernommen.", "Die Patientin erhielt {DRUG} ({DRUG}) ### mg.", "Der Patient war kreislaufstabil und fieberfrei.", "Die Patientin zeigte sich in {STATE}em Allgemeinzustand.", "Wir entlassen den Patienten mit {DRUG} in die ambulante Betreuung.",
    "Therapieversuch mit {DRUG}, in Kombination mit {DRUG}.", "({SYMPTOM}, {SYMPTOM}, {ORGAN}{TROUBLE})", "Der Patient kommt wegen {SYMPTOM} in unsere Ambulanz.", "Die Patientin gab an, mit {SYMPTOM} aufgewacht zu sein.", "Der Patient hat die {ORGAN}{STUDY} gut toleriert, so dass {DRUG} abgesetzt wurde.", "Siehe Befund der {WARD}.", "Abnahme um ##:## Uhr: {LAB} ##, {LAB} #,#", "Fußbad mit Kamille #x tgl.", "mit {ORGAN}{TROUBLE} und {SYMPTOM} {SIDE}",
    "{ORGAN}{TROUBLE} {SIDE}", "Z.n. {ORGAN}{STUDY} {SIDE}", "St.p. {ORGAN}{TROUBLE}", "V.a. {ORGAN}{TROUBLE}", "Ausschluss {ORGAN}{TROUBLE}.", "{DISEASE}", "Bekannte {DISEASE}, {DISEASE}.",
    "{ORGAN}{STUDY}: {MATTER} {STATE}.", "{DRUG} # mg {DOSE}", "{DRUG} ## mg {DOSE}, {DRUG} # mg {DOSE}", "- {DRUG} ### mg {DOSE}", "{LAB} ##,# {UNIT}, {LAB} ### {UNIT}, {LAB} #,# {UNIT}", "{LAB} #.### {UNIT}, {LAB} < #,# {UNIT}",
    "{LAB} und {LAB} {STATE}.", "{MATTER} {STATE}, {MATTER} {STATE}.", "Kein Anhalt für {ORGAN}{TROUBLE} im {PLACE}.", "Im {PLACE} zeigt sich eine ## mm große Raumforderung, am ehesten {ORGAN}{TROUBLE}.", "Der {MATTER} ist {STATE}.",
    "Die Patientin klagt seit # {SPAN} über {SYMPTOM} und {SYMPTOM}.", "Der Patient gibt {SYMPTOM} im {PLACE} an.", "{SYMPTOM} oder {SYMPTOM} werden verneint.", "Keine {SYMPTOM}, keine {SYMPTOM}.", "Wegen {SYMPTOM} erfolgte die Vorstellung in der {WARD}.",
    "Bei {SYMPTOM} erneute Vorstellung in unserer {WARD}.", "Unter {DRUG} kam es zu einer Besserung der {SYMPTOM}.", "Wir begannen eine Therapie mit {DRUG}, worunter die {LAB}-Werte {STATE} waren.", "Procedere: {ORGAN}{STUDY} in # {SPAN}.", "Therapieempfehlung: {DRUG} absetzen, Kontrolle von {LAB} und {LAB}.",
    "{MATTER}: {STATE}", "Beurteilung: {ORGAN}{TROUBLE}, {MATTER} {STATE}.", "Abdomen: weich, {ORGAN}{STUDY} {STATE}, kein Druckschmerz.", "Cor: {MATTER} {STATE}, keine pathologischen Geräusche.", "Pulmo: {STATE}, kein Erguss.", "Neurologisch: {MATTER} {STATE}.", "Haut: {STATE}, {SYMPTOM} im {PLACE}.",
    "RR ###/## mmHg, Puls ##/min, Temp. ##,# °C, SpO2 ## %", "Größe ### cm, Gewicht ## kg, BMI ##,#", "Um #.30 Uhr {ORGAN}{STUDY}, danach {WARD}.", "Dauer ca. ## Minuten, komplikationslos.", "Nach # {SPAN} war der {MATTER} {STATE}.", "Es erfolgte eine {ORGAN}{STUDY} unter sterilen Bedingungen.",
    "Die {ORGAN}{STUDY} ergab den {MATTER} einer {ORGAN}{TROUBLE}.", "Aufgrund der {ORGAN}{TROUBLE} Indikation zur {ORGAN}{STUDY}.", "Aufklärung über Risiken wie {ORGAN}{TROUBLE} und {ORGAN}{TROUBLE}; Einverständnis liegt vor.", "Vorsicht bei {SYMPTOM}!", "Bitte um Kontrolle von {LAB} in # {SPAN}.",
    "Konsil {WARD}: {MATTER} {STATE}", "Verlegung auf die {WARD} bei {ORGAN}{TROUBLE}.", "Vorerkrankungen: {DISEASE}, {DISEASE}, {DISEASE}", "Allergien: {DRUG}", "Histologie: {ORGAN}{TROUBLE}, G#, R0, L0, V0, pT#a pN# (#/##) cM0.", "Visus cc R 0,# L 0,#p, Nähe Nd #, Tensio ## mmHg",
    "Anamnestisch {SYMPTOM} seit ca. # {SPAN}, zuletzt {STATE}.", "Die Entlassung erfolgte bei {STATE}em {MATTER}.", "Der postoperative {MATTER} gestaltete sich {STATE}.", "Wir bitten um {ORGAN}{STUDY} und Fortführung von {DRUG}.", "EKG: Sinusrhythmus, {MATTER} {STATE}.", "Familienanamnese: {DISEASE} beim Vater.",
    "Der Stationsalltag wurde durch {SYMPTOM} erschwert.", "Empfehlung: {DRUG} bis # x ## mg, ggf. {DRUG}.", "Beginn #. Zyklus Chemotherapie, Verträglichkeit {STATE}.", "Verbandswechsel alle # {SPAN}, Fadenzug nach ## {SPAN}.", "Rauchen: ## pack years, Alkohol gelegentlich.", "Mobilisation auf {WARD} mit Gehhilfen, {MATTER} {STATE}.",
]  # fmt: skip


def phrase(rng: random.Random) -> str:
    text = re.sub(r"\{(\w+)\}", lambda m: rng.choice(WORDS[m.group(1)]), rng.choice(PHRASES))
    text = re.sub("#", lambda _: rng.choice("123456789"), text)
    return text.upper() if rng.random() < 0.03 else text
