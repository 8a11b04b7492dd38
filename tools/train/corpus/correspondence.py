# SPDX-License-Identifier: Apache-2.0
"""Sender and signature lines, field by field: person, department, institution, street, postal code and town, country,
contacts. Each field may be absent, and any separator may be between two of them, also just a space; such lines teach
where one field ends. Journals and letters share them."""

from .arabic import templates as arabic
from .romanian import templates as romanian
from .turkish import templates as turkish

INTRODUCTION = {
    "en": ["From: Dr {D}", "Referred by: {D}", "Correspondence to: {D}", "Consultant: Dr {D}", "{D}, MD", "Dr {D} FRCS"],
    "es": ["Remitido por: Dr. {D}", "Remitido por: {D}", "Responsable clínico: Dra. {D}", "Responsable clinico: {D}", "Correspondencia: Dr. {D}", "Remitido por: Dra {D}", "Remitido por: Doctor {D}", "Remitido por: Doctora {D}", "Médico: Prof. {D}"],
    "it": ["Inviato da: dott. {D}", "Corrispondenza: {D}", "Medico inviante: dott.ssa {D}", "Prof. {D}", "Il responsabile: {D}"],
    "fr": ["Correspondance : Dr {D}", "Adressé par le Dr {D}", "Auteur : {D}", "Pr {D}", "Médecin responsable : {D}"],
    "de": ["Prof. Dr. med. {D}", "Korrespondenz: Dr. {D}", "Zuweiser: {D}", "Leiter: Univ.-Prof. Dr. {D}", "OA Dr. {D}", "Einsender: Dr. med. {D}"],
    "ro": romanian.INTRODUCTION,
    "tr": turkish.INTRODUCTION,
    "ar": arabic.INTRODUCTION,
}  # fmt: skip
DEPARTMENT = {
    "en": ("Department of {}", "{} Unit", "Division of {}", "{} Clinic"),
    "es": ("Servicio de {}", "Unidad de {}", "Sección de {}", "Departamento de {}", "Área de {}", "Unidad de Gestión Clínica de {}", "Servicio {}", "5ª planta. Servicio de {}"),
    "it": ("Reparto di {}", "U.O. di {}", "Dipartimento di {}", "S.C. {}", "Ambulatorio di {}"),
    "fr": ("Service de {}", "Département de {}", "Unité de {}", "Pôle {}"),
    "de": ("Abteilung für {}", "Klinik für {}", "Institut für {}", "Station für {}", "Poliklinik für {}", "Zentrum für {}"),
    "ro": romanian.DEPARTMENT,
    "tr": turkish.DEPARTMENT,
    "ar": arabic.DEPARTMENT,
}  # fmt: skip
FIELD = {
    "en": "Nephrology,Urology,Ophthalmology,General Surgery,Paediatrics,Neurology,Internal Medicine,Dermatology,Intensive Care,Oral and Maxillofacial Surgery,Pathology",
    "es": "Nefrología,Urología,Oftalmología,Cirugía General y Digestiva,Pediatría,Neurología,Medicina Interna,Dermatología,Medicina Intensiva,Cirugía Oral y Maxilofacial,Anatomía Patológica,Endocrinología y Nutrición,Aparato Digestivo,Microbiología,Oncología Médica,Traumatología,Radiodiagnóstico,Rehabilitación,Farmacia,Neurocirugía,Medicina Familiar y Comunitaria,Aparato Digestivo B,Anestesiología y Clínica del Dolor,Dolor y Cuidados Paliativos,Cirugía Plástica y Quemados,Patología Forense,Salud Mental",
    "it": "Nefrologia,Urologia,Oculistica,Chirurgia Generale,Pediatria,Neurologia,Medicina Interna,Dermatologia,Rianimazione,Chirurgia Maxillo-Facciale,Anatomia Patologica,Cardiologia",
    "fr": "néphrologie,urologie,ophtalmologie,chirurgie générale,pédiatrie,neurologie,médecine interne,dermatologie,réanimation,chirurgie maxillo-faciale,anatomie pathologique,cardiologie",
    "de": "Nephrologie,Urologie,Augenheilkunde,Allgemein- und Viszeralchirurgie,Kinder- und Jugendmedizin,Neurologie,Innere Medizin,Dermatologie und Allergologie,Intensivmedizin,Mund-Kiefer-Gesichtschirurgie,Pathologie,Kardiologie,Unfallchirurgie",
    "ro": romanian.FIELD,
    "tr": turkish.FIELD,
    "ar": arabic.FIELD,
}  # fmt: skip
# Roles of senders and places within an institution: they occur between one name and the next, and belong to neither.
ROLE = {
    "en": "Consultant,Senior Registrar,SpR,ST5,Clinical Lead,PhD,FRCP,Staff Grade,Ward Manager",
    "es": "Supervisora,MIR,FEA,Jefe de Sección,Jefa de Servicio,Médico adjunto,R4 de Urología,Residente de 3º año,Médico residente,PhD,Adjunta,Coordinador",
    "it": "dirigente medico,primario,specializzando,responsabile,caposala,PhD,direttore f.f.,coordinatrice",
    "fr": "PH,chef de clinique,interne,MCU-PH,chef de service,cadre de santé,PhD,assistant spécialiste",
    "de": "Oberarzt,Chefärztin,Facharzt für Urologie,Assistenzärztin,Leitender Arzt,PhD,MSc,Stationsleitung,i.V.",
    "ro": romanian.ROLE,
    "tr": turkish.ROLE,
    "ar": arabic.ROLE,
}
INDOORS = {
    "en": "Level 3,2nd floor,Block C,Ground Floor,East Wing",
    "es": "2ª planta,Planta baja,(9ª planta),Edificio B,Edificio de Consultas - 4ª planta,Edificio Materno-Infantil,Consultorio 510,Consulta 12,Pabellón 3,Torre Sur,Edifici G - 5a planta,Bloque C,Despacho 12",
    "it": "2° piano,Padiglione 3,Blocco B,piano terra,Scala C,(3° piano)",
    "fr": "2e étage,Bâtiment C,rez-de-chaussée,Aile Nord,(3e étage),Pavillon 4",
    "de": "2. OG,Haus 5,Ebene 3,Gebäude B,EG,Bettenhaus West,(3. Stock)",
    "ro": romanian.INDOORS,
    "tr": turkish.INDOORS,
    "ar": arabic.INDOORS,
}
CONTACT = {
    "en": ("Tel: {PHONE}", "Fax: {FAX}", "Email: {EMAIL}", "{EMAIL}", "Tel/Fax {PHONE}", "Phone {PHONE}, fax {FAX}"),
    "es": ("Tel.: {PHONE}", "Teléfono: {PHONE}", "Tfno: {PHONE}", "Tlf: {PHONE}", "Fax: {FAX}", "FAX: {FAX}", "Email: {EMAIL}", "E-mail: {EMAIL}", "e-mail: {EMAIL}", "Correo electrónico: {EMAIL}", "E-mail autor: {EMAIL}", "{EMAIL}", "{EMAIL}", "Telfs.: {PHONE} / {PHONE}", "Correo electrónico: {EMAIL}; {EMAIL}"),
    "it": ("Tel. {PHONE}", "Fax {FAX}", "e-mail: {EMAIL}", "{EMAIL}", "Tel. {PHONE} - Fax {FAX}"),
    "fr": ("Tél. : {PHONE}", "tél. {PHONE}", "Fax : {FAX}", "courriel : {EMAIL}", "{EMAIL}", "Tél. {PHONE}. Fax {FAX}"),
    "de": ("Tel.: {PHONE}", "Telefon {PHONE}", "Fax: {FAX}", "E-Mail: {EMAIL}", "{EMAIL}", "Tel. {PHONE} Fax {FAX}"),
    "ro": romanian.CONTACT,
    "tr": turkish.CONTACT,
    "ar": arabic.CONTACT,
}  # fmt: skip
INSTITUTION = ["{HOSPITAL}"] * 5 + ["{HOSPITAL} {HOSPITAL}", "{ORGANIZATION}", "{ORGANIZATION}. {HOSPITAL}", "{HOSPITAL}, {ORGANIZATION}", "{ORGANIZATION} {HOSPITAL}", "{HOSPITAL} {ORGANIZATION}", "{HOSPITAL} ({HOSPITAL.short})", "{ORGANIZATION} ({ORGANIZATION.short})", "{HOSPITAL}, {HOSPITAL}", "{HOSPITAL} {ORGANIZATION.service}", "{HOSPITAL} {ORGANIZATION.service}", "{ORGANIZATION.service}. {HOSPITAL}", "{HOSPITAL.known}", "{HOSPITAL.known}"]
TOWN_OF = {"en": " of {CITY}", "es": " de {CITY}", "it": " di {CITY}", "fr": " de {CITY}", "de": " {CITY}", "ro": " {CITY}", "tr": " {CITY}", "ar": " ب{CITY}"}
SEPARATORS = [". "] * 4 + [" "] * 4 + [", "] * 3 + [" - ", "\n", "; ", ".\n"]


