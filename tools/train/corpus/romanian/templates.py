# SPDX-License-Identifier: Apache-2.0
"""Romanian templates: the "ro" entries of templates.py, notes.py, correspondence.py, general_text.py, plain_slots.py
and of the pieces that build.py weaves into sentences."""

WOVEN = [" (după cum spune {NAME})", ", spune {NAME},", " ({CITY}, {COUNTRY})", " ({ORGANIZATION})", " din {DATE}", " împreună cu {NAME.first}", " ({DATE})", " la {HOSPITAL}", ", {PROFESSION},", " ({PROFESSION})", ", {PROFESSION} de meserie,", " ({P.initials})", " în județul {STATE}", " din {STATE}", " în {COUNTRY}", " lângă {CITY}", ", de origine {NATIONALITY.f},", " ({NATIONALITY})", " pe {LOCATION}", ", originar din {CITY},", ", mama unui copil de {AGE},", ", fiul {NAME.gen},", " de către Dr. {D}", " la vârsta de {AGE}"]  # fmt: skip
PLAIN = [" cu {WORD}", " ({TERM})", " ({WORD}, {WORD})", " cu {DRUG}", " ({DRUG})", ", {WORD},", " în {WORD}", " de {WORD}", " și {WORD}", " prin {WORD}", " la ora {TIME}", " pentru {TERM}", " de {N.1} săptămâni", " ({EPONYM} negativ)", " cu {EPONYM} pozitiv", " (fără {EPONYM}, fără {EPONYM})", " ({DEVICE})", ", cu {DEVICE},", " după {FEAST}", " de la {FEAST}", " (clasificarea {EPONYM})", " sub {DRUG} și {WORD}"]  # fmt: skip
LINES = [
    "Recomand: {STUDY} peste {N.1} săptămâni.", "{STUDY}: relații normale.", "În așteptare: {STUDY}, {STUDY}.", "Control cu {STUDY} peste {N.1} luni.", "Se solicită {STUDY}. Repetă {STUDY} dacă {TERM}.", "- {TERM}", "{N.1}. {TERM}", "Diagnostic: {TERM}.", "{TERM}; {TERM}", "APP: {TERM}, {TERM}.", "{DRUG} {N.2} mg 1-0-1", "- {DRUG} {N.3} mg 1 cp seara", "Rp. {DRUG} No XXX", "Fără semne de {TERM}.", "{WORD}: {WORD}", "Dg: {TERM}. {WORD}", "{TERM}",
    "{EPONYM} negativ, {EPONYM} {N.2}.", "{EPONYM} {N.1}, {EPONYM} {N.2}", "Semnul {EPONYM}: absent. {EPONYM}: prezent.", "Pansat cu {DEVICE}, suprimat {DEVICE}.", "{DEVICE}, {DEVICE}, fără {DEVICE}.", "Dreptaci, stângaci fratele. Scuze de întârziere, a fost {FEAST}.", "{EPONYM} {N.1}, pe {DRUG}, apoi {DRUG}.", "Colegul de gardă anunțat, șef de secție informat.", "Medic de familie: urmărire TA, {STUDY}.", "Salon {N.1}, pat {N.1}: {WORD}, {WORD}.", "Consult {WORD}: {TERM}, de continuat {DRUG}.",
]  # fmt: skip
FEASTS = "Crăciun,Crăciunul,Paște,Paștele,Revelion,Anul Nou,Bobotează,Sfânta Maria,Sfântul Nicolae,Rusalii,Florii,Izvorul Tămăduirii,Postul Mare,Mărțișor,Dragobete,Ramadan,Moș Nicolae,Înviere,Ajun,Sfântul Ilie,Sf. Gheorghe,Vinerea Mare"
STUDIES = "Rx toracic,Rx pulmonar,CT abdomen,CT craniu,IRM cerebral,RMN lombar,ecografie Doppler,ecografie abdominală,ecocardiografie,colonoscopie,scintigrafie osoasă,PET-CT,EEG,EMG,puncție lombară,probe hepatice,hemoleucogramă,HLG,urocultură,hemoculturi,spirometrie,coronarografie,EKG,serologie HIV,biopsie cutanată,EDS,mamografie,Holter EKG,DXA,Doppler venos,sumar urină,ionogramă,INR,TSH,profil lipidic,markeri tumorali,Astrup"
PATIENT = (r"\b(?:[Pp]acientul|[Pp]acienta|[Bb]olnavul|[Bb]olnava)\b", ["{P.first}", "{P.first}", "dl {P.last}", "dl. {P.last}", "dna {P.last}", "d-na {P.last}", "doamna {P.first}", "domnul {P.last}", "{P}", "pacienta {P.initials}", "Pacientul {P.last}"])
HERE = (r"\b(?:spitalul nostru|clinica noastră|secția noastră|serviciul nostru)\b", "{HOSPITAL}")

