# SPDX-License-Identifier: Apache-2.0
"""Romanian names, places, institutions, occupations, numbers, dates and ages: the "ro" entries of names.py, places.py,
streets.py, institutions.py, occupations.py, correspondence.py and values.py."""

# The most frequent of all ages; Faker's list holds every one alike, and many rare ones.
FIRST = (
    "Maria Elena Ioana Ana Mihaela Andreea Cristina Alexandra Gabriela Daniela Mariana Georgeta Nicoleta Florentina Adriana Monica Alina Mirela Simona Raluca Diana Laura Carmen Roxana Oana Irina Anca Loredana Denisa Bianca Larisa Daria Sofia Antonia Ștefania Iulia Camelia Liliana Luminița Rodica "
    "Doina Viorica Paraschiva Floarea Ileana Aurelia Veronica Domnica Lucreția Silvia Eugenia Constanța Margareta Steliana Tudora Vasilica Niculina Marinela Dumitra Ecaterina Natalia Lăcrămioara Violeta Valentina Emilia Corina Delia Claudia Lavinia Teodora Ruxandra Zoe Ilinca Anastasia Eva Ilona Erzsébet Katalin "
    "Ion Gheorghe Vasile Constantin Nicolae Ioan Dumitru Marin Ștefan Alexandru Andrei Mihai Adrian Cristian Daniel Florin Marius Ionuț Bogdan Gabriel George Cătălin Cosmin Dan Liviu Sorin Viorel Octavian Petru Radu Răzvan Sebastian Silviu Vlad Ovidiu Paul Claudiu Lucian Costel Costică Ionel Gelu Mircea Traian Ilie "
    "Grigore Dorel Dorin Emil Eugen Aurel Iulian Virgil Victor Petre Pavel Toader Simion Iacob Sandu Horia Horațiu Tudor Matei Luca David Darius Rareș Robert Eduard Fănel Neculai Tănase Anghel Stelian Remus Romulus Valeriu Zoltán Attila László István Sándor Ionuț-Alexandru Maria-Magdalena Ana-Maria Andrei-Cristian Nuțu Țuca"
)
COMMON = (
    "Popa Popescu Pop Radu Ionescu Dumitru Stoica Stan Gheorghe Matei Ciobanu Rusu Constantin Marin Mihai Dinu Munteanu Lazăr Moldovan Ilie Florea Toma Dumitrescu Vasile Stanciu Ene Oprea Barbu Neagu Tudor Manea Dobre Diaconu Preda Mocanu Lungu Sandu Nistor Sârbu Cojocaru Roman Anghel Bucur Moraru Neacșu Luca Olteanu Rotaru "
    "Georgescu Enache Petre Iordache Nicolae Ungureanu Crăciun Tănase Ștefan Dragomir Voicu Ardelean Costea Dima Petrescu Cristea Marinescu Muntean Iancu Bălan Stancu Pavel Muresan Mureșan Iacob Dănilă Manole Grigore Coman Simion Badea Avram Mihalache Niculae Suciu Albu Tudose Ursu Chiriac Filip Ignat Sava Damian Zamfir Nedelcu Stănescu "
    "Iliescu Drăgan Bogdan Vlad Ivan Croitoru Apostol Alexandru Botezatu Cozma Cristescu Dănescu Dinca Dincă Dobrescu Dragu Duță Florescu Gavrilă Ghiță Grosu Istrate Ioniță Lupu Macovei Maftei Micu Mitrea Mureșanu Negoiță Nicolescu Nica Niță Pană Paraschiv Pașcu Păun Petcu Pintilie Pîrvu Pârvulescu Roșca Șerban Savu Solomon Stefănescu Ștefănescu Surdu "
    "Trifan Țăranu Țurcanu Ungur Vasilescu Văduva Visan Vișan Vlădescu Voinea Zaharia Ababei Aioanei Acsinte Ailenei Andronache Arsene Balint Bejan Boboc Bratu Brăileanu Buzatu Călin Catană Chelaru Chirilă Cîrstea Cîmpeanu Corbu Dascălu Diaconescu Epure Gheorghiu Hanganu Hurezeanu Husar Iftimie Kovács Nagy Szabó Szász Lőrincz Tóth Varga Kiss Molnár Fekete Balázs Gál Máthé "
    "Lăcătuș Rostaș Căldăraru Stoian Stoicescu Stroe Tătaru Teodorescu Timofte Bordea Bota Buda Câmpean Crișan Hodișan Ciocan Ciucă Cocoș Feraru Gâdea Gherman Gîrbea Lișman Mărginean Oltean Onofrei Onețiu Pașca Sabău Șandor Săndulescu Tămaș Vădean Vaida Zăvoianu Burlacu Guțu Ceban Țurcan Cebotari Rusnac Melnic Munteanu-Ionescu Popa-Stan"
)
# Surnames that are words too.
WORDS = (
    "Lupu Ursu Vulpe Iepure Cerbu Corbu Cocoș Cioară Mierlă Graur Vrabie Rață Găină Pește Șoricu Broască Albină Furnică Lup Urs Fluture Ciobanu Dascălu Rotaru Cojocaru Croitoru Moraru Olaru Fieraru Feraru Zidaru Dulgheru Păcuraru Văcaru Porcaru Pescaru Vânătoru Pădureanu Cizmaru Lemnaru Butnaru Doctoru Popa Preotu Diaconu Călugăru "
    "Împăratu Crăciun Vărzaru Ceapă Varză Mazăre Piper Nucă Alună Prună Cireș Plopu Stejar Bradu Teiu Frunză Floare Trandafir Bujor Busuioc Mușat Albu Negru Roșu Verde Galben Surdu Mutu Chioru Șchiopu Mare Micu Lungu Scurtu Gros Subțirelu Bătrânu Tânără Frumosu Bunu Răuță Dulce Amărandei Sărăcuțu Bogatu Căpățână Gură Buză Dinte Barbă Musteață Ureche "
    "Burtea Mână Osoianu Sânge Inimă Suflețel Soare Lună Luceafăr Zăpadă Iarna Viscol Vântu Furtună Ploaie Rouă Gheață Focșa Munte Deal Vale Râpă Baltă Izvoru Fântână Podaru Casandra Căsuță Stan Piatră Fier Aramă Aur Argint Ban Leu Sabie Topor Cuțitaru Ciocan Cârlig Lanțu Săcară Grâu Făină Pâine Lapte Miere Unt Sare Oțet Vin Țuică Bere Joi Sâmbătă Duminică Paștea "
    "Boboteza Rusalin Moș Moașă Nepotu Cumnatu Văru Nașu Fratu Copilu Puiu Bebe Noroc Bucurie Speranța Dor Jale Milă Dragu Bine Greu Ușuratu Spital Bolnavu Sănătescu"
)

