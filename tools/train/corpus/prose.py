# SPDX-License-Identifier: Apache-2.0
"""Sentences in the style of case reports and ward notes, with content that forms do not have: ages of anybody at any
time, partial dates, places and institutions mentioned in passing, names without titles or in small letters, origins,
files. OPENINGS begin a report, SAID may occur anywhere in it, and PLAIN_PROSE has years, names, peoples and numbers
that identify nobody."""

from .arabic import prose as arabic
from .romanian import prose as romanian
from .turkish import prose as turkish

OPENINGS = {
    "en": [
        "A {AGE.adj} {NATIONALITY} woman presented with {TERM}.", "A {NATIONALITY} man, {AGE.t} old, was referred for {STUDY}.", "We report the case of a {AGE.adj} boy born to {NATIONALITY} parents.",
        "We describe a {AGE.adj} male of {NATIONALITY} origin with {TERM}.", "A {AGE.adj} {PROFESSION} of {NATIONALITY} descent was admitted to {HOSPITAL}.", "{P.initials}, a {AGE.adj} {NATIONALITY} {PROFESSION}, was seen in {DATE.my}.",
        "A previously healthy {AGE.adj} girl from {CITY}, {COUNTRY}, was brought to the emergency department.", "In {DATE.my} a {AGE.adj} {PROFESSION} from {STATE} was admitted with {TERM}.", "{P.first} is a {AGE.adj} girl who lives with her grandparents in {CITY}.",
        "{P.initials} {AGE.s}, {TERM}.", "Pt {AGE.s}, {PROFESSION}, c/o {TERM}.", "{AGE.s} {NATIONALITY} F, {TERM}.", "A girl from {COUNTRY}, aged {AGE.t}, was admitted in {DATE.m}.", "This is a case of a {AGE.adj} {NATIONALITY} patient.",
        "A male infant, {AGE.t} of age, was transferred from {HOSPITAL}.", "Case 2: {AGE.adj} {NATIONALITY} female.", "{P.last} {P.first}, {AGE.s}, admitted yesterday.", "{P.first} {P.last}, {AGE.t}, {PROFESSION}.",
    ],
    "es": [
        "Mujer de {AGE.t}, de origen {NATIONALITY.m}, que consulta por {TERM}.", "Varón {NATIONALITY.m} de {AGE.t} que acude por {TERM}.", "Niño de {AGE.t}, hijo de padres {NATIONALITY.mp}, con {TERM}.", "Paciente de {AGE.t}, de raza {NATIONALITY.f}, remitida desde {HOSPITAL}.",
        "Presentamos el caso de un {PROFESSION} de {AGE.t} natural de {CITY}, {COUNTRY}.", "Lactante de {AGE.t} traída por sus padres.", "Paciente {P.initials}, {AGE.t}, {PROFESSION}, de nacionalidad {NATIONALITY.f}.", "{P.first} tiene {AGE.t} y vive en {CITY}.",
        "{P.initials}, {AGE.s}, {TERM}.", "Pcte {AGE.s}, {PROFESSION}, con {TERM}.", "En {DATE.my} ingresa un varón de {AGE.t}, {NATIONALITY.m}, por {TERM}.", "Recién nacida de {AGE.t} de vida, de madre {NATIONALITY.f} de {AGE.t}.", "{P.last} {P.first}, ingresada ayer por {TERM}.",
        "Niña {NATIONALITY.f} de {AGE.t} de edad.", "Se trata de un {PROFESSION} {NATIONALITY.m} de {AGE.t}.",
    ],
    "it": [
        "Donna di {AGE.t}, di origine {NATIONALITY.f}, giunge per {TERM}.", "Uomo {NATIONALITY.m} di {AGE.t} con {TERM}.", "Bambino di {AGE.t}, figlio di genitori {NATIONALITY.mp}.", "Paziente di {AGE.t}, di nazionalità {NATIONALITY.f}, inviata dal {HOSPITAL.bare} di {CITY}.",
        "Una ragazza {NATIONALITY.f} di {AGE.t}, {PROFESSION}, accede al PS di {CITY}.", "{P.first} di anni {AGE.n}, {PROFESSION}, vive a {CITY}.", "{P.first}, {AGE.t}, viene accompagnato dalla madre.", "{P.initials}, {AGE.s}, {NATIONALITY.m}, {TERM}.", "Pz {AGE.s}, {PROFESSION}, {TERM}.",
        "{P.last} {P.first} ricoverata ieri per {TERM}.", "Giunge in PS un uomo di {AGE.t}, in Italia da {N.1} anni, proveniente da {COUNTRY}.", "Lattante di {AGE.t} condotta dai genitori, {NATIONALITY.mp}.", "Nel {DATE.my} una {PROFESSION} di {AGE.t} di {CITY} ({STATE}) si presenta per {TERM}.",
        "Soccorso sulla strada tra {CITY} e {CITY} un uomo di circa {AGE.t}.", "Un {PROFESSION} {NATIONALITY.m} di {AGE.t} viene ricoverato presso la ASP di {CITY}.", "Ragazzo {AGE.s}, {NATIONALITY.m}, con {TERM}.",
    ],
    "fr": [
        "Une femme de {AGE.t}, d'origine {NATIONALITY.f}, consulte pour {TERM}.", "Un homme {NATIONALITY.m} de {AGE.t} est admis pour {TERM}.", "Nous rapportons le cas d'un enfant de {AGE.t}, de parents {NATIONALITY.mp}.", "Patient de {AGE.t}, {NATIONALITY.m}, {PROFESSION} de profession.",
        "Patiente de {AGE.t}, de race {NATIONALITY.f}, originaire de {CITY}.", "Fillette de {AGE.t} amenée par sa mère.", "{P.first}, {AGE.t}, est scolarisé à {CITY}.", "Mme {P.initials}, {AGE.t}, {PROFESSION}, de nationalité {NATIONALITY.f}.", "{P.initials}, {AGE.s}, {TERM}.", "Pte {AGE.s}, {PROFESSION}, {TERM}.",
        "En {DATE.my}, un {PROFESSION} de {AGE.t} habitant {CITY} est hospitalisé.", "Nourrisson de {AGE.t}, né à {CITY}, adressé par {HOSPITAL.bare}.", "{P.last} {P.first}, entrée hier pour {TERM}.", "Il s'agit d'un jeune {NATIONALITY.m} de {AGE.t}, sans antécédents.", "Un {PROFESSION} {NATIONALITY.m} âgé de {AGE.t} revient d'un séjour à {CITY}.",
    ],
    "de": [
        "Eine {AGE.adj} {NATIONALITY.f} Patientin stellte sich mit {TERM} vor.", "Der {AGE.adj} {NATIONALITY.f} Patient wurde uns zugewiesen.", "Pat. {AGE.s}, {NATIONALITY.m} Herkunft, {PROFESSION}, mit {TERM}.", "{P.last} {P.first}, {AGE.s}, gestern aufgenommen.", "{P.initials}, {AGE.s}, {TERM}.",
        "{P.first} ist {AGE.t} alt und lebt bei den Großeltern in {CITY}.", "Ein {AGE.adj} Junge {NATIONALITY.m} Eltern mit {TERM}.", "Im {DATE.my} wurde ein {AGE.adj} {PROFESSION} aus {CITY} aufgenommen.", "Vorstellung einer {NATIONALITY.en} Patientin, {AGE.s}.", "{PEOPLE.m}, {AGE.s}, seit {DATE.y} in {COUNTRY}.",
        "Die {PEOPLE.f} ({AGE.s}) arbeitet als {PROFESSION}.", "Säugling, {AGE.t} alt, aus {HOSPITAL.bare} übernommen.", "{AGE.s}, w, {TERM}.", "m., {AGE.s}, {PROFESSION}, {TERM}.", "Herr {P.last}, {AGE.s}, {NATIONALITY} Staatsangehöriger.",
    ],
    "ro": romanian.OPENINGS,
    "tr": turkish.OPENINGS,
    "ar": arabic.OPENINGS,
}  # fmt: skip