HEADERS = [
    "Pacient: {P}", "Nume: {P.last}   Prenume: {P.first}", "Numele și prenumele: {P}", "NUME {P.last} PRENUME {P.first}", "CNP: {SSN}", "CNP {SSN}", "C.N.P. {SSN}   C.I. {SSN.ci}", "Data nașterii: {DATE}", "născut la data de {DATE.num}", "născută la {DATE.num} în {CITY}", "Vârsta: {AGE}  Sex: {SEX}", "Vârstă {AGE.n} ani, sex {SEX}", "Domiciliu: {STREET}, {CITY}, jud. {STATE}", "domiciliat în {CITY}, {STREET}", "Adresa: {STREET}, {ZIP} {CITY}", "Localitatea {CITY}, județul {STATE}",
    "jud. {STATE.code}, loc. {CITY}, {STREET}", "Telefon: {PHONE}", "Tel. {PHONE}  Fax {FAX}", "F.O. nr. {ENCOUNTER}", "FO {ENCOUNTER}", "Nr. registru {MEDICAL_RECORD}", "Cod pacient {MEDICAL_RECORD}", "Data internării: {DATE}   Data externării: {DATE}", "Internat: {DATE.num}  Externat: {DATE.num}", "Perioada: {DATE.num} - {DATE.num}", "Medic curant: Dr. {D}", "Medic de familie: Dr. {D}, {CITY}", "Medic trimițător: {D} (cod {LICENSE})", "Asigurat la {ORGANIZATION.service}, card nr. {HEALTH_PLAN}",
    "Ocupația: {PROFESSION}   Loc de muncă: {ORGANIZATION}", "Profesia: {PROFESSION}", "Cetățenie: {NATIONALITY.f}   Etnie: {NATIONALITY}", "Naționalitate: {NATIONALITY.f}", "Țara: {COUNTRY}", "Aparținător: {NAME}, tel. {PHONE}", "{HOSPITAL}", "Unitatea: {HOSPITAL}", "E-mail: {EMAIL}", "Nr. probă {ID}   Data recoltării {DATE.num}", "Data: {DATE.num}", "{CITY}, {DATE}", "Grup sanguin A II, Rh pozitiv", "Mediu: urban   Stare civilă: căsătorit",
]  # fmt: skip
BODY = [
    "{P.initials}, {AGE}, {PROFESSION}, se prezintă pentru {TERM}.", "{P.initials} este un bărbat de {AGE} din {CITY}.", "Pacienta {P.initials}, {AGE}, cunoscută cu {TERM}.", "A lucrat ca {PROFESSION} timp de {N.2} ani.", "Pacientul, {PROFESSION}, locuiește într-un sat de lângă {CITY}.", "Pacient în vârstă de {AGE}, din mediul rural ({CITY}), internat pentru {TERM}.", "Se internează pacientul {P}, în vârstă de {AGE}, cu {TERM}.", "La vârsta de {AGE} a avut {TERM}.", "Mama ({AGE}) și tatăl ({AGE}) sunt sănătoși.",
    "Originar din {COUNTRY}, stabilit în {CITY} din {DATE}.", "S-a întors de la muncă din {COUNTRY} în urmă cu {N.1} săptămâni.", "Pacientă de etnie {NATIONALITY.f}, în vârstă de {AGE}.", "Un tânăr {NATIONALITY} de {AGE} este adus de ambulanță.", "Bolnavă de naționalitate {NATIONALITY.f}, vorbitoare de engleză.", "Transferat de la {HOSPITAL} din {CITY} la data de {DATE.num}.", "Adus cu SMURD de la {HOSPITAL.bare}.", "Dl. {P.last} a fost internat în {HOSPITAL} în perioada {DATE.num} - {DATE.num}.", "Dna {P.last}, {AGE}, {PROFESSION}, locuiește în {CITY}.",
    "{P} a fost consultată de Dr. {D} pe {DATE}.", "Fiica {NAME} poate fi contactată la {PHONE}.", "Fiul, {NAME}, este plecat în {COUNTRY}.", "Soția {NAME.gen} a sunat ieri.", "Lucrează ca {PROFESSION} la {ORGANIZATION}.", "În {DATE} a fost operat de hernie inghinală la {HOSPITAL}.", "Control pe {DATE} la Dr. {D}.", "Rezultatul a fost trimis la {EMAIL}.", "Evaluat în {DATE.my} de dr. {D.last} la {HOSPITAL.bare}.", "{P.first} se simte mai bine din {DATE}.", "Colecistectomie ({DATE.y}), apendicectomie ({DATE.y}).", "- {DATE.my}: stent ADA la {HOSPITAL.bare}",
    "{STUDY} din {DATE.num}: {TERM}.", "{STUDY} ({DATE.num}): fără modificări.", "Ex-{PROFESSION}, originar din județul {STATE}.", "Vine din {STATE}, stă la fiica din {CITY}.", "Accident rutier pe drumul dintre {CITY} și {CITY}.", "Are doi copii, de {AGE} și {AGE}.", "Bunica maternă, decedată la {AGE.n} de ani, a avut {TERM}.", "{P.last} {P.first}, internat ieri, salon {N.1}, stabil.", "Stimulator cardiac seria {DEVICE.sn}, verificat pe {DATE}.", "Revine pe {DATE.dm} cu {STUDY}.", "Din {DATE.m} acuză {TERM}.", "Sugar în vârstă de {AGE.n} luni, al doilea copil.", "Nou-născut de {AGE.n} zile, mama {NAME}.",
    "Domiciliat în {CITY}, {STREET}, identificat cu CI {SSN.ci}, CNP {SSN}.", "Medicul de familie, dr. {D.last}, a eliberat biletul de trimitere nr. {ID}.",
]  # fmt: skip
GENERAL = [
    "Mă numesc {NAME} și IBAN-ul meu este {ACCOUNT}.", "Vă rog trimiteți la {STREET}, {ZIP} {CITY}.", "Numărul meu este {PHONE}, e-mail {EMAIL}.", "{NAME} lucrează la {ORGANIZATION} în {CITY}.", "Transfer în contul {ACCOUNT} la {DATE.num}.", "Numărul mașinii este {VEHICLE}.", "Adresa IP {IP} a vizitat {URL}.", "{NAME.first} are {AGE} și locuiește în {CITY}, {COUNTRY}.", "Utilizator: {USERNAME}", "Casa {NAME.gen} e lângă școală.", "{NAME}, cetățean {NATIONALITY}, născut în {COUNTRY}.", "Pașaport {SSN.passport}, emis în {COUNTRY} la {DATE}.", "Ne vedem la {ORGANIZATION} pe {DATE}.",
]  # fmt: skip
HARD = [
    "TA 130/80 mmHg, AV 88/min, SaO2 97% aa.", "Boală Parkinson în tratament cu levodopa.", "GCS 15, Murphy pozitiv, Blumberg negativ, Babinski absent bilateral.", "Hb 11,2 g/dl, leucocite 7.400, CRP 48 mg/l.", "Paracetamol 1 g la 8 ore, 5 zile.", "Control cardiologic peste 6 săptămâni.", "Se recomandă IRM de coloană L4-L5.", "Boală Crohn cunoscută de mai mulți ani.", "Vitamina D3 1000 UI pe zi.", "Fără antecedente personale patologice semnificative.", "Febră de 3 zile, fără tuse.", "Stare generală bună, afebril, OTS.", "Zgomote cardiace ritmice, fără sufluri.", "Abdomen suplu, nedureros, TI prezent.", "Giordano negativ bilateral.",
    "Murmur vezicular prezent bilateral, fără raluri.", "Regim igieno-dietetic, evitarea efortului fizic.", "TNM: pT2 N0 M0, G2, R0.", "Chimioterapie FOLFOX, ciclul 4.", "Evoluție favorabilă sub tratament.", "EKG: RS, AV 72/min, ax QRS intermediar, fără modificări ST-T.", "Gastrectomie Billroth II.", "Se externează ameliorat.", "Plagă curată, pansament la 2 zile, fire scoase la 10 zile.", "Nu a necesitat concediu medical.", "Consult Interne: fără contraindicație.", "Durere de 2 ore, iradiată în brațul stâng.", "Prescripție medicală electronică eliberată.", "Medicul de familie va urmări valorile TA.",
]  # fmt: skip
CLOSINGS = ["Cu stimă,\nDr. {D}", "Medic curant: Dr. {D}", "Dr. {D}, medic primar\n{HOSPITAL}", "Semnat electronic: {D}, {DATE.num}", "Medic șef secție,\nConf. Dr. {D}", "Întocmit: as. {D}", "L.S. Dr. {D}, cod parafă {LICENSE}", "{CITY}, {DATE.num}   Dr. {D}", "Vă mulțumesc,\nDr. {D.last}"]  # fmt: skip
TITLES = ["BILET DE IEȘIRE DIN SPITAL", "SCRISOARE MEDICALĂ", "Scrisoare medicală", "BILET DE TRIMITERE", "REȚETĂ", "BULETIN DE ANALIZE", "FOAIE DE OBSERVAȚIE", "PROTOCOL OPERATOR", "Epicriză", "EPICRIZĂ", "Anamneză:", "Istoricul bolii actuale:", "Motivele internării:", "ANTECEDENTE HEREDO-COLATERALE", "Examen obiectiv", "EXAMEN CLINIC GENERAL", "Diagnostic principal:", "Diagnostice secundare:", "Tratament recomandat:", "Recomandări la externare", "CONSULT INTERDISCIPLINAR", "Condiții de viață și muncă:", "FIȘĂ UPU", "Stimate coleg,", "Stimată doamnă doctor,", "RAPORT DE GARDĂ", "PLAN DE ÎNGRIJIRE", "Ecografie abdominală", "Către,", "ADEVERINȚĂ MEDICALĂ"]  # fmt: skip
HARD_NUMBERS = ["TA {PRESSURE} mmHg, AV {PULSE}/min.", "Greutate {N.2} kg, talie 1{N.2} cm.", "CRP {N.3} mg/l, Hb 1{N.1},{N.1} g/dl.", "Creatinină {N.1},{N.1} mg/dl, Na 13{N.1}, K {N.1},{N.1}.", "Hernie de disc L5-S1 de {N.1} mm.", "FE {N.2}%, NT-proBNP {N.1}.{N.3} pg/ml.", "Trombocite {N.3}.000/mmc, VSH {N.2}.", "T {TEMPERATURE} °C, P {PULSE}.", "stent {N.1},{N.1} x {N.2} mm", "Fl. II, f. {N.1}, cp. No XX"]  # fmt: skip