HOME = {"RO": 851, "MD": 50}
COUNTRIES = "România,România,România,România,Italia,Spania,Germania,Italia,Spania,Germania,Anglia,Marea Britanie,Republica Moldova,Moldova,Franța,Austria,Belgia,Irlanda,Olanda,Ucraina,Turcia,Ungaria,Bulgaria,Israel,Grecia,Nepal,Siria,SUA,Canada,UK"
STATES = (
    "Alba,Arad,Argeș,Bacău,Bihor,Bistrița-Năsăud,Botoșani,Brașov,Brăila,Buzău,Caraș-Severin,Călărași,Cluj,Constanța,Covasna,Dâmbovița,Dolj,Galați,Giurgiu,Gorj,Harghita,Hunedoara,Ialomița,Iași,Ilfov,Maramureș,Mehedinți,Mureș,Neamț,Olt,Prahova,Satu Mare,Sălaj,Sibiu,Suceava,Teleorman,Timiș,Tulcea,Vaslui,Vâlcea,Vrancea,"
    "Moldova,Muntenia,Oltenia,Ardeal,Transilvania,Banat,Bucovina,Dobrogea,Crișana,Țara Bârsei,Țara Hațegului,Țara Oașului,Delta Dunării,Bărăgan,Apuseni,Valea Jiului,Basarabia,Gagauzia"
)
STATE_CODES = "AB,AR,AG,BC,BH,BN,BT,BR,BV,BZ,CS,CL,CJ,CT,CV,DB,DJ,GL,GR,GJ,HR,HD,IL,IS,IF,MM,MH,MS,NT,OT,PH,SJ,SM,SB,SV,TR,TM,TL,VL,VS,VN,B"
LOCAL_NAMES = {"Bucharest": "București", "Iasi": "Iași", "Chişinău": "Chișinău"}
# Of a man or a thing, of a woman, of several; `cetățenie` and `origine` are women to the grammar.
NATIONALITIES = (
    "român,moldovean,maghiar,secui,rom,rrom,țigan,german,sas,șvab,ucrainean,rutean,rus,lipovean,turc,tătar,bulgar,sârb,croat,slovac,ceh,polonez,armean,evreu,grec,aromân,macedonean,albanez,italian,spaniol,francez,englez,britanic,irlandez,american,canadian,"
    "sirian,irakian,iranian,afgan,pakistanez,indian,nepalez,bangladeshian,srilankez,vietnamez,chinez,filipinez,coreean,japonez,libanez,palestinian,egiptean,tunisian,marocan,algerian,sudanez,nigerian,congolez,somalez,eritreean,etiopian,kurd,georgian,azer,kazah,uzbek,austriac,elvețian,belgian,olandez,suedez,norvegian,danez,finlandez,portughez,brazilian,mexican,columbian,cubanez,israelian"
)
OFTEN = "român,român,român,român,maghiar,maghiar,rom,rom,rrom,moldovean,ucrainean,italian,sirian,nepalez,german,turc"
FEMININE = {"grec": "greacă", "evreu": "evreică", "turc": "turcă", "rus": "rusă", "kurd": "kurdă", "secui": "secuiască", "macedonean": "macedoneană", "tătar": "tătară", "sârb": "sârbă", "sas": "săsească", "șvab": "șvăbească"}
PLURAL = {"grec": "greci", "evreu": "evrei", "secui": "secui", "sas": "sași", "rus": "ruși", "turc": "turci", "austriac": "austrieci", "uzbek": "uzbeci", "kurd": "kurzi", "moldovean": "moldoveni", "ucrainean": "ucraineni", "maghiar": "maghiari"}