SAID = {
    "en": [
        "She was seen at the Department of Neurology, {HOSPITAL}.", "He was followed by the {HOSPITAL} in {CITY}.", "referred from {HOSPITAL.bare} A&E", "bloods taken at {HOSPITAL.bare}", "review in {HOSPITAL} w {D.last} on {DATE.dm}", "known to {ORGANIZATION.service}", "carers from {ORGANIZATION} visit twice a day", "Transferred from the intensive care unit of {HOSPITAL} to the {HOSPITAL}.", "admitted to {ORGANIZATION.bare} for respite", "the chapel of {HOSPITAL}", "a shelter in {CITY}", "a market in {CITY}, {STATE}", "He swims in the {LOCATION}.", "on Tuesday {DATE.dm}", "the weekend of {DATE.dm}", "back from {COUNTRY} since {DATE.dm}",
        "He had been diagnosed with {TERM} at age {AGE.n}.", "At the age of {AGE.t} she underwent surgery.", "Her mother died at {AGE.n} of {TERM}; her father, {AGE.n}, is well.", "Symptoms began at {AGE.t} of age.", "His brother, aged {AGE.t}, has {TERM}.", "The {AGE.adj} sister is a carrier.", "Menarche at {AGE.n}.",
        "From age {AGE.n} to {AGE.n} he smoked.", "A brother died when he was {AGE.t} old.", "She was {AGE.n} when she emigrated.", "When {AGE.t} old he had a seizure.", "Follow-up at {AGE.t} showed no recurrence.", "now aged {AGE.n}", "in her {AGE.n}th year",
        "In {DATE.my} she relapsed.", "Since {DATE.m} he has lost weight.", "Between {DATE.y} and {DATE.y} he received {DRUG}.", "By {DATE.m} {DATE.y} the lesion had grown.", "In the {DATE.season} he fell.", "On the {DATE.nth} he was afebrile.", "Last seen in {DATE.m}.", "The stent was placed in early {DATE.y}.", "from {DATE.dm} to {DATE.dm}",
        "She had travelled from {CITY} to {CITY} by bus.", "He was found on the road between {CITY} and {CITY}.", "The family moved from {COUNTRY} to {STATE} in {DATE.y}.", "He keeps goats in a village near {CITY}.", "She spent her holidays in {COUNTRY}.", "He was born in {CITY} and raised in {COUNTRY}.", "Admitted first to {HOSPITAL.bare}, {CITY}.",
        "Specimens were sent to {ORGANIZATION} in {CITY}.", "seen at {HOSPITAL} on return", "a trip to rural {COUNTRY}", "He fell on {STREET} while shopping.", "lives at {STREET} with his dog", "collapsed on the {LOCATION}", "air-lifted from {LOCATION}",
        "{P.first} ate well today, walked to the window and back.", "{P.first} slept poorly, repositioned at {TIME}.", "Spoke with {R.first}, who will bring slippers.", "{R.first} visits daily.", "Asked {R.first} and {R2.first} to wait outside.", "{P.first} refused lunch again; {R.first} helped.", "told {D.first} about the rash", "discussed w {D.last}, agrees",
        "She works for {ORGANIZATION} as a {PROFESSION}.", "He was formerly a {PROFESSION} at {ORGANIZATION}.", "a retired {PROFESSION} and keen gardener", "Her husband is a {PROFESSION}.", "employed by {ORGANIZATION} since {DATE.y}", "self-employed {PROFESSION}",
        "Her parents are {NATIONALITY}.", "He is {NATIONALITY}, she is {NATIONALITY}.", "born to a {NATIONALITY} mother", "of mixed {NATIONALITY} and {NATIONALITY} ancestry", "a {NATIONALITY} refugee", "the {NATIONALITY} carer", "Ethnicity: {NATIONALITY}", "Nationality: {NATIONALITY}", "The patient was {NATIONALITY}.", "Race: {NATIONALITY}",
        "Case no. {ID.court} at the family court in {CITY}.", "Guardianship file {ID.court}.", "Police report {ID.court} was taken.", "claim ref {ID.court}", "Coroner's reference {ID.court}.", "crime no. {ID.court}",
    ],
    "es": [
        "Derivada desde urgencias del {HOSPITAL}.", "Control en {HOSPITAL} el {DATE.dm}.", "Acudirá a {HOSPITAL} con la Dra. {D.last} el {DATE.dm} a las {TIME}.", "seguida por el servicio de Neurología del {HOSPITAL}", "cita en {HOSPITAL.bare} el lunes {DATE.dm}", "valorado en el {HOSPITAL} de {CITY}", "conocida por {ORGANIZATION.service}", "ingresada en {ORGANIZATION.bare} por descanso familiar", "Trasladado de la UCI del {HOSPITAL} al {HOSPITAL}.", "un mercado de {CITY}", "se baña en la {LOCATION}", "de vuelta de {COUNTRY} desde el {DATE.dm}", "retirar puntos el {DATE.dm}", "INR el {DATE.num}",
        "Fue diagnosticado de {TERM} a los {AGE.t}.", "A la edad de {AGE.t} fue operada.", "Su madre falleció a los {AGE.t} por {TERM}; el padre, de {AGE.t}, está sano.", "Inicia los síntomas a los {AGE.t} de vida.", "Un hermano de {AGE.t} presenta {TERM}.", "Menarquia a los {AGE.n}.", "Fumó desde los {AGE.n} hasta los {AGE.t}.",
        "Tenía {AGE.t} cuando emigró.", "Con {AGE.t} sufrió una fractura.", "A los {AGE.n} y a los {AGE.t} tuvo convulsiones.", "Exfumador desde los {AGE.t}.", "Dos hijos, de {AGE.n} y {AGE.t}.", "su hija, de {AGE.t}",
        "En {DATE.my} recidiva.", "Desde {DATE.m} ha perdido peso.", "Entre {DATE.y} y {DATE.y} recibió {DRUG}.", "A finales de {DATE.m} ingresa de nuevo.", "En la {DATE.season} sufrió una caída.", "El día {DATE.d} estaba afebril.", "Última visita en {DATE.m}.", "Colocación de stent a principios de {DATE.y}.", "del {DATE.dm} al {DATE.dm}", "en el año {DATE.y}",
        "Viajó de {CITY} a {CITY} en autobús.", "Lo encontraron en la carretera entre {CITY} y {CITY}.", "La familia se trasladó de {COUNTRY} a {STATE} en {DATE.y}.", "Vive en una aldea cercana a {CITY}.", "Pasó las vacaciones en {COUNTRY}.", "nacida en {CITY}, criada en {COUNTRY}", "Atendido primero en {HOSPITAL.bare}, {CITY}.", "viaje reciente al norte de {COUNTRY}",
        "Muestras remitidas a {ORGANIZATION}, en {CITY}.", "vista en {HOSPITAL} a la vuelta", "Se cayó en {STREET} cuando iba a comprar.", "vive en {STREET} con su perro", "accidente en la {LOCATION}",
        "{P.first} ha comido bien, ha caminado hasta la ventana.", "{P.first} duerme mal, cambio postural a las {TIME}.", "Hablo con {R.first}, que traerá zapatillas.", "{R.first} la visita a diario.", "{P.first} rechaza la cena; le ayuda {R.first}.", "avisada {D.first} por el exantema", "comentado con {D.last}",
        "Trabaja para {ORGANIZATION} de {PROFESSION}.", "Antiguo {PROFESSION} de {ORGANIZATION}.", "{PROFESSION} jubilado, aficionado a la huerta.", "Su marido es {PROFESSION}.", "empleada en {ORGANIZATION} desde {DATE.y}", "{PROFESSION} por cuenta propia",
        "Sus padres son {NATIONALITY.mp}.", "Él es {NATIONALITY.m}, ella {NATIONALITY.f}.", "de madre {NATIONALITY.f}", "de ascendencia {NATIONALITY.f}", "refugiado {NATIONALITY.m}", "la cuidadora {NATIONALITY.f}", "Etnia: {NATIONALITY.f}", "Nacionalidad: {NATIONALITY.f}", "Raza: {NATIONALITY.f}", "origen {NATIONALITY.m}", "La paciente es {NATIONALITY.f}.", "Inmigrantes {NATIONALITY.mp}.",
        "Autos n.º {ID.court} del juzgado de {CITY}.", "Expediente {ID.court} de tutela.", "Diligencias previas {ID.court}.", "parte judicial {ID.court}", "siniestro {ID.court}", "atestado n.º {ID.court}",
    ],
    "it": [
        "Seguita presso {ORGANIZATION.service}.", "Accede al PS {HOSPITAL.bare}.", "trasferito in Oncologia {HOSPITAL.bare}", "inviata dalla {ORGANIZATION.service}", "dimessa dall'UOC di Medicina del {HOSPITAL}", "ricovero c/o {HOSPITAL} a {DATE.m}", "valutato al {HOSPITAL} di {CITY} ({STATE})", "ambulanza della {ORGANIZATION.service}", "in carico al Ser.D. di {CITY}", "ospite di {ORGANIZATION.bare} da {DATE.my}", "dal pronto soccorso di {CITY}", "un mercato di {CITY}", "nuota nel {LOCATION}", "rientrata da {COUNTRY} il {DATE.dm}", "lunedì {DATE.dm} rimozione punti", "dal 118 di {CITY}",
        "A {AGE.t} diagnosi di {TERM}.", "All'età di {AGE.t} fu operata.", "La madre è deceduta a {AGE.t} per {TERM}; il padre, di {AGE.t}, è sano.", "Esordio a {AGE.t} di vita.", "Un fratello di {AGE.t} è affetto da {TERM}.", "Menarca a {AGE.t}.", "Fumatore dai {AGE.n} ai {AGE.t}.", "Aveva {AGE.t} quando emigrò.", "Ricoverata a {AGE.t} per convulsioni.",
        "Ex fumatore dall'età di {AGE.t}.", "Due figli, di {AGE.n} e {AGE.t}.", "la figlia, di {AGE.t}", "a {AGE.t} di età", "il fratello {AGE.s}", "Dall'età di {AGE.n} anni cefalea.",
        "Nel {DATE.my} recidiva.", "Da {DATE.m} calo ponderale.", "Tra il {DATE.y} e il {DATE.y} ha assunto {DRUG}.", "A fine {DATE.m} nuovo ricovero.", "Nell'{DATE.season} caduta accidentale.", "Il giorno {DATE.d} era apiretico.", "Ultimo controllo a {DATE.m}.", "Stent nei primi mesi del {DATE.y}.", "dal {DATE.dm} al {DATE.dm}", "nel corso del {DATE.y}", "A {DATE.m} u.s. dispnea.",
        "Era sulla strada tra {CITY} e {CITY} quando ha avvertito dolore.", "Ha viaggiato in treno da {CITY} a {CITY}.", "La famiglia si è trasferita da {COUNTRY} in {STATE} nel {DATE.y}.", "Vive in un paese vicino a {CITY}.", "Una ragazza proveniente da {COUNTRY}.", "nata a {CITY}, cresciuta in {COUNTRY}", "Valutato prima presso {HOSPITAL.bare}, {CITY}.", "viaggio recente nel nord di {COUNTRY}",
        "Campioni inviati a {ORGANIZATION} di {CITY}.", "seguita dall'{ORGANIZATION} di {CITY}", "vista al {HOSPITAL} al rientro", "È caduta in {STREET} mentre faceva la spesa.", "abita in {STREET} con il cane", "abita al {N.1} di {STREET}", "incidente sulla {LOCATION}", "trasportata dal {LOCATION} in elicottero",
        "{P.first} ha mangiato bene, ha camminato fino alla finestra.", "{P.first} dorme poco, mobilizzata alle {TIME}.", "Parlo con {R.first}, porterà le pantofole.", "{R.first} viene ogni giorno.", "{P.first} rifiuta la cena, aiutata da {R.first}.", "avvisata {D.first} per il rash", "sentito {D.last}, concorda",
        "Lavora per {ORGANIZATION} come {PROFESSION}.", "Ex {PROFESSION} della {ORGANIZATION}.", "{PROFESSION} in pensione, ama l'orto.", "Il marito fa il {PROFESSION}.", "dipendente di {ORGANIZATION} dal {DATE.y}", "{PROFESSION} in proprio",
        "I genitori sono {NATIONALITY.mp}.", "Lui è {NATIONALITY.m}, lei {NATIONALITY.f}.", "di madre {NATIONALITY.f}", "un rifugiato {NATIONALITY.m}", "la badante {NATIONALITY.f}", "Etnia: {NATIONALITY.f}", "Nazionalità: {NATIONALITY.f}", "Cittadinanza {NATIONALITY.f}", "di razza {NATIONALITY.f}", "cittadino {NATIONALITY.m}", "La paziente è {NATIONALITY.f}.", "due donne {NATIONALITY.fp}",
        "Procedimento n. {ID.court} del tribunale di {CITY}.", "Amministrazione di sostegno R.G. {ID.court}.", "Verbale {ID.court} dei Carabinieri.", "sinistro n. {ID.court}", "fascicolo {ID.court}", "sentenza n. {ID.court}",
    ],
    "fr": [
        "Admise aux urgences du {HOSPITAL}.", "suivie au service de neurologie du {HOSPITAL}", "consulte à la maternité de {HOSPITAL}", "adressée par {ORGANIZATION.service}", "bilan fait à {HOSPITAL.bare}", "Transféré de la réanimation du {HOSPITAL} vers {HOSPITAL}.", "connu de {ORGANIZATION.service}", "résidente à {ORGANIZATION.bare} depuis {DATE.my}", "un marché de {CITY}", "se baigne dans le {LOCATION}", "de retour de {COUNTRY} depuis le {DATE.dm}", "ablation des fils lundi {DATE.dm}", "par le SAMU de {CITY}", "vu à {HOSPITAL}, {CITY}, par le Pr {D.last}",
        "Le diagnostic de {TERM} a été posé à {AGE.t}.", "À l'âge de {AGE.t}, elle a été opérée.", "Sa mère est décédée à {AGE.t} de {TERM} ; le père, {AGE.t}, est en bonne santé.", "Début des signes à {AGE.t} de vie.", "Un frère de {AGE.t} présente {TERM}.", "Ménarche à {AGE.t}.", "Tabagisme de {AGE.n} à {AGE.t}.", "Il avait {AGE.t} lors de son arrivée.",
        "Depuis l'âge de {AGE.t}, il présente des crises.", "Deux enfants, {AGE.n} et {AGE.t}.", "sa fille, âgée de {AGE.t}", "vers {AGE.t}", "mère âgée de {AGE.t}",
        "En {DATE.my}, récidive.", "Depuis {DATE.m}, amaigrissement.", "Entre {DATE.y} et {DATE.y}, il a reçu {DRUG}.", "Fin {DATE.m}, nouvelle hospitalisation.", "Durant l'{DATE.season}, chute.", "Le {DATE.d}, apyrexie.", "Dernière visite en {DATE.m}.", "Stent posé début {DATE.y}.", "du {DATE.dm} au {DATE.dm}", "en {DATE.y}", "au mois de {DATE.m}",
        "Elle a voyagé de {CITY} à {CITY} en car.", "Il a été trouvé sur la route entre {CITY} et {CITY}.", "La famille a quitté {COUNTRY} pour {STATE} en {DATE.y}.", "Il vit dans un village près de {CITY}.", "vacances en {COUNTRY}", "née à {CITY}, élevée en {COUNTRY}", "Vu d'abord à {HOSPITAL.bare}, {CITY}.", "voyage récent dans le nord de {COUNTRY}",
        "Prélèvements envoyés à {ORGANIZATION}, {CITY}.", "vue à {HOSPITAL} au retour", "Chute {STREET} en faisant ses courses.", "habite {STREET} avec son chien", "accident sur la {LOCATION}",
        "{P.first} a bien mangé, a marché jusqu'à la fenêtre.", "{P.first} dort mal, changement de position à {TIME}.", "Vu {R.first}, apportera des chaussons.", "{R.first} vient tous les jours.", "{P.first} refuse le dîner, aidée par {R.first}.", "prévenu {D.first} pour l'éruption", "vu avec {D.last}, d'accord",
        "Travaille pour {ORGANIZATION} comme {PROFESSION}.", "Ancien {PROFESSION} chez {ORGANIZATION}.", "{PROFESSION} à la retraite, jardine.", "Son mari est {PROFESSION}.", "employée chez {ORGANIZATION} depuis {DATE.y}", "{PROFESSION} à son compte",
        "Ses parents sont {NATIONALITY.mp}.", "Il est {NATIONALITY.m}, elle est {NATIONALITY.f}.", "de mère {NATIONALITY.f}", "réfugié {NATIONALITY.m}", "l'aide à domicile {NATIONALITY.f}", "Origine : {NATIONALITY.f}", "Nationalité : {NATIONALITY.f}", "de race {NATIONALITY.f}", "de peau {NATIONALITY.f}", "ressortissant {NATIONALITY.m}", "La patiente est {NATIONALITY.f}.", "deux femmes {NATIONALITY.fp}",
        "Affaire n° {ID.court} au tribunal de {CITY}.", "Dossier de tutelle n° {ID.court}.", "Procès-verbal {ID.court}.", "sinistre n° {ID.court}", "RG {ID.court}", "jugement n° {ID.court}",
    ],
    "de": [
        "In der Kardiologie des {HOSPITAL} gesehen.", "über die Notaufnahme {HOSPITAL.bare}", "angebunden an {ORGANIZATION.service}", "Verlegung von der Intensivstation des {HOSPITAL} ins {HOSPITAL}.", "Kontrolle im {HOSPITAL} bei {D.last} am {DATE.dm}", "Kurzzeitpflege in {ORGANIZATION.bare}", "Pflegedienst {ORGANIZATION} kommt zweimal täglich", "ein Markt in {CITY}", "badet im {LOCATION}", "seit {DATE.dm} aus {COUNTRY} zurück", "Fäden ex am Montag, {DATE.dm}", "via {HOSPITAL.bare} {CITY}", "RTW {CITY}", "zuletzt in {HOSPITAL}, {CITY}",
        "Mit {AGE.n} Jahren erstmals {TERM}.", "Im Alter von {AGE.t} wurde sie operiert.", "Die Mutter verstarb mit {AGE.n} an {TERM}, der Vater ({AGE.s}) ist gesund.", "Beginn mit {AGE.t}.", "Ein Bruder ({AGE.s}) leidet an {TERM}.", "Menarche mit {AGE.n}.", "Raucher vom {AGE.n}. bis zum {AGE.n}. Lebensjahr.", "Sie war {AGE.n}, als sie auswanderte.", "Zwei Kinder ({AGE.n} und {AGE.n}).", "seit dem {AGE.n}. Lebensjahr", "Tochter {AGE.s}, Sohn {AGE.s}", "der {AGE.adj} Sohn", "die {AGE.adj} Schwester",
        "Im {DATE.my} Rezidiv.", "Seit {DATE.m} Gewichtsverlust.", "Zwischen {DATE.y} und {DATE.y} {DRUG}.", "Ende {DATE.m} erneute Aufnahme.", "Im {DATE.season} Sturz.", "Am {DATE.d} fieberfrei.", "Letzte Vorstellung im {DATE.m}.", "Stent Anfang {DATE.y}.", "vom {DATE.dm} bis {DATE.dm}", "{DATE.y} Appendektomie", "OP {DATE.my}", "Mitte {DATE.m}",
        "Sie fuhr mit dem Bus von {CITY} nach {CITY}.", "Er wurde an der Straße zwischen {CITY} und {CITY} gefunden.", "Die Familie zog {DATE.y} von {COUNTRY} nach {STATE}.", "Er lebt in einem Dorf bei {CITY}.", "Urlaub in {COUNTRY}", "geboren in {CITY}, aufgewachsen in {COUNTRY}", "Zunächst in {HOSPITAL.bare}, {CITY}, vorgestellt.", "nach einer Reise in den Norden von {COUNTRY}",
        "Probe an {ORGANIZATION} in {CITY} gesandt.", "bei Rückkehr im {HOSPITAL} gesehen", "Sturz {STREET} beim Einkaufen.", "wohnt {STREET} mit ihrem Hund", "wohnhaft Am {P.last}berg {N.1}", "Unfall auf der {LOCATION}",
        "{P.first} hat gut gegessen, lief bis zum Fenster.", "{P.first} schläft schlecht, gelagert um {TIME}.", "Mit {R.first} gesprochen, bringt Hausschuhe.", "{R.first} kommt täglich.", "{P.first} lehnt das Abendessen ab, {R.first} hilft.", "{D.first} wg. Ausschlag informiert", "RS mit {D.last}",
        "Arbeitet bei {ORGANIZATION} als {PROFESSION}.", "Früher {PROFESSION} bei {ORGANIZATION}.", "{PROFESSION} i.R., gärtnert gern.", "Der Mann ist {PROFESSION}.", "angestellt bei {ORGANIZATION} seit {DATE.y}", "selbständig als {PROFESSION}",
        "Die Eltern sind {NATIONALITY.m} Herkunft.", "{NATIONALITY.f} Mutter, {NATIONALITY.m} Vater", "Er ist {PEOPLE.m}, sie ist {PEOPLE.f}.", "die {NATIONALITY.f} Pflegekraft", "Staatsangehörigkeit: {NATIONALITY}", "Nationalität {NATIONALITY}", "gebürtige {PEOPLE.f}", "ein {NATIONALITY.m} Geflüchteter", "mit {NATIONALITY.en} Wurzeln", "eine {NATIONALITY.f} Familie",
        "Az. {ID.court} beim Amtsgericht {CITY}.", "Betreuungsakte {ID.court}.", "Schadennummer {ID.court}.", "Aktenzeichen {ID.court}", "Vorgang {ID.court} der Polizei {CITY}", "Urteil {ID.court}",
    ],
    "ro": romanian.SAID,
    "tr": turkish.SAID,
    "ar": arabic.SAID,
}  # fmt: skip