def _town(lang: str, rng) -> str:
    if lang == "en":
        return rng.choice(["{CITY} {ZIP}", "{CITY}, {STATE} {ZIP}", "{CITY}, {STATE.code} {ZIP}", "{CITY}", "{CITY}, {ZIP}", "{CITY}, {COUNTRY}"])
    town = rng.choice(["{ZIP} {CITY}"] * 5 + ["{ZIP}, {CITY}", "{ZIP}. {CITY}", "{ZIP}-{CITY}", "{CITY} {ZIP}", "{CITY}", "{CITY}, {CITY}"])
    if rng.random() < (0.45 if lang == "es" else 0.25):  # Spanish senders name the province after the town
        town += rng.choice([" ({CITY})", " ({STATE})", " ({STATE})", ", {STATE}", ". {STATE}", " {STATE}", ", {CITY}", " {CITY}", ". ({STATE})"])
    if rng.random() < 0.35:
        town += rng.choice([" ({COUNTRY})", ", {COUNTRY}", ". {COUNTRY}", " {COUNTRY}", " - {COUNTRY}", ". ({COUNTRY})"])
    if lang == "es" and rng.random() < 0.13:
        town = rng.choice(["Colonia {CITY}. {ZIP} {CITY}, {STATE}", "Col. {CITY}, {CITY}, {STATE}. C.P. {ZIP}", "Delegación {CITY}, {ZIP} {STATE}, {COUNTRY}", "Urbanización {CITY}. {ZIP} {CITY} ({STATE})", "C.P. {ZIP}, {CITY}", "Código Postal {ZIP}. {CITY}, {STATE}", "CP {ZIP} {CITY}", "{CITY}, {CITY}. C.P. {ZIP}. {COUNTRY}", "Col. {CITY} {ZIP} {CITY}, {COUNTRY}"])
    return town