OCCUPATIONS = (
    "pensionar,pensionară,casnică,agricultor,muncitor agricol,zilier,șofer,șofer de TIR,șofer profesionist,taximetrist,mecanic auto,tinichigiu auto,vopsitor auto,electrician,electrician auto,instalator,sudor,strungar,frezor,lăcătuș mecanic,lăcătuș,zidar,zugrav,faianțar,tencuitor,dulgher,tâmplar,fierar betonist,macaragiu,buldozerist,excavatorist,muncitor în construcții,"
    "muncitor necalificat,muncitoare la confecții,confecționeră,croitoreasă,croitor,țesătoare,filatoare,cizmar,tapițer,brutar,cofetar,patiser,bucătar,bucătăreasă,ospătar,ospătăriță,barman,cameristă,recepționer,vânzătoare,vânzător,casieră,gestionar,magazioner,stivuitorist,ambalatoare,operator date,operator CNC,operator call center,programator,inginer,inginer constructor,inginer silvic,"
    "inginer agronom,economist,contabilă,contabil-șef,funcționar public,funcționară bancară,secretară,arhivar,bibliotecară,profesor,profesoară de română,profesor de matematică,învățătoare,educatoare,asistent universitar,conferențiar,student,studentă,elev,elevă,avocat,avocată,judecător,procuror,notar,grefieră,jurist,executor judecătoresc,polițist,polițistă,jandarm,pompier,militar,subofițer,"
    "maistru militar,cadru militar în rezervă,paznic,agent de pază,bodyguard,preot,preoteasă,călugăr,maică,diacon,cântăreț bisericesc,dascăl,primar,viceprimar,consilier local,asistent social,asistent personal,asistent maternal,bonă,îngrijitoare,îngrijitoare bătrâni,badantă,femeie de serviciu,menajeră,infirmieră,asistentă medicală,brancardier,medic veterinar,medic stomatolog,farmacistă,moașă,"
    "tehnician dentar,optician,kinetoterapeut,psiholog,logoped,coafeză,frizer,manichiuristă,cosmeticiană,maseur,croupier,fotograf,jurnalist,redactor,actor,actriță,muzician,lăutar,acordeonist,dansator,pictor,sculptor,restaurator icoane,olar,fierar,potcovar,rotar,dogar,cojocar,curelar,ceasornicar,bijutier,sticlar,ceramist,tipograf,legător de cărți,miner,miner pensionar,sondor,petrolist,siderurgist,"
    "furnalist,oțelar,turnător,laminorist,cazangiu,fochist,termist,chimist,laborantă,operator chimist,navalist,marinar,marinar militar,căpitan de vas,docher,pescar,piscicultor,apicultor,cioban,crescător de animale,mulgător,tractorist,mecanizator,combiner,viticultor,pomicultor,legumicultor,floricultor,grădinar,peisagist,pădurar,brigadier silvic,tăietor de lemne,gaterist,vânător,morar,măcelar,"
    "tranșator,lăptar,brânzar,fermier,patron,administrator firmă,antreprenor,agent imobiliar,agent de asigurări,agent de vânzări,agent de turism,ghid turistic,curier,poștaș,poștăriță,factor poștal,livrator,impiegat de mișcare,mecanic de locomotivă,conductor de tren,ceferist,controlor bilete,vatman,pilot,stewardesă,controlor trafic aerian,salvamontist,salvamar,antrenor,fotbalist,handbalistă,arbitru,"
    "instructor auto,profesor de sport,muzeograf,arheolog,geolog,topograf,cadastrist,arhitect,desenator tehnic,designer,croitor de haine bisericești,gunoier,măturător,gropar,administrator de bloc,portar,liftier,hornar,coșar,spălător vase,ajutor de bucătar,pizzar,culegător de căpșuni,muncitor sezonier,muncitor în agricultură în străinătate,menajeră în străinătate,șomer,șomeră,lucrătoare sexuală,detectiv particular"
)

