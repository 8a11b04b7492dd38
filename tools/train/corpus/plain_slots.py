# SPDX-License-Identifier: Apache-2.0
"""The negative examples: text that identifies nobody, in the places where identifiers occur. {TERM} is a disease's
title, {WORD} one capitalised word, {DRUG} a brand name, {EPONYM} a sign, score or disease named after a person,
{DEVICE} a dressing, suture, tube, instrument or programme by its name, {FEAST} a public holiday or feast, {STUDY} an
examination."""

from .arabic import plain as arabic
from .romanian import templates as romanian
from .turkish import templates as turkish

# Brand names as notes write them: capitalised, but not the name of a person.
DRUGS = (
    "Abilify,Actrapid,Adalat,Aldactone,Algifor,Amaryl,Amoxil,Anafranil,Apidra,Aprovel,Arcoxia,Arnica,Aspirin,Atacand,Ativan,Augmentin,Avastin,Avodart,Bactrim,Beloc,Benadryl,Bepanthen,Betaisodona,Betadine,Bisolvon,Botox,Bricanyl,Brufen,"
    "Buscopan,Calpol,Canesten,Cardicor,Cialis,Cipralex,Clexane,Concor,Coumadin,Coversyl,Cozaar,Creon,Crestor,Cymbalta,Cytotec,Dafalgan,Daktarin,Decadron,Delix,Depakine,Diamicron,Dilantin,Diovan,Doliprane,Dormicum,Dulcolax,Duphalac,"
    "Duphaston,Effexor,Effortil,Efferalgan,Elidel,Eliquis,Enantyum,Enbrel,Ensure,Entresto,Esidrix,Euthyrox,Eutirox,Ezetrol,Flagyl,Flixotide,Foradil,Forxiga,Fosamax,Fortimel,Fraxiparine,Fucidin,Furosemid,Gaviscon,Glivec,Glucophage,Halcion,"
    "Haldol,Herceptin,Humalog,Humira,Hygroton,Ilomedin,Imodium,Inderal,Inegy,Innohep,Invega,Januvia,Jardiance,Kaletra,Kenacort,Keppra,Klacid,Konakion,Kreon,Lamictal,Lantus,Largactil,Lasix,Levemir,Levothyrox,Lexapro,Lexomil,Lexotanil,"
    "Lioresal,Lipitor,Losec,Lovenox,Ludiomil,Lyrica,Madopar,Marcumar,Maxidex,Mestinon,Micardis,Microlax,Mirena,Mobic,Motilium,Movicol,Mucomyst,Nasonex,Neoral,Neurontin,Nexium,Nicorette,Nolotil,Norvasc,Novalgin,NovoRapid,Nurofen,"
    "Nutrison,Orfidal,Orudis,Oxycontin,Ozempic,Pantozol,Paracodin,Pariet,Parlodel,Paspertin,Percocet,Plavix,Pradaxa,Prevenar,Primperan,Prograf,Prolia,Prozac,Pulmicort,Remicade,Requip,Revlimid,Risperdal,Rivotril,Rocephin,Salazopyrin,"
    "Sandimmun,Saroten,Seguril,Seresta,Seretide,Seroquel,Sevredol,Simponi,Sinemet,Singulair,Sintrom,Solu-Medrol,Sortis,Spasfon,Spiriva,Stelara,Stilnox,Sultanol,Symbicort,Synthroid,Tachipirina,Tamiflu,Tardyferon,Targin,Tavor,Tazocin,"
    "Tegretol,Temesta,Tenormin,Tiklid,Topamax,Toradol,Toujeo,Tramal,Tranxene,Trental,Tresiba,Trileptal,Trimbow,Tylenol,Urbason,Vagifem,Valdoxan,Valium,Velcade,Venofer,Ventolin,Viagra,Victoza,Vimpat,Voltaren,Vomex,Wellbutrin,Xanax,"
    "Xarelto,Xolair,Xyzal,Zaldiar,Zantac,Zinnat,Zithromax,Zocor,Zofran,Zoloft,Zovirax,Zyloric,Zyprexa,Zyrtec"
)

