# SPDX-License-Identifier: Apache-2.0
"""The other half of every lesson: what names nobody, in the places where identifiers stand. {TERM} is a
disease's title, {WORD} one word with a capital, {DRUG} a brand name, {STUDY} an examination."""

# Brand names as notes write them: capitalised, and nobody's name.
DRUGS = (
    "Augmentin,Adalat,Aldactone,Amaryl,Aprovel,Arcoxia,Atacand,Beloc,Betaisodona,Bepanthen,Buscopan,Cipralex,Concor,Cymbalta,Delix,Diovan,Dormicum,Dulcolax,Effortil,Eliquis,Eutirox,Fraxiparine,Furosemid,Glucophage,"
    "Haldol,Humira,Imodium,Inderal,Januvia,Keppra,Lantus,Lasix,Levemir,Lexotanil,Lipitor,Lovenox,Lyrica,Mestinon,Motilium,Nexium,Nolotil,Norvasc,NovoRapid,Nutrison,Oxycontin,Plavix,Pradaxa,Primperan,Prograf,"
    "Remicade,Risperdal,Sandimmun,Seroquel,Sintrom,Sortis,Stilnox,Symbicort,Targin,Tegretol,Temesta,Tiklid,Tramal,Trental,Urbason,Valium,Ventolin,Voltaren,Zantac,Zofran,Zoloft,Zyloric,Zyprexa,Orfidal,Seguril,Ozempic,Entresto"
)

STUDIES = {
    "en": "chest X-ray,CT abdomen,brain MRI,Doppler ultrasound,echocardiogram,colonoscopy,bone scan,PET-CT,EEG,lumbar puncture,liver function tests,full blood count,urine culture,blood cultures,spirometry,coronary angiogram,DEXA scan,ECG,thyroid panel,HIV serology,skin biopsy,gastroscopy,mammogram,Holter monitor,U&Es,CXR,USS,V/Q scan,MRCP,ERCP",
    "es": "radiografía de tórax,TC abdominal,RM cerebral,ecografía Doppler,ecocardiograma,colonoscopia,gammagrafía ósea,PET-TC,EEG,punción lumbar,perfil hepático,hemograma,urocultivo,hemocultivos,espirometría,coronariografía,ECG,serología VIH,biopsia cutánea,gastroscopia,mamografía,Holter,Rx de abdomen,TAC craneal,angiografía fluoresceínica,OCT",
    "it": "Rx torace,TC addome,RM encefalo,ecodoppler,ecocardiogramma,colonscopia,scintigrafia ossea,PET-TC,EEG,rachicentesi,emocromo,urinocoltura,emocolture,spirometria,coronarografia,ECG,sierologia HIV,biopsia cutanea,gastroscopia,mammografia,Holter ECG,EGDS,ecografia addominale,MOC,elettroforesi proteica",
    "fr": "radiographie de thorax,TDM abdominale,IRM cérébrale,écho-Doppler,échocardiographie,coloscopie,scintigraphie osseuse,TEP-TDM,EEG,ponction lombaire,bilan hépatique,NFS,ECBU,hémocultures,EFR,coronarographie,ECG,sérologie VIH,biopsie cutanée,fibroscopie,mammographie,Holter ECG,ASP,échographie abdominale,ETT",
    "de": "Röntgen-Thorax,CT Abdomen,MRT Schädel,Farbduplex,Echokardiographie,Koloskopie,Skelettszintigraphie,PET-CT,EEG,Lumbalpunktion,Leberwerte,Blutbild,Urinkultur,Blutkulturen,Lungenfunktion,Koronarangiographie,EKG,HIV-Serologie,Hautbiopsie,Gastroskopie,Mammographie,Langzeit-EKG,Oberbauchsonographie,Knochendichte,Schilddrüsenwerte,ÖGD,TEE,Ergometrie,Labor",
}  # fmt: skip