NAMED_AFTER = (
    "Mihai Eminescu,Eminescu,Ion Creangă,Vasile Alecsandri,George Coșbuc,Ștefan cel Mare,Mihai Viteazul,Mihai Bravu,Avram Iancu,Tudor Vladimirescu,Nicolae Bălcescu,Bălcescu,Alexandru Ioan Cuza,Cuza Vodă,Decebal,Traian,Horea,Cloșca,Crișan,Vlad Țepeș,Mircea cel Bătrân,Nicolae Iorga,Titulescu,Brătianu,I.C. Brătianu,Carol I,Regina Maria,Ferdinand,1 Decembrie 1918,1 Decembrie,Unirii,Independenței,"
    "Victoriei,Libertății,Republicii,Revoluției,Eroilor,Păcii,Tineretului,Florilor,Trandafirilor,Crinului,Ghioceilor,Zambilelor,Liliacului,Teilor,Castanilor,Plopilor,Salcâmilor,Stejarului,Bradului,Nucului,Cireșilor,Viilor,Livezii,Pădurii,Morii,Izvorului,Fântânii,Lacului,Râului,Dunării,Mureșului,Oltului,Siretului,Prutului,Someșului,Bistriței,Gării,Școlii,Bisericii,Spitalului,Poștei,Fabricii,Uzinei,"
    "Industriei,Armatei,Grivița,Plevnei,Mărășești,Mărăști,Oituz,Rahovei,Națională,Dorobanților,Moților,Principală,Mare,Nouă,Primăverii,Soarelui,Luceafărului,Muncii,Constructorilor,Minerilor,Petroliștilor,Aurel Vlaicu,Traian Vuia,Gheorghe Doja,Kogălniceanu,Aviatorilor,Pictor Grigorescu,Doctor Carol Davila,Babeș,George Enescu,Ciprian Porumbescu,Sfântul Nicolae,22 Decembrie,9 Mai,Depozitelor"
)
STREETS = [
    "Str. {t} nr. ##", "str. {t}, nr. ##", "Str. {t} ##", "str {t} nr ##@", "Strada {t}, nr. #", "Strada {t} ##A", "str. {f} {n} nr. ##", "str. {n} nr. #", "Str. Dr. {n} nr. #", "Str. {t} nr. ##, bl. @#, sc. @, ap. ##", "str. {t}, bl. ##, sc. #, et. #, ap. ##", "Str. {t} nr. #, bl. ##@, sc. A, et. #, ap. #", "str. {t} bl ## sc @ ap ##", "Bd. {t} nr. ###", "bd. {t} nr. ##, bl. @##, ap. ##",
    "B-dul {t}, nr. ##, bl. #, sc. #, ap. ##", "B-dul {t} ##", "Bulevardul {t} nr. ##", "Calea {t} nr. ###", "Calea {c} nr. ##", "Cal. {t} ###, bl. ##, sc. @", "Șos. {t} nr. ###", "șos. {c} nr. ##", "Șoseaua {t} ##", "Șos. {c}-{c} km #", "Aleea {t} nr. #, bl. @#, ap. ##", "Al. {t} #", "al. {t} nr. #, sc. @, ap. #", "Intr. {t} nr. #", "Intrarea {n} #", "Fdt. {t} nr. #", "Fundătura {n} #", "Piața {t} nr. #", "P-ța {t} #, et. #", "Splaiul {t} nr. ##",
    "Drumul {t} nr. ##", "Prelungirea {t} nr. ##", "sat {c}, nr. ###", "sat {c}, com. {c}, nr. ##", "com. {c}, sat {c}, str. {t} nr. ##", "com. {c} nr. ###", "loc. {c} nr. ##", "sat {c}", "com. {c}", "cart. {t}, bl. ##@, sc. #, ap. #", "Cartier {t}, bl. @##", "bl. ##, sc. @, ap. ##", "Bl. #, sc. B, ap. ##", "Blocul ##, scara #, etaj #, apartament ##", "Bl. Turn #, ap. ##", "O.P. #, C.P. ##", "CP ##", "ulița {t} ##", "Str. {t}", "str. {n}", "{t} ##", "{t} nr. #", "DN#, km ##", "Zona Industrială {c}, hala #", "Cămin #, camera ###", "strada {t} numărul ##",
]  # fmt: skip

