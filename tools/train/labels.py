# SPDX-License-Identifier: Apache-2.0
"""The project's labels, and how other corpora's label sets map to them and back."""

LABELS = (
    "PATIENT DOCTOR FAMILY NAME USERNAME AGE SEX DATE STREET CITY STATE ZIP COUNTRY NATIONALITY LOCATION "
    "HOSPITAL ORGANIZATION PROFESSION PHONE FAX EMAIL URL IP MEDICAL_RECORD HEALTH_PLAN LICENSE "
    "ENCOUNTER EMPLOYEE SSN ACCOUNT VEHICLE DEVICE BIOMETRIC ID OTHER"
).split()

MEDDOCAN = {
    "NOMBRE_SUJETO_ASISTENCIA": "PATIENT",
    "NOMBRE_PERSONAL_SANITARIO": "DOCTOR",
    "FAMILIARES_SUJETO_ASISTENCIA": "FAMILY",
    "EDAD_SUJETO_ASISTENCIA": "AGE",
    "SEXO_SUJETO_ASISTENCIA": "SEX",
    "FECHAS": "DATE",
    "CALLE": "STREET",
    "PAIS": "COUNTRY",
    "HOSPITAL": "HOSPITAL",
    "CENTRO_SALUD": "HOSPITAL",
    "INSTITUCION": "ORGANIZATION",
    "PROFESION": "PROFESSION",
    "NUMERO_TELEFONO": "PHONE",
    "NUMERO_FAX": "FAX",
    "CORREO_ELECTRONICO": "EMAIL",
    "ID_SUJETO_ASISTENCIA": "MEDICAL_RECORD",
    "ID_ASEGURAMIENTO": "HEALTH_PLAN",
    "ID_TITULACION_PERSONAL_SANITARIO": "LICENSE",
    "ID_CONTACTO_ASISTENCIAL": "ENCOUNTER",
    "ID_EMPLEO_PERSONAL_SANITARIO": "EMPLOYEE",
    "OTROS_SUJETO_ASISTENCIA": "OTHER",
}

# Spain's autonomous communities: the only part of TERRITORIO that is a state and never a city.
SPANISH_STATES = {
    "andalucía", "andalucia", "aragón", "asturias", "canarias", "cantabria", "castilla y león",
    "castilla-la mancha", "castilla la mancha", "cataluña", "catalunya", "extremadura", "galicia",
    "islas baleares", "illes balears", "la rioja", "comunidad de madrid", "navarra", "país vasco",
    "euskadi", "comunidad valenciana",
}  # fmt: skip


def from_meddocan(label: str, surface: str) -> str:
    """MEDDOCAN's TERRITORIO holds cities, states and postal codes; they are told apart by form."""
    if label != "TERRITORIO":
        return MEDDOCAN[label]
    if any(c.isdigit() for c in surface):
        return "ZIP"
    return "STATE" if surface.lower() in SPANISH_STATES else "CITY"


def to_meddocan(label: str) -> str:
    """Back to MEDDOCAN's names, for scoring. HOSPITAL also covers CENTRO_SALUD."""
    if label in ("CITY", "STATE", "ZIP", "LOCATION"):
        return "TERRITORIO"
    label = {"NAME": "PATIENT", "SSN": "MEDICAL_RECORD"}.get(label, label)
    for theirs, ours in MEDDOCAN.items():
        if ours == label:
            return theirs
    return label