# Put between two words of a sentence that holds no identifier; beside WOVEN in build.py.
PLAIN = {
    "en": [" with {WORD}", " ({TERM})", " ({WORD}, {WORD})", " with {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " from {WORD}", " of {WORD}", " and {WORD}", " by {WORD}", " at {TIME}", " for {TERM}", " since {N.1} weeks"],
    "es": [" con {WORD}", " ({TERM})", " ({WORD}, {WORD})", " con {DRUG}", " ({DRUG})", ", {WORD},", " en {WORD}", " de {WORD}", " y {WORD}", " por {WORD}", " a las {TIME}", " por {TERM}", " desde hace {N.1} semanas", " 1/{N.3}", " ({N.2}/{N.2})"],
    "it": [" con {WORD}", " ({TERM})", " ({WORD}, {WORD})", " con {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " di {WORD}", " e {WORD}", " da {WORD}", " alle {TIME}", " per {TERM}", " da {N.1} settimane"],
    "fr": [" avec {WORD}", " ({TERM})", " ({WORD}, {WORD})", " par {DRUG}", " ({DRUG})", ", {WORD},", " en {WORD}", " de {WORD}", " et {WORD}", " par {WORD}", " à {TIME}", " pour {TERM}", " depuis {N.1} semaines"],
    "de": [" mit {WORD}", " ({TERM})", " ({WORD}, {WORD})", " mit {DRUG}", " ({DRUG})", ", {WORD},", " in {WORD}", " im {WORD}", " und {WORD}", " durch {WORD}", " um {TIME} Uhr", " bei {TERM}", " seit {N.1} Wochen", " unter {DRUG} und {WORD}", " ({WORD}/ {WORD})", " in Kombination mit {WORD}", " ad {WORD}", " zur {WORD}", " Dr. {D} und {WORD}"],
}  # fmt: skip

# Lines of their own.
LINES = {
    "en": ["Plan: repeat {STUDY} in {N.1} weeks.", "Follow-up: {STUDY} in {N.1} months, then review.", "{STUDY}: normal.", "Chase {STUDY}. Repeat {STUDY} if {TERM}.", "Repeat {STUDY} and {STUDY} tomorrow.", "Recheck {STUDY} before discharge.", "Awaiting {STUDY}, {STUDY} and {STUDY}.", "{DRUG} stopped; start {DRUG} {N.2} mg bd.", "Imp: {TERM} ?{TERM}",
           "- {TERM}", "{N.1}. {TERM}", "Diagnosis: {TERM}", "{TERM}; {TERM}", "{TERM}, {TERM}", "Past history: {TERM}, {TERM}.", "{DRUG} {N.2} mg od", "- {DRUG} {N.3} mg", "No evidence of {TERM}.", "{WORD}: {WORD}", "Impression: {TERM}"],
    "es": ["Plan: repetir {STUDY} en {N.1} semanas.", "{STUDY}: normal.", "Pendiente de {STUDY} y {STUDY}.", "Solicito {STUDY}. Control con {STUDY} en {N.1} meses.", "Seguimiento por su médico de familia.", "Acudió a su médico de familia por {TERM}.", "Médico de familia y enfermera informados.", "Planificación familiar: no precisa.", "Ambiente familiar normal, estudio familiar negativo.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnóstico: {TERM}.", "{TERM}; {TERM}", "AP: {TERM}, {TERM}.", "{DRUG} {N.2} mg cada 12 h", "- {DRUG} {N.3} mg 1-0-1", "Se descartó {TERM}.", "{WORD}: {WORD}", "JC: {TERM}", "{TERM}."],
    "it": ["Programma: ripetere {STUDY} tra {N.1} settimane.", "{STUDY}: nella norma.", "In attesa di {STUDY} e {STUDY}.", "Controllo con {STUDY} fra {N.1} mesi.", "Si richiede {STUDY}. Ripetere {STUDY} se {TERM}.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnosi: {TERM}.", "{TERM}; {TERM}", "APR: {TERM}, {TERM}.", "{DRUG} {N.2} mg 1 cp", "- {DRUG} {N.3} mg x 2/die", "Non segni di {TERM}.", "{WORD}: {WORD}", "{TERM}."],
    "fr": ["Refaire {STUDY} dans {N.1} semaines.", "{STUDY} : sans anomalie.", "En attente : {STUDY}, {STUDY}.", "Contrôle par {STUDY} dans {N.1} mois.", "Demande de {STUDY} et {STUDY}. CAT : {STUDY} si {TERM}.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnostic : {TERM}.", "{TERM} ; {TERM}", "ATCD : {TERM}, {TERM}.", "{DRUG} {N.2} mg/j", "- {DRUG} {N.3} mg matin et soir", "Absence de {TERM}.", "{WORD} : {WORD}", "{TERM}."],
    "de": ["Procedere: {STUDY} in {N.1} Wochen wiederholen.", "{STUDY}: {WORD} unauffällig.", "Ausstehend: {STUDY}, {STUDY}.", "Kontrolle {STUDY} und {STUDY} in {N.1} Monaten.", "{STUDY} o.p.B., {WORD} und {WORD} regelrecht.", "{STUDY} am Folgetag, {WORD} abgesetzt.", "In der {STUDY} {WORD} ohne {WORD}.", "Übernahme bei {WORD} und {WORD}, {WORD} begonnen.", "{WORD}, {WORD} sowie {WORD} besprochen.",
           "- {TERM}", "{N.1}. {TERM}", "Diagnose: {TERM}", "{TERM}; {TERM}", "Nebendiagnosen: {TERM}, {TERM}.", "{DRUG} {N.2} mg 1-0-1", "- {DRUG} {N.3} mg 0-0-1", "Kein Hinweis auf {TERM}.", "{WORD}: {WORD}", "{TERM}", "{WORD}", "{WORD} {WORD}", "{WORD}, {WORD}, {WORD} unauffällig",
           "{WORD} und {WORD} o.B.", "St.p. {WORD} {N.1}x", "V.a. {WORD}", "Z.n. {WORD}", "{DRUG} {N.2} 1-0-0", "{WORD}: {WORD} {N.2} %", "• {WORD} ({WORD})", "{WORD} bei {WORD}", "{WORD} - {WORD}:", "{DRUG} Tropfen bei Bedarf", "{WORD} rechts: {TIME}", "Unter {WORD} rückläufige {WORD}."],
}  # fmt: skip

# Who "the patient" may be, and where "our hospital" is: real sentences become sentences about somebody.
PATIENT = {
    "en": (r"\b(?:[Tt]he|[Tt]his|[Oo]ur) patient\b", ["{P.first}", "{P.first}", "Mr {P.last}", "Mrs. {P.last}", "Ms {P.last}", "{P}", "Mr. {P.initials}", "Mrs {P.initials}", "Miss {P.last}"]),
    "es": (r"\b(?:[Ee]l|[Ll]a) paciente\b", ["{P.first}", "{P.first}", "D. {P}", "Dña. {P}", "doña {P.first}", "el Sr. {P.last}", "la Sra. {P.last}", "{P}"]),
    "it": (r"\b(?:[Ii]l|[Ll]a) paziente\b", ["{P.first}", "{P.first}", "il sig. {P.last}", "la sig.ra {P.last}", "la signora {P.first}", "Il signor {P.first}", "{P}", "Sig. {P.initials}"]),
    "fr": (r"\b(?:[Ll]e patient|[Ll]a patiente)\b", ["{P.first}", "M. {P.last}", "Mme {P.last}", "Mme {P.initials}", "Mr {P.initials}", "Monsieur {P.initials}", "Madame {P.last}", "{P}"]),
    "de": (r"\b(?:[Dd]er Patient|[Dd]ie Patientin)\b", ["{P.first}", "{P.first}", "Herr {P.last}", "Frau {P.last}", "Fr. {P.last}", "Hr. {P.last}", "{P}", "Frau {P.initials}"]),
}  # fmt: skip
HERE = {
    "en": (r"\b(?:our|the) (?:hospital|institution|center)\b", "{HOSPITAL}"),
    "es": (r"\b(?:nuestro|el|este) (?:hospital|centro)\b", "el {HOSPITAL}"),
    "it": (r"\b(?:nostro|il) (?:ospedale|centro)\b", "{HOSPITAL}"),
    "fr": (r"\b(?:notre|l')\s?(?:hôpital|établissement|centre)\b", "{HOSPITAL}"),
    "de": (r"\b(?:unserer|der) (?:Klinik|Ambulanz)\b", "der {HOSPITAL}"),
}  # fmt: skip