HOSPITALS = [
    "Spitalul Județean de Urgență {c}", "Spitalul Clinic Județean de Urgență {c}", "Spitalul Județean de Urgență „Sf. {f}” {c}", "SJU {c}", "SCJU {c}", "Spitalul Municipal {c}", "Spitalul Municipal de Urgență {c}", "Spitalul Orășenesc {c}", "Spitalul Orășenesc „Dr. {n}” {c}", "Spitalul Municipal „Dr. {f} {n}” {c}", "Spitalul Clinic „Sf. {f}”", "Spitalul Clinic de Urgență „{f} {n}”", "Spitalul de Pneumoftiziologie {c}", "Spitalul de Psihiatrie {c}",
    "Spitalul de Boli Cronice {c}", "Spitalul de Recuperare {c}", "Spitalul de Copii „Sf. Maria”", "Spitalul Clinic de Urgență pentru Copii {c}", "Spitalul de Boli Infecțioase {c}", "Spitalul CF {c}", "Spitalul Militar de Urgență „Dr. {f} {n}”", "Spitalul „Sfântul {f}”", "Sp. {c}", "sp. jud. {c}", "Spital {n}", "Maternitatea {c}", "Maternitatea „{n}”", "Institutul Oncologic {c}", "Institutul Clinic „{n}”", "Institutul de Boli Cardiovasculare {c}",
    "Policlinica {c}", "Policlinica {n}", "Clinica {n}", "Clinica „{n} Medical”", "Centrul Medical {n}", "Centrul Medical „Sf. {f}”", "CMI Dr. {n}", "CMI Dr. {n} {f}", "Cabinet Medical Individual Dr. {f} {n}", "Cab. dr. {n}", "Centrul de Dializă {c}", "Centrul de Permanență {c}", "Dispensarul {c}", "Dispensarul TBC {c}", "Ambulatoriul Integrat {c}", "Sanatoriul Balnear {c}", "Sanatoriul {c}", "Spitalul Universitar {c}", "Laborator {n}", "{n} Med", "{n} Dental",
]  # fmt: skip
KNOWN_HOSPITALS = (
    "Spitalul Universitar de Urgență București;SUUB;Spitalul Municipal București;Spitalul Clinic de Urgență Floreasca;Floreasca;Spitalul Fundeni;Institutul Clinic Fundeni;Fundeni;Spitalul Elias;Elias;Spitalul Colțea;Colțea;Spitalul Colentina;Colentina;Spitalul Cantacuzino;Spitalul „Sf. Ioan”;Spitalul Bagdasar-Arseni;Bagdasar;Spitalul „Sf. Pantelimon”;Spitalul Militar Central;Spitalul Carol Davila;"
    "Institutul Matei Balș;Matei Balș;Spitalul Victor Babeș;Institutul Marius Nasta;Marius Nasta;Institutul Oncologic București;IOB;Spitalul Monza;Spitalul Sanador;Sanador;Regina Maria;Medicover;MedLife;Medlife;Spitalul Grigore Alexandrescu;Grigore Alexandrescu;Spitalul Marie Curie;Marie Curie;Spitalul Filantropia;Maternitatea Polizu;Polizu;INSMC Alessandrescu-Rusescu;Maternitatea Giulești;Spitalul Alexandru Obregia;Obregia;"
    "Institutul C.C. Iliescu;Institutul Parhon;Institutul Ana Aslan;Spitalul Malaxa;Spitalul Witting;Spitalul Caritas;Spitalul Dr. Burghele;Spitalul Foișor;Spitalul Sf. Maria;Spitalul Sf. Spiridon Iași;Sf. Spiridon;Spitalul Parhon Iași;IRO Iași;Spitalul Sf. Maria Iași;Elena Doamna;Cuza Vodă;Socola;Institutul Socola;Spitalul Neurochirurgie Oblu;N. Oblu;Arcadia Iași;SCJU Cluj;Institutul Oncologic Ion Chiricuță;Ion Chiricuță;Institutul Inimii Niculae Stăncioiu;"
    "Institutul de Gastroenterologie Octavian Fodor;Spitalul de Recuperare Cluj;Spitalul Clujana;Clujana;Spitalul CF Cluj;SCJU Târgu Mureș;IUBCvT Târgu Mureș;SCJU Timișoara;Spitalul Pius Brînzeu;Pius Brînzeu;Spitalul Louis Țurcanu;Louis Țurcanu;Institutul de Boli Cardiovasculare Timișoara;Spitalul Victor Babeș Timișoara;Spitalul Filantropia Craiova;SCJU Craiova;Spitalul Sf. Apostol Andrei;Sf. Apostol Andrei;SCJU Constanța;SJU Ploiești;Spitalul Schuller;"
    "SJU Bacău;SJU Suceava;Spitalul Sf. Ioan cel Nou;SJU Pitești;SCJU Sibiu;SCJU Brașov;Spitalul Tractorul;Polisano;Spitalul Polisano;Ponderas;Spitalul Județean Mavromati Botoșani;Spitalul Sf. Pantelimon Focșani;SCJU Oradea;Gavril Curteanu;Săpoca;Spitalul Săpoca;Spitalul Poiana Mare;Jebel;Balotești;Techirghiol;Sanatoriul Techirghiol;Băile Felix;Spitalul Băile Felix;Moneasa;Bizet;Hospice Casa Speranței;Casa Speranței;Delta Health Care;Synevo;Bioclinica;Neolife;Amethyst"
)
HEALTH_SERVICES = (
    "CAS {c};CJAS {c};CASMB;CASAOPSNAJ;Casa de Asigurări de Sănătate {c};Casa Județeană de Asigurări de Sănătate {c};DSP {c};Direcția de Sănătate Publică {c};DGASPC {c};DGASPC Sector 3;DAS {c};SAJ {c};Serviciul de Ambulanță Județean {c};SABIF;SMURD {c};Casa de Pensii {c};Casa Județeană de Pensii {c};Comisia de Expertiză {c};AJPIS {c};AJOFM {c};SPAS {c};"
    "Crucea Roșie {c};Salvați Copiii;Caritas {c};Hospice {c};Fundația {n};Asociația {n};Ministerul Sănătății;CNAS;INSP;IML {c};SJML {c};Serviciul de Medicină Legală {c};Colegiul Medicilor {c};OAMGMAMR;DIALYSIS {n};Fresenius {c};Diaverum {c};Puls {c};Ambulanța {n}"
)
ORGANIZATIONS = (
    "Universitatea din {c};Universitatea „{n}”;UMF {n};Universitatea de Medicină și Farmacie {c};Universitatea Politehnica {c};Academia {n};Liceul Teoretic {c};Liceul Teoretic „{f} {n}”;Liceul „{n}”;Colegiul Național „{f} {n}”;CN {n};Colegiul Tehnic {c};Școala Gimnazială nr. 3 {c};Școala Gimnazială „{f} {n}”;Școala generală {c};Școala nr. 7 {c};Grădinița nr. 12;Grădinița „Albinuța”;Grădinița {c};Creșa {c};After School {n};"
    "Primăria {c};Primăria Municipiului {c};Primăria comunei {c};Consiliul Județean {c};Prefectura {c};Poliția {c};Secția 4 Poliție;Poliția Municipiului {c};IPJ {c};IJJ {c};ISU {c};Jandarmeria {c};Judecătoria {c};Tribunalul {c};Curtea de Apel {c};Parchetul de pe lângă Judecătoria {c};Penitenciarul {c};BNP {n};BEJ {n};Cabinet de avocat {n};Ocolul Silvic {c};Garnizoana {c};UM {c};Evidența Persoanelor {c};"
    "Centrul de plasament {c};Centrul Rezidențial {c};Căminul de bătrâni {c};Căminul „Sf. {f}”;Azilul {c};Căminul pentru vârstnici „{n}”;Casa {f};Centrul de zi „{n}”;Complexul de servicii {c};Parohia {c};Parohia „Sf. {f}”;Mănăstirea {c};Schitul {n};Biserica Penticostală {c};Biserica Baptistă {c};SC {n} SRL;S.C. {n} & {n} S.R.L.;SC {n} SA;{n} Impex SRL;{n} Construct SRL;{n} Trans SRL;{n} Com;Agro {n};PFA {n} {f};II {n};"
    "Fabrica {n};Combinatul {c};Șantierul Naval {c};Mina {c};Termocentrala {c};Fabrica de confecții {c};Filatura {c};Ferma {n};Moara {n};Brutăria {n};Restaurant {n};Hotel {c};Pensiunea {n};Pensiunea „{f}”;Hanul {n};Service Auto {n};Farmacia {n};Farmacia „Sf. {f}”;Optica {n};Cofetăria {f};Salon {f};Casa funerară {n};Pompe Funebre {n};CS {c};FC {c};CSM {c};ACS {n};Steaua {c};Clubul {n};Ansamblul {n};Teatrul {c};Filarmonica {c};"
    "CFR;CFR Călători;STB;Metrorex;RATB;Poșta Română;Poșta {c};Petrom;OMV Petrom;Romgaz;Hidroelectrica;Electrica;Enel;E.ON;Apa {c};Dacia;Automobile Dacia;Ford Craiova;Arctic;Ursus Breweries;Romtelecom;Orange;Vodafone;Digi;RCS-RDS;Lidl;Kaufland;Profi;Mega Image;Carrefour;Auchan;Dedeman;eMAG;Altex;Catena;Sensiblu;Dr. Max;Farmacia Tei;BCR;BRD;Banca Transilvania;CEC;ING;Raiffeisen;Groupama;Omniasig;Allianz-Țiriac;Armata;MApN;MAI;SRI;ANAF;Continental {c};Bosch {c};Draexlmaier;Leoni {c};Yazaki"
)
BARE = {
    "HOSPITAL": ["{c}", "Sf. {f}", "Sfânta Maria", "Sf. Ioan", "{n}", "Județeanul din {c}", "Municipalul", "Județean", "Urgența {c}", "sp. {c}", "SJU {c}", "Spitalul {c}"],
    "ORGANIZATION": ["Albinuța", "Căsuța Poveștilor", "Casa Bunicilor", "Sf. {f}", "Piticot", "Fluturașii", "Licurici", "Speranța", "Pro Vita", "{n}", "{c}", "Casa {n}", "Școala 5", "Dinamo", "Liceul {n}"],
}
DEPARTMENTS = ("Secția {}", "Secția Clinică {}", "Clinica de {}", "Compartiment {}", "Disciplina {}", "Ambulatoriu {}", "Laborator {}", "Cabinet {}", "Departamentul {}")
FIELDS = "Chirurgie Generală,Chirurgie II,Cardiologie,Medicină Internă,Interne I,Neurologie,Neurochirurgie,ATI,Ortopedie-Traumatologie,Obstetrică-Ginecologie,Neonatologie,Pediatrie,Boli Infecțioase,Gastroenterologie,Nefrologie,Urologie,Oncologie Medicală,Hematologie,Dermatovenerologie,Oftalmologie,ORL,Pneumologie,Psihiatrie,Endocrinologie,Diabet zaharat\\, nutriție și boli metabolice,Reumatologie,Recuperare Medicală,Radiologie și Imagistică Medicală,Anatomie Patologică,Medicină de Urgență UPU-SMURD,Medicină de Familie,Chirurgie Plastică,Chirurgie Vasculară,Geriatrie,Medicina Muncii".replace("\\,", " și")