# They look like surnames, and most are; only the context tells.
EPONYMS = (
    "Addison,Adie,Alzheimer,Amsler,Apgar,Argyll Robertson,Babinski,Baker,Balthazar,Barlow,Barrett,Barthel,Basedow,Bechterew,Beck,Behçet,Bell,Bence-Jones,Billroth,Bishop,Blumberg,Borg,Bouchard,Bowen,Braden,Breslow,Brudzinski,Brugada,Budd-Chiari,"
    "Burkitt,Centor,Charcot,Charlson,Child-Pugh,Chvostek,Clark,Clavien-Dindo,Cobb,Colles,Conn,Conners,Coombs,Cormack,Crohn,Cushing,Dix-Hallpike,Down,Downton,Dukes,Dupuytren,Ehlers-Danlos,Epley,Epworth,Fallot,Fazekas,Finkelstein,"
    "Fisher,Fontaine,Forrest,Garden,Gilbert,Giordano,Glasgow,Gleason,Goldmann,Gottron,Gram,Graves,Guillain-Barré,Guthrie,Hachinski,Hallpike,Hamilton,Hartmann,Hashimoto,Heberden,Heimlich,Hinchey,Hirschsprung,Hodgkin,Hoffmann,Homans,"
    "Horner,Horton,Howell-Jolly,Hunt-Hess,Huntington,Ishihara,Janeway,Kaposi,Karnofsky,Katz,Kawasaki,Kernig,Killip,Klinefelter,Kocher,Koebner,Koplik,Korsakow,Korsakoff,Lachman,Lasègue,Lawton,Lhermitte,Lichtenstein,Lisfranc,Lyell,Löwenstein,"
    "Mallampati,Mallory-Weiss,Mantoux,Marfan,Marjolin,McBurney,McMurray,Meckel,Menière,Merkel,Mingazzini,Modic,Moro,Murphy,Naegele,Nikolsky,Nissen,Norton,Ortolani,Osler,Paget,Parkinson,Pastia,Perthes,Pfannenstiel,Pfeiffer,Phalen,"
    "Pringle,Ranson,Raynaud,Rinne,Romberg,Rorschach,Roth,Rovsing,Rutherford,Salter-Harris,Schirmer,Schmorl,Seidel,Seldinger,Sheehan,Shouldice,Sjögren,Snellen,Stevens-Johnson,Still,Sudeck,Takayasu,Tanner,Tiffeneau,Tinel,Tinetti,Tourette,"
    "Trendelenburg,Trousseau,Turner,Valsalva,Virchow,Wada,Waldenström,Waterlow,Weber,Wechsler,Wegener,Wells,Wernicke,Westergren,Whipple,Widal,Willebrand,Wilson,Yesavage,Zarit,Zenker,Ziehl-Neelsen,Zung"
)

DEVICES = (
    "Abbocath,Accu-Chek,Allevyn,Ambu,Aquacel,Aquacel Ag,Bardex,Biatain,Blake,Broviac,Cavilon,ChloraPrep,Comfeel,Couvelaire,Dermabond,Desault,Dexcom,Doppler,Duoderm,Endobutton,Ethilon,Floseal,Flowtron,Foley,Freestyle,Gilchrist,Groshong,"
    "Guedel,Harmonic,Hickman,Holter,Huber,Ilizarov,Jackson-Pratt,Jelonet,Kehr,Kirschner,Levin,LigaSure,Luer,Mepilex,Mepitel,Micropore,Monocryl,Nelaton,Octenisept,Omnipod,Opsite,Optiflow,Pari,PDS,Penrose,Port-a-Cath,Prolene,Prontosan,Redon,"
    "Salem,Sengstaken,Shiley,Spongostan,Steinmann,Steri-Strip,Surgicel,Swan-Ganz,Tachosil,Tegaderm,Thomas,Tiemann,Tuohy,Ultracision,Urgotul,Varihesive,Venflon,Venturi,Vicryl,Yankauer,Zimmer,Zoom,WhatsApp,Facebook,Skype"
)