def line(lang: str, rng) -> str:
    """A template in the notation of templates.py."""

    def one_of(names: dict[str, str]) -> str:
        return rng.choice(names[lang].split(","))

    fields = [rng.choice(INTRODUCTION[lang])]
    fields += [one_of(ROLE)] if rng.random() < 0.1 else []
    department = rng.choice(DEPARTMENT[lang]).format(one_of(FIELD))
    institution = rng.choice(INSTITUTION)
    if institution == "{HOSPITAL.known}":
        institution += rng.choice(["", TOWN_OF[lang]])
    middle = [f for f, share in ((department, 0.6), (institution, 0.8)) if rng.random() < share]
    fields += middle if rng.random() < 0.85 else middle[::-1]
    fields += [one_of(INDOORS)] if rng.random() < 0.1 else []
    fields += ["{STREET}"] if rng.random() < 0.7 else []
    fields += [_town(lang, rng)] if rng.random() < 0.85 else []
    contacts = rng.sample(CONTACT[lang], rng.choice([0, 1, 1, 1, 2]))
    if rng.random() < 0.1:
        fields[1:1] = contacts
    else:
        fields += contacts
    usual = rng.choice(SEPARATORS)
    text = fields[0]
    for field in fields[1:]:
        text += (usual if rng.random() < 0.6 else rng.choice(SEPARATORS)) + field
    return text + rng.choice(["", "", "."])