MONTHS = "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"
SHORT_MONTHS = "ian. feb. mar. apr. mai iun. iul. aug. sept. oct. nov. dec.".split()
ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
BEFORE_DAYS, BEFORE_PARTS = "pe de", "în"  # "pe 3 mai", "data de 3 mai", "în mai 2020"
UNITS = "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece".split()
TENS = "- - douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci".split()


def in_words(n: int) -> str:
    """1 to 99, as years are counted: "douăzeci și unu"."""
    if n < 20:
        return UNITS[n]
    return TENS[n // 10] + (f" și {UNITS[n % 10]}" if n % 10 else "")


def years(n: int) -> str:
    return "ani" if n % 100 in range(1, 20) else "de ani"


def date_forms(d: int, m: int, y: int, name: str) -> list[str]:
    short, roman = SHORT_MONTHS[m - 1], ROMAN[m - 1]
    return [f"{d} {name} {y}", f"{d} {name}", f"{name} {y}", f"{name}", f"{d:02}.{m:02}.{y}", f"{d}.{roman}.{y}", f"{d:02}.{roman}.{y % 100:02}", f"{d} {short} {y}", f"{d} {short}", f"{m:02}.{y}", f"{m}/{y}", f"{roman}.{y}", f"{d:02}.{m:02}", f"{d}.{m}", f"{name} {y % 100:02}", f"{d} {name} a.c.", f"{name} a.c.", f"1 {name} {y}", f"{d}-{short.rstrip('.')}-{y % 100:02}", f"{d}/{m}/{y % 100:02}", f"'{y % 100:02}", f"{name.upper()} {y}"]  # fmt: skip


def day_and_month(d: int, m: int, month: str) -> list[str]:
    return [f"{d} {month}", f"{d}.{m:02}", f"{d:02}.{m:02}", f"{d}/{m}", f"{d}.{ROMAN[m - 1]}", f"{d} {SHORT_MONTHS[m - 1]}", f"{d:02}.{m:02}."]


def age_forms(n: int, months: int) -> list[str]:
    """n in years, or months, weeks and days."""
    of = "de " if months > 19 else ""
    word = in_words(n)
    forms = [f"{n} {years(n)}"] * 8 + [f"{n} ani"] * 4 + [f"{n} a", f"{n}a", f"{n} ani și jumătate", f"{n % 9 + 2} ani și {months % 10 + 2} luni", f"1 an și {months % 10 + 2} luni", f"{months} {of}luni", f"{months} {of}luni", f"{months % 12 + 1} luni și jumătate",
             f"{months} {of}săptămâni", f"{months} săpt.", f"{months} {of}zile", f"{months} {of}ore", f"{word} {years(n)}", f"{in_words(n % 9 + 3)} luni", "un an", "un an și jumătate", "doi ani", "o lună", "două luni", "trei săptămâni", f"{n}ani"]  # fmt: skip
    return forms


def places(values) -> list[str]:
    c, n = values.name(values.city), values.name(values.last)
    return [f"pădurea {c}", f"lacul {c}", f"cartierul {n}", f"cart. {c}", f"parcul {n}", f"Dealul {n}", f"Valea {n}", f"DN{values.rng.randint(1, 79)}", f"DJ {values.rng.randint(101, 799)}", f"A{values.rng.randint(1, 10)} km {values.rng.randint(2, 300)}", f"E{values.rng.randint(60, 90)}", f"gara {c}", f"piața {n}", f"plaja {c}", f"pasul {n}", f"muntele {n}", f"cabana {n}", f"centura {c}", f"podul {n}"]


def nationality(values, part: str = "") -> str:
    """Of a man, or as `part` says "f", of a woman, or "pl", of several."""
    word = values.pick(OFTEN if values.rng.random() < 0.4 else NATIONALITIES)
    if part == "f":
        return FEMININE.get(word, word.removesuffix("ean") + "eană" if word.endswith("ean") else word + "ă")
    if part == "pl":
        return PLURAL.get(word, word.removesuffix("ean") + "eni" if word.endswith("ean") else word + "i")
    return word


def genitive(first: str) -> str:
    """Of Maria "Mariei", of Anca "Ancăi"; a name that takes no ending stays."""
    if first.endswith(("ca", "ga")):
        return first[:-1] + "ăi"
    if first.endswith("ea"):
        return first[:-1] + "i"
    return first[:-1] + "ei" if first.endswith("a") else first


def personal_number(rng) -> str:
    """CNP: sex and century, day of birth, county, serial number and a check digit."""
    y, m, d = rng.randint(1930, 2026), rng.randint(1, 12), rng.randint(1, 28)
    sex = rng.choice([1, 2]) if y < 2000 else rng.choice([5, 6])
    sex = rng.choice([7, 8]) if rng.random() < 0.03 else sex  # residents
    county = rng.choice([*range(1, 47), 51, 52])
    body = f"{sex}{y % 100:02}{m:02}{d:02}{county:02}{rng.randint(1, 999):03}"
    check = sum(int(a) * int(b) for a, b in zip(body, "279146358279")) % 11
    return body + str(1 if check == 10 else check)


# Identity cards, and passports of any country.
PAPERS = {"ci": ["RX ######", "RD ######", "RK ######", "RT ######", "RR ######", "XB ######", "KX ######", "MM ######", "MX ######", "SX ######", "TZ ######", "CJ ######", "AX ######", "PX nr. ######", "XC nr ######", "seria RX nr. ######", "seria KX nr. ######", "seria IZ nr. ######", "seria VS, nr. ######", "seria XT numărul ######", "GG ######", "BV######", "DP ######"], "passport": ["0########", "#########", "seria 05 nr. #######", "@#######", "@@#######"]}
PHONES = ["07## ### ###", "07## ### ###", "07########", "07##.###.###", "07##-###-###", "07##/######", "07## ######", "+40 7## ### ###", "+407########", "0040 7## ### ###", "(+40) 7## ### ###", "02## ### ###", "02##/######", "02##-######", "02## ######", "02##.######", "02##/###.###", "021 ### ## ##", "021.###.##.##", "021/#######", "021 ### ####", "03## ### ###", "+40 2## ### ###", "+40-21-#######", "+373 ## ### ###", "02########"]
ZIPS = ["######"] * 12 + ["0#####", "cod ######", "RO-######", "MD-####", "####"]
SEXES = ["M", "F", "masculin", "feminin", "B", "masc.", "fem.", "bărbat", "femeie"]
ACCOUNTS = ["RO## @@@@ #### #### #### ####", "RO##@@@@################", "RO## BTRL RONC RT0# #### ####", "RO##RNCB################"]
MOLDOVAN = ["20###########", "09###########", "#############"]
NUMBERS = {
    "MEDICAL_RECORD": ["FO #####", "#####/20##", "######", "F.O. ####", "####/##", "#####", "nr. ####", "########"],
    "ENCOUNTER": ["#####", "#####/2025", "####/2024", "######", "FO #####/##", "M## #####", "##########"],
    "HEALTH_PLAN": ["################", "####################", "8005################", "#### #### #### #### ####", "@@@ #######", "CID ####################"],
    "LICENSE": ["######", "@#####", "####", "##@###", "@ #####", "cod ######", "######-##", "#######"],
    "VEHICLE": ["B ## @@@", "B ### @@@", "B-##-@@@", "CJ ## @@@", "IS-##-@@@", "TM ## @@@", "BV##@@@", "CT ## @@@", "PH-##-@@@", "DJ ## @@@", "AG ## @@@", "B###@@@", "BH ## @@@", "SV-##-@@@", "@@ ## @@@", "MS ######", "B ######", "@@@ ###"],
    "EMPLOYEE": ["####", "#####", "M####"],
}  # fmt: skip


def identity_number(values) -> str:
    """Most are personal numbers; the others are identity cards, passports and numbers of Moldova."""
    r, number = values.rng.random(), personal_number(values.rng)
    if r < 0.75:
        return number
    if r < 0.82:
        return f"{number[0]} {number[1:7]} {number[7:]}" if r < 0.79 else f"{number[0]}-{number[1:7]}-{number[7:]}"
    return values.digits(values.pick(PAPERS["ci"] if r < 0.93 else PAPERS["passport"] if r < 0.97 else MOLDOVAN))


PLAIN = str.maketrans("ăâîșțĂÂÎȘȚşţŞŢ", "aaistAAISTstST")
CEDILLA = str.maketrans("șțȘȚ", "şţŞŢ")
COMMA = str.maketrans("şţŞŢ", "șțȘȚ")


def spelling(text: str, rng) -> str:
    """As keyboards of Romanian hospitals give it: with commas, with cedillas as before 2007, or without diacritics; the
    length stays."""
    r = rng.random()
    text = text.translate(COMMA)
    if r < 0.42:
        return text
    return text.translate(CEDILLA) if r < 0.62 else text.translate(PLAIN)


def respelt(text: str, document: str, rng) -> str:
    """`text`, which is `document` with other names in it, in one spelling throughout: another one than the document's, but
    diacritics that it lacks don't come back."""
    plain = not any(c in document for c in "ăâîșțşţ")
    return text.translate(PLAIN) if plain else spelling(text, rng)