FEASTS = {
    "en": "Christmas,Easter,Boxing Day,New Year,Thanksgiving,Halloween,Ramadan,Eid,Diwali,Passover,Hanukkah,Memorial Day,Labor Day,Lent,Whitsun,the bank holiday,half-term",
    "es": "Navidad,Nochebuena,Reyes,Semana Santa,Carnaval,Pascua,Ramadán,Todos los Santos,la Inmaculada,Año Nuevo,Nochevieja,Cuaresma",
    "it": "Natale,Pasqua,Pasquetta,Capodanno,Ferragosto,Carnevale,Ognissanti,l'Epifania,l'Immacolata,Ramadan,Quaresima,la Befana",
    "fr": "Noël,Pâques,la Toussaint,l'Ascension,la Pentecôte,Mardi gras,le Ramadan,la Saint-Jean,le Nouvel An,l'Assomption,la Chandeleur,le Carême",
    "de": "Weihnachten,Ostern,Pfingsten,Silvester,Neujahr,Fasching,Karneval,Allerheiligen,Ramadan,Advent,Fronleichnam,Heiligabend,Nikolaus",
    "ro": romanian.FEASTS,
    "tr": turkish.FEASTS,
    "ar": arabic.FEASTS,
}  # fmt: skip

STUDIES = {
    "en": "chest X-ray,CT abdomen,brain MRI,Doppler ultrasound,echocardiogram,colonoscopy,bone scan,PET-CT,EEG,lumbar puncture,liver function tests,full blood count,urine culture,blood cultures,spirometry,coronary angiogram,DEXA scan,ECG,thyroid panel,HIV serology,skin biopsy,gastroscopy,mammogram,Holter monitor,U&Es,CXR,USS,V/Q scan,MRCP,ERCP",
    "es": "radiografía de tórax,TC abdominal,RM cerebral,ecografía Doppler,ecocardiograma,colonoscopia,gammagrafía ósea,PET-TC,EEG,punción lumbar,perfil hepático,hemograma,urocultivo,hemocultivos,espirometría,coronariografía,ECG,serología VIH,biopsia cutánea,gastroscopia,mamografía,Holter,Rx de abdomen,TAC craneal,angiografía fluoresceínica,OCT",
    "it": "Rx torace,TC addome,RM encefalo,ecodoppler,ecocardiogramma,colonscopia,scintigrafia ossea,PET-TC,EEG,rachicentesi,emocromo,urinocoltura,emocolture,spirometria,coronarografia,ECG,sierologia HIV,biopsia cutanea,gastroscopia,mammografia,Holter ECG,EGDS,ecografia addominale,MOC,elettroforesi proteica",
    "fr": "radiographie de thorax,TDM abdominale,IRM cérébrale,écho-Doppler,échocardiographie,coloscopie,scintigraphie osseuse,TEP-TDM,EEG,ponction lombaire,bilan hépatique,NFS,ECBU,hémocultures,EFR,coronarographie,ECG,sérologie VIH,biopsie cutanée,fibroscopie,mammographie,Holter ECG,ASP,échographie abdominale,ETT",
    "de": "Röntgen-Thorax,CT Abdomen,MRT Schädel,Farbduplex,Echokardiographie,Koloskopie,Skelettszintigraphie,PET-CT,EEG,Lumbalpunktion,Leberwerte,Blutbild,Urinkultur,Blutkulturen,Lungenfunktion,Koronarangiographie,EKG,HIV-Serologie,Hautbiopsie,Gastroskopie,Mammographie,Langzeit-EKG,Oberbauchsonographie,Knochendichte,Schilddrüsenwerte,ÖGD,TEE,Ergometrie,Labor",
    "ro": romanian.STUDIES,
    "tr": turkish.STUDIES,
    "ar": arabic.STUDIES,
}  # fmt: skip

LISTS = {"DRUG": DRUGS, "EPONYM": EPONYMS, "DEVICE": DEVICES, "FEAST": FEASTS, "STUDY": STUDIES}
# Lists in the language's own script.
OWN_LISTS = {"ar": {"DRUG": arabic.DRUGS, "EPONYM": arabic.EPONYMS, "DEVICE": arabic.DEVICES}}