# {YEAR} a year and {CODE} a number that belong to rules, {THING} a thing, {DEMONYM} a word of origin of things.
PLAIN_PROSE = {
    "en": [
        "Treated according to the {YEAR} ESC guidelines.", "Staging by AJCC 8th edition ({YEAR}).", "as defined by the WHO {YEAR} classification", "the {YEAR} ACR/EULAR criteria", "The Mental Health Act {YEAR} applied.", "a cohort from {YEAR} to {YEAR}", "trial NCT0{CODE}", "GDPR, Regulation (EU) {YEAR}/{N.3}", "Roe v. Wade ({YEAR})", "protocol AIEOP-BFM {YEAR}", "Sepsis-3 ({YEAR})",
        "{THING} was excluded.", "She had {THING} as a child.", "He keeps a {THING}.", "according to {DEMONYM} guidelines", "a {DEMONYM} study of {N.3} patients", "The {DEMONYM} version of the scale was used.", "She speaks {DEMONYM} and some {DEMONYM}.", "{DEMONYM} food", "a {DEMONYM} multicentre trial", "reported in the {DEMONYM} literature",
        "{SPECIES} grew in {N.1} of {N.1} bottles.", "culture positive for {SPECIES}", "{SPECIES} and {SPECIES} were isolated.", "{SCORE} {N.1}", "{SCORE} score of {N.1} points", "{EPONYM} disease was suspected.", "{EPONYM} and {EPONYM} signs absent.", "{EPONYM}'s syndrome", "a {EPONYM} procedure", "{DEVICE} removed on day {N.1}.", "flow cytometry (FACSCalibur) at {N.2} °C",
        "for {N.1} months", "over the last {N.2} years", "at {N.2} weeks' gestation", "{N.1}-year survival", "a {N.1}-day course", "a {N.1}-month history of cough", "patients younger than {N.2} years", "children under {N.1}", "expected in people aged over {N.2}", "{N.2} weeks pregnant", "during the last {N.1} weeks", "day {N.1} after surgery",
    ],
    "es": [
        "Tratado según las guías ESC {YEAR}.", "Estadificación AJCC ({YEAR}).", "clasificación de la OMS de {YEAR}", "criterios ACR/EULAR {YEAR}", "Ley {N.2}/{YEAR}", "Real Decreto {N.3}/{YEAR}", "una serie de {YEAR} a {YEAR}", "ensayo NCT0{CODE}", "Reglamento (UE) {YEAR}/{N.3}", "protocolo LAL-{YEAR}", "consenso de Maastricht ({YEAR})",
        "Se descartó {THING}.", "De niña tuvo {THING}.", "según guías {DEMONYM.fp}", "un estudio {DEMONYM.m} de {N.3} pacientes", "la versión {DEMONYM.f} de la escala", "Habla {DEMONYM.m} y algo de {DEMONYM.m}.", "comida {DEMONYM.f}", "un ensayo {DEMONYM.m} multicéntrico", "la literatura {DEMONYM.f}",
        "Crece {SPECIES} en {N.1} frascos.", "cultivo positivo para {SPECIES}", "Se aíslan {SPECIES} y {SPECIES}.", "{SCORE} {N.1}", "puntuación de {N.1} en {SCORE}", "Se sospechó enfermedad de {EPONYM}.", "Sin signos de {EPONYM} ni de {EPONYM}.", "síndrome de {EPONYM}", "técnica de {EPONYM}", "Retirada de {DEVICE} al día {N.1}.",
        "durante {N.1} meses", "en los últimos {N.2} años", "de {N.1} años de evolución", "{N.2} semanas de gestación", "supervivencia a {N.1} años", "pauta de {N.1} días", "menores de {N.2} años", "mayores de {N.2} años", "a los {N.1} días de la cirugía", "a los {N.1} meses de seguimiento", "hace {N.1} años", "fumador desde hace {N.2} años", "al año",
    ],
    "it": [
        "Trattato secondo le linee guida ESC {YEAR}.", "Stadiazione AJCC ({YEAR}).", "classificazione OMS {YEAR}", "criteri ACR/EULAR {YEAR}", "Legge {N.3}/{YEAR}", "D.Lgs. {N.3}/{YEAR}", "D.M. del {YEAR}", "una casistica dal {YEAR} al {YEAR}", "studio NCT0{CODE}", "Regolamento UE {YEAR}/{N.3}", "protocollo AIEOP-BFM ALL {YEAR}", "L. {N.3}/{N.2}", "linee guida GOLD {YEAR}",
        "Esclusa {THING}.", "Da bambina ebbe {THING}.", "secondo linee guida {DEMONYM.fp}", "uno studio {DEMONYM.m} su {N.3} pazienti", "la versione {DEMONYM.f} della scala", "Parla {DEMONYM.m} e poco {DEMONYM.m}.", "cucina {DEMONYM.f}", "un trial {DEMONYM.m} multicentrico", "la letteratura {DEMONYM.f}",
        "Isolato {SPECIES} in {N.1} flaconi.", "coltura positiva per {SPECIES}", "Isolati {SPECIES} e {SPECIES}.", "{SCORE} {N.1}", "punteggio {SCORE} pari a {N.1}", "Sospetta malattia di {EPONYM}.", "Segni di {EPONYM} e di {EPONYM} assenti.", "sindrome di {EPONYM}", "intervento secondo {EPONYM}", "{DEVICE} rimosso in giornata {N.1}.",
        "per {N.1} mesi", "negli ultimi {N.2} anni", "da circa {N.1} anni", "alla {N.2} settimana di gestazione", "sopravvivenza a {N.1} anni", "ciclo di {N.1} giorni", "al di sotto dei {N.2} anni", "nei soggetti oltre i {N.2} anni", "a {N.1} giorni dall'intervento", "follow-up a {N.1} mesi", "dopo {N.1} anni", "in {N.1} giornata",
    ],
    "fr": [
        "Traité selon les recommandations ESC {YEAR}.", "Stade AJCC ({YEAR}).", "classification OMS {YEAR}", "critères ACR/EULAR {YEAR}", "loi n° {YEAR}-{N.3}", "décret du {YEAR}", "une série de {YEAR} à {YEAR}", "essai NCT0{CODE}", "règlement (UE) {YEAR}/{N.3}", "protocole EORTC {YEAR}", "conférence de consensus ({YEAR})",
        "{THING} éliminée.", "Enfant, elle a eu {THING}.", "selon les recommandations {DEMONYM.fp}", "une étude {DEMONYM.f} de {N.3} patients", "la version {DEMONYM.f} de l'échelle", "Parle {DEMONYM.m} et un peu {DEMONYM.m}.", "cuisine {DEMONYM.f}", "un essai {DEMONYM.m} multicentrique", "la littérature {DEMONYM.f}",
        "{SPECIES} dans {N.1} flacons.", "culture positive à {SPECIES}", "{SPECIES} et {SPECIES} isolés.", "{SCORE} à {N.1}", "score {SCORE} de {N.1}", "Maladie de {EPONYM} évoquée.", "Signes de {EPONYM} et de {EPONYM} absents.", "syndrome de {EPONYM}", "intervention de {EPONYM}", "Ablation de {DEVICE} à J{N.1}.",
        "pendant {N.1} mois", "depuis {N.2} ans", "au cours des {N.2} dernières années", "évoluant depuis {N.1} ans", "à {N.2} semaines d'aménorrhée", "survie à {N.1} ans", "cure de {N.1} jours", "chez les moins de {N.2} ans", "après {N.2} ans de suivi", "à {N.1} jours de l'intervention", "il y a {N.1} ans", "suivi de {N.1} mois", "à J{N.1}",
    ],
    "de": [
        "Therapie nach ESC-Leitlinie {YEAR}.", "Stadium nach AJCC ({YEAR}).", "WHO-Klassifikation {YEAR}", "ACR/EULAR-Kriterien {YEAR}", "nach PsychKG {YEAR}", "Kohorte von {YEAR} bis {YEAR}", "Studie NCT0{CODE}", "Verordnung (EU) {YEAR}/{N.3}", "Protokoll AIEOP-BFM ALL {YEAR}", "S3-Leitlinie {YEAR}", "§ {N.3} BGB", "EBM {YEAR}", "Therapieprotokoll GMALL 0{N.1}/{YEAR}",
        "{THING} ausgeschlossen.", "Als Kind {THING}.", "nach {DEMONYM.en} Leitlinien", "eine {DEMONYM.f} Studie mit {N.3} Patienten", "die {DEMONYM.f} Version der Skala", "Spricht {DEMONYM} und etwas {DEMONYM}.", "{DEMONYM.es} Essen", "eine {DEMONYM.f} Multicenterstudie", "in der {DEMONYM.en} Literatur",
        "{SPECIES} in {N.1} Flaschen.", "Kultur: {SPECIES}", "Nachweis von {SPECIES} und {SPECIES}.", "{SCORE} {N.1}", "{SCORE}: {N.1} Punkte", "V.a. Morbus {EPONYM}.", "{EPONYM} und {EPONYM} negativ.", "{EPONYM}-Syndrom", "OP nach {EPONYM}", "{DEVICE} am {N.1}. Tag entfernt.", "M. {EPONYM}",
        "für {N.1} Monate", "in den letzten {N.2} Jahren", "seit {N.1} Jahren", "{N.2}. SSW", "{N.1}-Jahres-Überleben", "{N.1}-tägige Therapie", "bei Kindern unter {N.1} Jahren", "über {N.2}-Jährige", "nach {N.1} Tagen", "Kontrolle in {N.1} Wochen", "vor {N.1} Jahren", "{N.1}. postoperativer Tag", "{N.1}-wöchige Anamnese",
    ],
    "ro": romanian.PLAIN_PROSE,
    "tr": turkish.PLAIN_PROSE,
    "ar": arabic.PLAIN_PROSE,
}  # fmt: skip