NOTES = [
    "{P.initials}, {SEX}, {AGE}, {PROFESSION}, nefumător. {TERM} din {DATE}.",
    "TRIAJ {TIME}\n{P.last} {P.first}  {AGE}\nMotiv: {TERM} de ieri. Însoțit de {NAME}. VAS {N.1}. Cod galben.",
    "Tura de zi: 07:30 {P.first} a dormit bine. Valori stabile. 10:00 vizita dr. {D.last}. Fiul {NAME.first} a adus ochelarii. Scaun prezent.",
    "Telefon {DATE.num} de la {NAME}: întreabă dacă oprește {DRUG}. Îndrumat la {HOSPITAL}, tel. {PHONE}.",
    "Dictat de {D}, tehnoredactat {D3.initials} la {DATE.num}. {P}, născut la {DATE.num}, {STREET}, {CITY}.",
    "pac {P.last}, {AGE}, hta, dz 2. int pt {TERM}. tto {DRUG}. dr {D.last} vb cu familia. maine acasa daca e ok",
    "CT CEREBRAL NATIV\nPacient: {P}   Nr. examen: {ID}\nTrimis: {D}\nIndicație: {TERM}.\nRezultat: fără hemoragie. {WORD} normal.\nDr. {D2}, {DATE.num}",
    "Probă {ID} | {DATE.num} | {P.last} {P.first} | Na {N.3} | K {N.1},{N.1} | Hb {N.2},{N.1} | validat {D.last}",
    "Protocol operator. Operator: {D}. Ajutor: {D2}. ATI: Dr. {D3.last}. Intervenție: {TERM}. Implant seria {DEVICE.sn}.",
    "Dragă {D.first}, ți-o trimit pe {P.first}, pe care am văzut-o cu mama ei, {NAME}, la {HOSPITAL} săptămâna trecută.",
    "ASISTENȚĂ SOCIALĂ: {P.first} locuiește singură în {CITY}, {STREET}. Vecina {NAME} are cheile. A lucrat la {ORGANIZATION} până în {DATE}. Dosar {ID}.",
    "Dl {P.last} pleacă la cerere, ora {TIME}. Anunțat medic de familie dr. {D.last}.",
    "Consimțământ semnat de {P} în fața dr. {D} la {DATE.num}; interpret {NAME} ({COUNTRY}).",
    "De la: {EMAIL}\nCătre: {EMAIL}\nSubiect: {P.last}, FO {MEDICAL_RECORD}\n\nBună {D.first}, te uiți la analizele lui {P.first}? Mersi, {D2.first}",
    "Alergii: {DRUG}. APP: {TERM} ({DATE.y}), {TERM} ({DATE.my}). {PROFESSION}, originar din {COUNTRY}, stă în {CITY} din {DATE}. Tata: {TERM}.",
    "{DATE.num} inițiat {DRUG} {N.2} mg\n{DATE.num} erupție, oprit\n{DATE.num} revăzut {D.last}, exclus {TERM}",
    "SAJ: solicitare {STREET}, {CITY}, ora {TIME}. {P}, cca {AGE}. Contact {NAME}, {PHONE}. Transport {HOSPITAL}.",
    "Moașa {D2.last}: NN al {P.gen} {P.last}, {DATE.num}, {N.1}{N.3} g, Apgar 9/10. Tatăl {NAME}.",
    "PSIHIATRIE\n{P.first} povestește că {NAME.first}, prieten de la {ORGANIZATION}, a murit în {DATE}. Fără {TERM}.",
    "Kineto: doamna {P.first} a mers {N.2} m cu cadrul. Obiectiv stabilit cu {NAME.first} (fiu). Următoarea {DATE.dm}.",
    "TRATAMENT LA EXTERNARE\n{DRUG} {N.2} mg 1-0-0\n{DRUG} {N.1} mg 0-0-1\nMF: {D}, {STREET}, {CITY}\nFarmacist: {D2}",
    "Fratele, {NAME}, are {TERM} și e urmărit de prof. {D.last} la {CITY}.",
    "ANAMNEZĂ LUATĂ DE LA {NAME}, ÎNGRIJITOARE. {P} A CĂZUT PE {DATE.num}. FĂRĂ PIERDERE DE CUNOȘTINȚĂ.",
    "{P.last} | {P.first} | {DATE.num} | {MEDICAL_RECORD} | {HOSPITAL.bare} | {D.last}\n{P.last} | pat {N.2} | {TERM} | {DRUG}",
    "Poliția {CITY} prezentă, dosar {ID}. Auto {VEHICLE}. {P} conducea dinspre {CITY} spre {CITY}.",
    "Histopatologie: biopsie {P} (n. {DATE.num}), primită {DATE.num}, nr. {ID}. Dg: {TERM}. {D}",
    "Cazul {P.gen} discutat în comisie la {DATE.num} ({D.last}, {D2.last}, {D3.last}). Decizie: {TERM}, trimitere {HOSPITAL}.",
    "Subsemnata {P}, domiciliată în {CITY}, {STREET}, CI {SSN.ci}, CNP {SSN}, autorizez {ORGANIZATION} să ridice rezultatul.",
    "Era bine până în {DATE.my}, când, în concediu la {CITY} ({COUNTRY}), a făcut {TERM}.",
    "{P.first} este un {PROFESSION} de {AGE} care stă în {CITY} cu {NAME.first}; dr. {D.last} recomandă {WORD}.",
    "D-na {P.initials}, {AGE}, vine din {CITY} pentru {TERM}.",
    "Doamna {P.first}, {AGE}, suferă de {TERM}. {P.first} locuiește cu fiica {NAME.first}.",
    "Carnet vaccinări: {P}, n. {DATE.num}; ROR {DATE.num}, lot {DEVICE.sn}; efectuat {D2}.",
    "Bărbat {NATIONALITY}, {AGE}, fără acte, adus de poliție din {LOCATION}; declară că se numește {P.first}.",
]  # fmt: skip