# Put between two words of a sentence without identifiers; used with WOVEN in build.py.
PLAIN = {
    "en": [" with {WORD}", " ({TERM})", " ({WORD}, {WORD})", " with {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " from {WORD}", " of {WORD}", " and {WORD}", " by {WORD}", " at {TIME}", " for {TERM}", " since {N.1} weeks", " ({EPONYM} negative)", " with {EPONYM} positive", " (no {EPONYM}, no {EPONYM})", " ({DEVICE})", ", {DEVICE} in place,", " after {FEAST}", " since {FEAST}", " by {EPONYM} criteria"],
    "es": [" con {WORD}", " ({TERM})", " ({WORD}, {WORD})", " con {DRUG}", " ({DRUG})", ", {WORD},", " en {WORD}", " de {WORD}", " y {WORD}", " por {WORD}", " a las {TIME}", " por {TERM}", " desde hace {N.1} semanas", " 1/{N.3}", " ({N.2}/{N.2})", " ({EPONYM} negativo)", " con {EPONYM} positivo", " (sin {EPONYM} ni {EPONYM})", " ({DEVICE})", ", con {DEVICE},", " desde {FEAST}", " después de {FEAST}", " según los criterios de {EPONYM}"],
    "it": [" con {WORD}", " ({TERM})", " ({WORD}, {WORD})", " con {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " di {WORD}", " e {WORD}", " da {WORD}", " alle {TIME}", " per {TERM}", " da {N.1} settimane", " ({EPONYM} negativo)", " con {EPONYM} positivo", " (niente {EPONYM}, niente {EPONYM})", " ({DEVICE})", ", con {DEVICE},", " dopo {FEAST}", " da {FEAST}", " (criteri di {EPONYM})"],
    "fr": [" avec {WORD}", " ({TERM})", " ({WORD}, {WORD})", " par {DRUG}", " ({DRUG})", ", {WORD},", " en {WORD}", " de {WORD}", " et {WORD}", " par {WORD}", " à {TIME}", " pour {TERM}", " depuis {N.1} semaines", " ({EPONYM} négatif)", " avec {EPONYM} positif", " (ni {EPONYM} ni {EPONYM})", " ({DEVICE})", ", sous {DEVICE},", " depuis {FEAST}", " après {FEAST}", " (classification de {EPONYM})"],
    "de": [" mit {WORD}", " ({TERM})", " ({WORD}, {WORD})", " mit {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " im {WORD}", " und {WORD}", " durch {WORD}", " um {TIME} Uhr", " bei {TERM}", " seit {N.1} Wochen", " unter {DRUG} und {WORD}", " ({WORD}/ {WORD})", " in Kombination mit {WORD}", " ad {WORD}", " zur {WORD}", " Dr. {D} und {WORD}", " ({EPONYM} negativ)", " bei {EPONYM} positiv", " (kein {EPONYM}, kein {EPONYM})", " ({DEVICE})", ", mit {DEVICE},", " seit {FEAST}", " nach {FEAST}", " (Stadium {N.1} nach {EPONYM})"],
    "ro": romanian.PLAIN,
    "tr": turkish.PLAIN,
    "ar": arabic.BETWEEN,
}  # fmt: skip

# Lines of their own.
LINES = {
    "en": ["Plan: repeat {STUDY} in {N.1} weeks.", "Follow-up: {STUDY} in {N.1} months, then review.", "{STUDY}: normal.", "Chase {STUDY}. Repeat {STUDY} if {TERM}.", "Repeat {STUDY} and {STUDY} tomorrow.", "Recheck {STUDY} before discharge.", "Awaiting {STUDY}, {STUDY} and {STUDY}.", "{DRUG} stopped; start {DRUG} {N.2} mg bd.", "Imp: {TERM} ?{TERM}",
           "- {TERM}", "{N.1}. {TERM}", "Diagnosis: {TERM}", "{TERM}; {TERM}", "{TERM}, {TERM}", "Past history: {TERM}, {TERM}.", "{DRUG} {N.2} mg od", "- {DRUG} {N.3} mg", "No evidence of {TERM}.", "{WORD}: {WORD}", "Impression: {TERM}",
           "{EPONYM} negative, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "{EPONYM}'s: no. {EPONYM} sign: yes.", "Dressed with {DEVICE}, {DEVICE} removed.", "{DEVICE}, {DEVICE}, no {DEVICE}.", "Right-handed, left foot worse. Sorry for the delay, {FEAST}.", "{EPONYM} {N.1}, on {DRUG}, then {DRUG}."],
    "es": ["Plan: repetir {STUDY} en {N.1} semanas.", "{STUDY}: normal.", "Pendiente de {STUDY} y {STUDY}.", "Solicito {STUDY}. Control con {STUDY} en {N.1} meses.", "Seguimiento por su médico de familia.", "Acudió a su médico de familia por {TERM}.", "Médico de familia y enfermera informados.", "Planificación familiar: no precisa.", "Ambiente familiar normal, estudio familiar negativo.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnóstico: {TERM}.", "{TERM}; {TERM}", "AP: {TERM}, {TERM}.", "{DRUG} {N.2} mg cada 12 h", "- {DRUG} {N.3} mg 1-0-1", "Se descartó {TERM}.", "{WORD}: {WORD}", "JC: {TERM}", "{TERM}.",
           "{EPONYM} negativo, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "Signo de {EPONYM}: no. {EPONYM}: sí.", "Cura con {DEVICE}, se retira {DEVICE}.", "{DEVICE}, {DEVICE}, sin {DEVICE}.", "Diestro, zurda la madre. Buenas, lo vemos tras {FEAST}.", "{EPONYM} {N.1}, con {DRUG}, luego {DRUG}."],
    "it": ["Programma: ripetere {STUDY} tra {N.1} settimane.", "{STUDY}: nella norma.", "In attesa di {STUDY} e {STUDY}.", "Controllo con {STUDY} fra {N.1} mesi.", "Si richiede {STUDY}. Ripetere {STUDY} se {TERM}.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnosi: {TERM}.", "{TERM}; {TERM}", "APR: {TERM}, {TERM}.", "{DRUG} {N.2} mg 1 cp", "- {DRUG} {N.3} mg x 2/die", "Non segni di {TERM}.", "{WORD}: {WORD}", "{TERM}.",
           "{EPONYM} negativo, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "Segno di {EPONYM}: no. {EPONYM}: sì.", "Medicato con {DEVICE}, rimosso {DEVICE}.", "{DEVICE}, {DEVICE}, niente {DEVICE}.", "Destrimane, mancino il fratello. Scusa il ritardo, era {FEAST}.", "{EPONYM} {N.1}, con {DRUG}, poi {DRUG}."],
    "fr": ["Refaire {STUDY} dans {N.1} semaines.", "{STUDY} : sans anomalie.", "En attente : {STUDY}, {STUDY}.", "Contrôle par {STUDY} dans {N.1} mois.", "Demande de {STUDY} et {STUDY}. CAT : {STUDY} si {TERM}.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnostic : {TERM}.", "{TERM} ; {TERM}", "ATCD : {TERM}, {TERM}.", "{DRUG} {N.2} mg/j", "- {DRUG} {N.3} mg matin et soir", "Absence de {TERM}.", "{WORD} : {WORD}", "{TERM}.",
           "{EPONYM} négatif, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "Signe de {EPONYM} : non. {EPONYM} : oui.", "Pansement {DEVICE}, ablation {DEVICE}.", "{DEVICE}, {DEVICE}, pas de {DEVICE}.", "Droitier, gauchère contrariée. Merci, on le revoit après {FEAST}.", "{EPONYM} {N.1}, sous {DRUG}, puis {DRUG}."],
    "de": ["Procedere: {STUDY} in {N.1} Wochen wiederholen.", "{STUDY}: {WORD} unauffällig.", "Ausstehend: {STUDY}, {STUDY}.", "Kontrolle {STUDY} und {STUDY} in {N.1} Monaten.", "{STUDY} o.p.B., {WORD} und {WORD} regelrecht.", "{STUDY} am Folgetag, {WORD} abgesetzt.", "In der {STUDY} {WORD} ohne {WORD}.", "Übernahme bei {WORD} und {WORD}, {WORD} begonnen.", "{WORD}, {WORD} sowie {WORD} besprochen.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnose: {TERM}", "{TERM}; {TERM}", "Nebendiagnosen: {TERM}, {TERM}.", "{DRUG} {N.2} mg 1-0-1", "- {DRUG} {N.3} mg 0-0-1", "Kein Hinweis auf {TERM}.", "{WORD}: {WORD}", "{TERM}", "{WORD}", "{WORD} {WORD}", "{WORD}, {WORD}, {WORD} unauffällig",
           "{WORD} und {WORD} o.B.", "St.p. {WORD} {N.1}x", "V.a. {WORD}", "Z.n. {WORD}", "{DRUG} {N.2} 1-0-0", "{WORD}: {WORD} {N.2} %", "• {WORD} ({WORD})", "{WORD} bei {WORD}", "{WORD} - {WORD}:", "{DRUG} Tropfen bei Bedarf", "{WORD} rechts: {TIME}", "Unter {WORD} rückläufige {WORD}.",
           "{EPONYM} negativ, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "{EPONYM}-Zeichen: nein. {EPONYM}: ja.", "Verband mit {DEVICE}, {DEVICE} entfernt.", "{DEVICE}, {DEVICE}, kein {DEVICE}.", "Rechtshänder, Linkshänderin die Mutter. Sorry, war {FEAST}.", "{EPONYM} {N.1}, unter {DRUG}, dann {DRUG}."],
    "ro": romanian.LINES,
    "tr": turkish.LINES,
    "ar": arabic.LINES,
}  # fmt: skip

# Replacements for "the patient" and "our hospital", which turn published sentences into sentences about a person.
PATIENT = {
    "en": (r"\b(?:[Tt]he|[Tt]his|[Oo]ur) patient\b", ["{P.first}", "{P.first}", "Mr {P.last}", "Mrs. {P.last}", "Ms {P.last}", "{P}", "Mr. {P.initials}", "Mrs {P.initials}", "Miss {P.last}"]),
    "es": (r"\b(?:[Ee]l|[Ll]a) paciente\b", ["{P.first}", "{P.first}", "D. {P}", "Dña. {P}", "doña {P.first}", "el Sr. {P.last}", "la Sra. {P.last}", "{P}"]),
    "it": (r"\b(?:[Ii]l|[Ll]a) paziente\b", ["{P.first}", "{P.first}", "il sig. {P.last}", "la sig.ra {P.last}", "la signora {P.first}", "Il signor {P.first}", "{P}", "Sig. {P.initials}"]),
    "fr": (r"\b(?:[Ll]e patient|[Ll]a patiente)\b", ["{P.first}", "M. {P.last}", "Mme {P.last}", "Mme {P.initials}", "Mr {P.initials}", "Monsieur {P.initials}", "Madame {P.last}", "{P}"]),
    "de": (r"\b(?:[Dd]er Patient|[Dd]ie Patientin)\b", ["{P.first}", "{P.first}", "Herr {P.last}", "Frau {P.last}", "Fr. {P.last}", "Hr. {P.last}", "{P}", "Frau {P.initials}"]),
    "ro": romanian.PATIENT,
    "tr": turkish.PATIENT,
    "ar": arabic.PATIENT,
}  # fmt: skip
HERE = {
    "en": (r"\b(?:our|the) (?:hospital|institution|center)\b", "{HOSPITAL}"),
    "es": (r"\b(?:nuestro|el|este) (?:hospital|centro)\b", "el {HOSPITAL}"),
    "it": (r"\b(?:nostro|il) (?:ospedale|centro)\b", "{HOSPITAL}"),
    "fr": (r"\b(?:notre|l')\s?(?:hôpital|établissement|centre)\b", "{HOSPITAL}"),
    "de": (r"\b(?:unserer|der) (?:Klinik|Ambulanz)\b", "der {HOSPITAL}"),
    "ro": romanian.HERE,
    "tr": turkish.HERE,
    "ar": arabic.HERE,
}  # fmt: skip
