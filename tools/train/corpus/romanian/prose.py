# SPDX-License-Identifier: Apache-2.0
"""Sentences as case reports and ward notes tell them, as corpus/prose.py has them: OPENINGS begin a report, SAID stand
anywhere in it, PLAIN_PROSE names nobody."""

OPENINGS = [
    "Pacientă {NATIONALITY.f} în vârstă de {AGE}, {PROFESSION}, se internează pentru {TERM}.", "Bărbat {NATIONALITY} de {AGE}, din {CITY}, fără antecedente, cu {TERM}.", "Prezentăm cazul unui copil de {AGE}, din părinți {NATIONALITY.mp}, trimis din {HOSPITAL.bare}.",
    "În {DATE.my} a fost adus de ambulanță un {PROFESSION} de {AGE} găsit căzut între {CITY} și {CITY}.", "{P.initials}, {AGE}, {TERM}.", "Pacient {AGE}, {PROFESSION}, acuză {TERM}.", "{P.first} are {AGE} și locuiește la bunici în {CITY}.", "Sugar de {AGE}, transferat din {HOSPITAL}.",
    "Femeie de {AGE}, de origine {NATIONALITY.f}, venită din {COUNTRY} în {DATE.y}.", "Cazul 2: pacient {NATIONALITY} de {AGE}.", "{P.last} {P.first}, {AGE}, internată ieri cu {TERM}.", "Fetiță de {AGE} din județul {STATE}, cu {TERM}.", "Este vorba de o {PROFESSION} de {AGE} din {CITY}, {STATE}.", "{P.last} {P.first}, {PROFESSION}, {AGE}.",
]  # fmt: skip
SAID = [
    "La {AGE} a fost diagnosticat cu {TERM}.", "Operată la vârsta de {AGE}.", "Mama a decedat la {AGE.n} ani prin {TERM}; tatăl, {AGE.n} ani, sănătos.", "Debut la {AGE}.", "Un frate de {AGE} are {TERM}.", "Menarhă la {AGE.n} ani.", "A fumat de la {AGE.n} la {AGE.n} ani.", "Avea {AGE} când a emigrat.", "Doi copii, de {AGE.n} și {AGE.n} ani.", "sora, de {AGE}, purtătoare",
    "Recidivă în {DATE.my}.", "Din {DATE.m} a slăbit.", "Între {DATE.y} și {DATE.y} a primit {DRUG}.", "La sfârșitul lunii {DATE.m} se reinternează.", "În {DATE.season} a căzut de pe scară.", "Pe {DATE.dm} afebril.", "Ultimul control în {DATE.m}.", "Stent montat la începutul lui {DATE.y}.", "din {DATE.dm} până în {DATE.dm}", "după {DATE.dm} fără dureri",
    "A mers cu trenul de la {CITY} la {CITY}.", "Găsit pe drumul dintre {CITY} și {CITY}.", "Familia s-a mutat din {COUNTRY} în {STATE} în {DATE.y}.", "Crește oi într-un sat de lângă {CITY}.", "Vacanță în {COUNTRY}, întoarsă acum o săptămână.", "născută la {CITY}, crescută în {COUNTRY}", "Văzut întâi la {HOSPITAL.bare}, apoi la {HOSPITAL}.", "a înotat în {LOCATION}", "căzută pe {STREET}, la cumpărături", "stă pe {STREET} cu pisica",
    "Probele s-au trimis la {ORGANIZATION} din {CITY}.", "cunoscut la {ORGANIZATION.service}", "Control la {HOSPITAL} cu dr. {D.last} pe {DATE.dm}, ora {TIME}.", "îngrijitoare de la {ORGANIZATION}, de două ori pe zi", "preluat de elicopter de la {LOCATION}", "trimisă de urgență din {HOSPITAL.bare}",
    "{P.first} a mâncat bine azi, a mers până la geam.", "{P.first} a dormit prost, repoziționat la {TIME}.", "Am vorbit cu {R.first}, aduce papucii.", "{R.first} vine zilnic.", "{P.first} refuză iar cina; o ajută {R.first}.", "anunțată {D.first} pentru erupție", "discutat cu {D.last}, e de acord", "{R.first} și {R2.first} așteaptă afară",
    "Lucrează la {ORGANIZATION} ca {PROFESSION}.", "Fost {PROFESSION} la {ORGANIZATION}.", "{PROFESSION} la pensie, pasionat de albine.", "Soțul e {PROFESSION}.", "angajată la {ORGANIZATION} din {DATE.y}",
    "Părinții sunt {NATIONALITY.mp}.", "El e {NATIONALITY}, ea {NATIONALITY.f}.", "de mamă {NATIONALITY.f}", "un refugiat {NATIONALITY}", "îngrijitoarea {NATIONALITY.f}", "Etnie: {NATIONALITY.f}", "Naționalitate: {NATIONALITY.f}", "cetățenie {NATIONALITY.f}", "doi studenți {NATIONALITY.mp}",
    "Dosar {ID.court} la Judecătoria {CITY}.", "Sentința civilă nr. {ID.court}.", "dosar penal {ID.court}", "curatelă, dosar {ID.court}", "Proces-verbal nr. {ID}.",
]  # fmt: skip
PLAIN_PROSE = [
    "Tratat după ghidul ESC {YEAR}.", "Stadializare AJCC ({YEAR}).", "clasificarea OMS {YEAR}", "criteriile ACR/EULAR {YEAR}", "Legea {N.3}/{YEAR}", "OUG {N.2}/{YEAR}", "Ordinul MS {N.3}/{YEAR}", "o serie din {YEAR} până în {YEAR}", "studiul NCT0{CODE}", "Regulamentul UE {YEAR}/{N.3}", "protocolul AIEOP-BFM ALL {YEAR}", "consensul de la Maastricht ({YEAR})", "ghid național {YEAR}",
    "S-a exclus {THING}.", "În copilărie {THING}.", "{THING}, o dată", "după ghidurile {DEMONYM.fp}", "un studiu {DEMONYM.m} pe {N.3} de pacienți", "varianta {DEMONYM.f} a scalei", "bucătărie {DEMONYM.f}", "un trial {DEMONYM.m} multicentric", "literatura {DEMONYM.f}", "menționat și în {THING}",
    "{SPECIES} în {N.1} flacoane.", "cultură pozitivă cu {SPECIES}", "Izolate {SPECIES} și {SPECIES}.", "{SCORE} {N.1}", "scor {SCORE} de {N.1}", "Suspiciune de boală {EPONYM}.", "Semne {EPONYM} și {EPONYM} absente.", "sindrom {EPONYM}", "intervenție după {EPONYM}", "{DEVICE} scos în ziua {N.1}.",
    "timp de {N.1} luni", "în ultimii {N.1} ani", "de {N.1} ani", "sarcină de {N.2} săptămâni", "supraviețuire la {N.1} ani", "cură de {N.1} zile", "sub {N.2} ani", "la cei peste {N.2} de ani", "la {N.1} zile de la operație", "control peste {N.1} luni", "acum {N.1} ani", "ziua {N.1} postoperator", "istoric de {N.1} luni", "concediu medical {N.1} zile",
]  # fmt: skip