INTRODUCTION = ["Dr. {D}", "Medic curant: Dr. {D}", "Medic primar Dr. {D}", "Prof. Univ. Dr. {D}", "Conf. Dr. {D}", "Șef Lucrări Dr. {D}", "Trimis de: {D}", "Către: Dr. {D}", "Autor corespondent: {D}", "As. med. {D}", "Dr. {D}, medic rezident"]  # fmt: skip
ROLE = "medic primar,medic specialist,medic rezident an III,șef secție,șef lucrări,asistent universitar,asistentă șefă,doctor în științe medicale,director medical,PhD,coordonator,medic șef"
INDOORS = "etaj 2,et. 3,parter,corp B,Pavilion 4,Clădirea A,(etajul 1),demisol,scara C,Corp Central,camera 12"
CONTACT = ("Tel: {PHONE}", "Tel. {PHONE}", "Telefon {PHONE}, fax {FAX}", "Fax: {FAX}", "Mobil {PHONE}", "E-mail: {EMAIL}", "{EMAIL}", "Tel/Fax {PHONE}", "int. {PHONE.ext}")

DID = "a cumpărat o barcă,a scris un roman,a semnat contractul,a pierdut cheile,a câștigat premiul,a deschis un birou,a vândut terenul,a ținut un discurs,a plătit cash,conduce corul,predă chimia,a publicat raportul,nu a răspuns,a întârziat,și-a dat demisia,produce biciclete,a cântat la nuntă,face dulceață"
WHERE = ["", "", "în {CITY}", "în {COUNTRY}", "la {ORGANIZATION}", "lângă {CITY}", "de la {CITY} la {CITY}"]
WHEN = ["", "", "pe {DATE}", "în {DATE}", "săptămâna trecută", "luni dimineața", "acum două zile"]
NOBODY = "Cum schimb data cardului?|Vreau să anulez comanda.|Muzeul e închis lunea.|Bucătăria chinezească e picantă.|La mulți ani tuturor!|Apăsați Salvare ca.|Revoluția Franceză e la pagina 12.|Retururile nu se acceptă.|Balta cu pește, vântul cu frunze.|Cozonacul cu nucă se taie mâine."
LISTS = ["Prezenți: {L}.", "Mulțumiri lui {L}.", "Copiii mei se numesc {L}.", "{L} au fost aici."]

DEPARTMENT = ("Secția {}", "Secția Clinică {}", "Clinica de {}", "Compartiment {}", "Disciplina {}", "Ambulatoriu {}", "Laborator {}", "Cabinet {}", "Departamentul {}")
FIELD = "Chirurgie Generală,Chirurgie II,Cardiologie,Medicină Internă,Interne I,Neurologie,Neurochirurgie,ATI,Ortopedie-Traumatologie,Obstetrică-Ginecologie,Neonatologie,Pediatrie,Boli Infecțioase,Gastroenterologie,Nefrologie,Urologie,Oncologie Medicală,Hematologie,Dermatovenerologie,Oftalmologie,ORL,Pneumologie,Psihiatrie,Endocrinologie,Diabet zaharat\\, nutriție și boli metabolice,Reumatologie,Recuperare Medicală,Radiologie și Imagistică Medicală,Anatomie Patologică,Medicină de Urgență UPU-SMURD,Medicină de Familie,Chirurgie Plastică,Chirurgie Vasculară,Geriatrie,Medicina Muncii".replace("\\,", " și")