SPECIES = (
    "Escherichia coli,E. coli,Klebsiella pneumoniae,Pseudomonas aeruginosa,Staphylococcus aureus,Streptococcus pneumoniae,Enterococcus faecalis,Candida albicans,Aspergillus fumigatus,Mycobacterium tuberculosis,Mycoplasma pneumoniae,Listeria monocytogenes,"
    "Proteus mirabilis,Serratia marcescens,Acinetobacter baumannii,Bartonella henselae,Borrelia burgdorferi,Brucella melitensis,Campylobacter jejuni,Chlamydia trachomatis,Clostridioides difficile,Coxiella burnetii,Cryptococcus neoformans,"
    "Entamoeba histolytica,Giardia lamblia,Haemophilus influenzae,Helicobacter pylori,Histoplasma capsulatum,Legionella pneumophila,Leishmania infantum,Leishmania donovani,Neisseria meningitidis,Nocardia asteroides,Plasmodium falciparum,"
    "Plasmodium vivax,Pneumocystis jirovecii,Rickettsia conorii,Salmonella Typhi,Salmonella Dublin,Salmonella Panama,Schistosoma mansoni,Strongyloides stercoralis,Taenia solium,Toxoplasma gondii,Treponema pallidum,Trichophyton rubrum,Tropheryma whipplei,"
    "Trypanosoma cruzi,Ureaplasma urealyticum,Yersinia enterocolitica,Echinococcus granulosus,Fasciola hepatica,Loa loa,Onchocerca volvulus,Mycobacterium marinum,Mycobacterium ulcerans,Morganella morganii,Moraxella catarrhalis,Kingella kingae,"
    "Escherichia hermannii,Rothia mucilaginosa,Fusarium solani,Madurella mycetomatis,Rhizopus oryzae"
)
SCORES = (
    "APACHE II,SOFA,qSOFA,CHA2DS2-VASc,HAS-BLED,NIHSS,GCS,Glasgow,Apgar,MMSE,MoCA,ECOG,Karnofsky,MELD,Child-Pugh,Barthel,Braden,Norton,Waterlow,Tinetti,Zarit,Lawton,Katz,Hachinski,Hunt-Hess,WFNS,Fisher,Gleason,ISUP,BI-RADS,PI-RADS,TI-RADS,LI-RADS,"
    "Wells,Geneva,GRACE,TIMI,Killip,NYHA,CCS,Rutherford,Fontaine,Forrest,Rockall,Glasgow-Blatchford,Mayo,CDAI,SLEDAI,DAS28,BASDAI,HAQ,PASI,DLQI,SCORAD,VAS,NRS,PHQ-9,GAD-7,HADS,Beck,Hamilton,YMRS,PANSS,EDSS,UPDRS,Hoehn-Yahr,ASIA,mRS,ISS,RTS,"
    "PESI,CURB-65,FINE,Charlson,MNA,MUST,NRS-2002,Conut,Bishop,Silverman,Downes,Ballard,PELOD,PRISM,Tanner,Risser,Harris,Oswestry,Constant,DASH,WOMAC,IPSS,IIEF,ICIQ,FRAX,ABCD2,ASPECTS,TICI,Marshall,Rotterdam,Le Fort,Garden,Salter-Harris,Neer,Gustilo"
)
