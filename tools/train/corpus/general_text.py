# SPDX-License-Identifier: Apache-2.0
"""Pieces of everyday text put together from parts: who did what where, lists of people, address blocks, requests that
name nobody. Every combination of parts may occur, so no sentence is learnt by heart."""

import random

from .arabic import templates as arabic
from .romanian import templates as romanian
from .turkish import templates as turkish


WHO = ["{NAME}", "{NAME}", "{NAME.first}", "{NAME.first}", "{NAME.last}", "{ORGANIZATION}", "{ORGANIZATION}", "Mr {NAME.last}", "Ms. {NAME.last}", "{NAME} of {ORGANIZATION}", "{NAME.first} and {NAME.first}", "{NAME.last} and {NAME.last}", "{ORGANIZATION}'s {NAME}", "{NAME.first}'s neighbour", "{NAME}'s agent", "Professor {NAME.last}", "The {ORGANIZATION}", "{CITY}'s {NAME.last}"]  # fmt: skip
PARTS = {
    "en": {
        "did": "bought a small boat,wrote a novel about the sea,signed the contract,played the second violin,lost the keys again,won the first prize,asked for a refund,opened a new office,sold the farm,gave a talk on rivers,missed the last train,repaired the old clock,was elected chairman,paid in cash,designed the bridge,"
        "directed a short film,teaches chemistry,ran the marathon,published its annual report,moved its headquarters,hired forty people,closed two factories,announced a merger,thanked everybody,left without a word,sang the opening song,forgot the password,cooked dinner for us,is late again,is a strong candidate,"
        "was born on a ship,replied to all,never answered,became a partner,launched a campaign,won a grant,shouted for help,met the minister,collects stamps,resigned,painted the kitchen,agreed to wait,denied everything,explained the rules,recorded an album,topped the charts,was founded by volunteers,invests in startups,makes bicycles",
        "where": ["", "", "", "in {CITY}", "in {COUNTRY}", "at {ORGANIZATION}", "near {CITY}", "in {CITY}, {COUNTRY}", "at {STREET}", "from {CITY} to {CITY}", "outside {HOSPITAL}", "across {COUNTRY}"],
        "when": ["", "", "", "on {DATE}", "in {DATE}", "since {DATE}", "last week", "on Monday morning", "every Tuesday", "this afternoon", "two days ago", "next Thursday", "for 5 years"],
        "with": ["", "", "", "", "with {NAME}", "for {ORGANIZATION}", "with {NAME.first} and {NAME.first}", "on behalf of {NAME}", "against {NAME.last}", "without a licence", "with great success", "for the third time"],
        "lead": ["", "", "", "", "Yesterday ", "As far as I know, ", "According to {NAME}, ", "In {COUNTRY}, ", "During {DATE}, ", "I heard that ", "Breaking: ", "Why do you think ", "Unlike {NAME.last}, ", "Back in {CITY}, ", "Dear all, ", "Good morning, "],
        "nobody": "How do I change the billing date of my card?|Please cancel my order and send the money back.|What's the best way to reach support?|Can I have a copy of my last statement?|My card has been lost; please block it at once!|I would like to raise my credit limit.|The great thing about Italian food is the olive oil.|"
        "Where can I redeem my points?|It opens every Saturday morning and closes at noon.|Genre: Drama; Comedy; Family|A classic of American jazz.|The keynote speaker will be announced soon.|Both novels were a success on the West Coast.|He plays the Spanish guitar on Fridays.|Never trust a Monday.|It was the Golden Age of Radio.|"
        "Terms and Conditions apply.|Click Save As and choose a folder.|The French Revolution is on page 12.|We serve great Thai and Mexican dishes.|Passenger announcements are made in English.|Biomedical engineers earn more than they used to.|The Civil Rights Act changed that.|Happy New Year!|Do not forget the milk.|"
        "My phone number has changed; I'll send it later.|What is your account number?|Need help with the app.|Is the museum closed on Sundays?|Snake Boogie is a dance.|Personal details follow below.|The movie lasts 97 minutes.|Big Data is not a strategy.",
        "list": ["Present: {L}.", "I invited {L}.", "{L} were here.", "My kids are called {L}.", "We had four: {L}.", "cc {L}", "{L} - who else?", "The band consists of {L}.", "Speakers include {M}.", "Written by {M}", "Starring {M}", "Thanks to {L}!", "Have you met {L}?", "winners: {L}"],
    },
}  # fmt: skip
# The other languages have the same parts, shorter.
for lang, did, where, when, nobody, lists in (
    ("es", "compró un piso,escribió una novela,firmó el contrato,perdió las llaves,ganó el premio,abrió una oficina,vendió la finca,dio una charla,reparó el reloj,pagó en efectivo,dirige la orquesta,enseña química,publicó el informe,anunció la fusión,no contestó,llegó tarde,cantó dos canciones,dimitió,explicó las normas,fabrica bicicletas",
     ["", "", "en {CITY}", "en {COUNTRY}", "en {ORGANIZATION}", "cerca de {CITY}", "de {CITY} a {CITY}"], ["", "", "el {DATE}", "en {DATE}", "la semana pasada", "el lunes por la mañana", "hace dos días"],
     "¿Cómo cambio la fecha de mi tarjeta?|Quiero anular el pedido.|El museo cierra los lunes.|La Revolución Francesa está en la página 12.|La comida mexicana es picante.|Feliz Año Nuevo.|Haga clic en Guardar como.|No se admiten devoluciones.", ["Asisten: {L}.", "Gracias a {L}.", "Mis hijos se llaman {L}.", "{L} estuvieron aquí."]),
    ("it", "ha comprato una barca,ha scritto un romanzo,ha firmato il contratto,ha perso le chiavi,ha vinto il premio,ha aperto un ufficio,ha venduto il podere,ha tenuto un discorso,ha pagato in contanti,dirige il coro,insegna chimica,ha pubblicato il rapporto,non ha risposto,è arrivato tardi,si è dimesso,produce biciclette",
     ["", "", "a {CITY}", "in {COUNTRY}", "presso {ORGANIZATION}", "vicino a {CITY}", "da {CITY} a {CITY}"], ["", "", "il {DATE}", "nel {DATE}", "la settimana scorsa", "lunedì mattina", "due giorni fa"],
     "Come cambio la data della mia carta?|Vorrei annullare l'ordine.|Il museo chiude il lunedì.|La cucina cinese è ottima.|Buon Natale a tutti.|Fare clic su Salva con nome.|La Rivoluzione Francese è a pagina 12.", ["Presenti: {L}.", "Grazie a {L}.", "I miei figli si chiamano {L}.", "{L} erano qui."]),
    ("fr", "a acheté un bateau,a écrit un roman,a signé le contrat,a perdu ses clés,a gagné le prix,a ouvert un bureau,a vendu la ferme,a donné une conférence,a payé en espèces,dirige le chœur,enseigne la chimie,a publié le rapport,n'a pas répondu,est arrivé en retard,a démissionné,fabrique des vélos",
     ["", "", "à {CITY}", "en {COUNTRY}", "chez {ORGANIZATION}", "près de {CITY}", "de {CITY} à {CITY}"], ["", "", "le {DATE}", "en {DATE}", "la semaine dernière", "lundi matin", "il y a deux jours"],
     "Comment changer la date de ma carte ?|Je voudrais annuler ma commande.|Le musée ferme le lundi.|La cuisine thaïlandaise est relevée.|Bonne Année à tous.|Cliquez sur Enregistrer sous.|La Révolution française est à la page 12.", ["Présents : {L}.", "Merci à {L}.", "Mes enfants s'appellent {L}.", "{L} étaient là."]),
    ("de", "hat ein Boot gekauft,hat einen Roman geschrieben,hat den Vertrag unterschrieben,hat die Schlüssel verloren,hat den Preis gewonnen,hat ein Büro eröffnet,hat den Hof verkauft,hat einen Vortrag gehalten,hat bar bezahlt,leitet das Orchester,unterrichtet Chemie,hat den Bericht veröffentlicht,hat nicht geantwortet,kam zu spät,ist zurückgetreten,baut Fahrräder",
     ["", "", "in {CITY}", "in {COUNTRY}", "bei {ORGANIZATION}", "bei {CITY}", "von {CITY} nach {CITY}"], ["", "", "am {DATE}", "im {DATE}", "letzte Woche", "am Montagmorgen", "vor zwei Tagen"],
     "Wie ändere ich das Datum meiner Karte?|Ich möchte die Bestellung stornieren.|Das Museum ist am Montag geschlossen.|Die Thailändische Küche ist scharf.|Frohes Neues Jahr!|Klicken Sie auf Speichern unter.|Die Französische Revolution steht auf Seite 12.|Der Goldene Schnitt ist ein Verhältnis.", ["Anwesend: {L}.", "Dank an {L}.", "Meine Kinder heißen {L}.", "{L} waren hier."]),
):  # fmt: skip
    PARTS[lang] = {"did": did, "where": where, "when": when, "with": ["", "", "", "{NAME}"], "lead": [""], "nobody": nobody, "list": lists}
for lang, own in (("ro", romanian), ("tr", turkish)):
    PARTS[lang] = {"did": own.DID, "where": own.WHERE, "when": own.WHEN, "with": ["", "", "", "{NAME}"], "lead": [""], "nobody": own.NOBODY, "list": own.LISTS}
PARTS["ar"] = arabic.EVERYDAY
AND = {"en": " and ", "es": " y ", "it": " e ", "fr": " et ", "de": " und ", "ro": " și ", "tr": " ve ", "ar": " و"}


def _sentence(p: dict, lang: str, rng: random.Random) -> str:
    who = rng.choice(WHO if lang == "en" else WHO[:7])
    extra = rng.choice(p["with"]) if lang == "en" else ""
    tail = [t for t in (extra, rng.choice(p["where"]), rng.choice(p["when"])) if t]
    did = rng.choice(p["did"].split(","))
    body = " ".join([who, *tail, did] if lang == "tr" else [who, did, *tail])
    return rng.choice(p["lead"]) + body + rng.choice([".", ".", ".", "!", "?", "", "..."])


def _list(p: dict, lang: str, rng: random.Random) -> str:
    n = rng.randint(2, 6)
    one = rng.choice(["{NAME.first}", "{NAME.first}", "{NAME}", "{NAME.last}"])
    people = [one] * n
    of = [f"{{NAME}} {rng.choice(['of', 'from'])} {{ORGANIZATION}}" if rng.random() < 0.5 else "{ORGANIZATION}'s {NAME}" for _ in range(n)]
    text = rng.choice(p["list"])
    for slot, names in (("{L}", people), ("{M}", of)):
        last = AND[lang] if rng.random() < 0.7 else ", "
        text = text.replace(slot, ", ".join(names[:-1]) + last + names[-1])
    return text


def _address(rng: random.Random) -> str:
    """An address as a block of lines, or on one line."""
    fields = [rng.choice(["{NAME}", "{NAME}", "{ORGANIZATION}"])] if rng.random() < 0.8 else []
    fields += ["{ORGANIZATION}"] if rng.random() < 0.2 else []
    fields += [rng.choice(["{STREET}", "{STREET}", "{STREET}", "{ZIP} {STREET}"])]
    fields += ["{STREET.unit}"] if rng.random() < 0.3 else []
    town = rng.choice(["{CITY}", "{CITY}, {STATE}", "{CITY}, {STATE} {ZIP}", "{ZIP} {CITY}", "{CITY} {ZIP}", "{CITY}\n{STATE}"])
    fields += [town] + rng.choice([[], ["{COUNTRY}"], ["{COUNTRY} {ZIP}"], ["{ZIP}"], ["{PHONE}"], ["{COUNTRY}", "{PHONE}"]])
    join = rng.choice(["\n", "\n", "\n", ", ", " ", "\n ", ",\n"])
    if join.startswith("\n") and rng.random() < 0.4:
        mark = rng.choice(["> ", ">", "    ", "- ", "| ", "?? ", "\t"])
        return "\n" + mark + ("\n" + mark).join(fields) + "\n"
    lead = rng.choice(["", "", "Ship to ", "Address: ", "Our new office: ", "I live at ", "Please return it to ", "Take me to ", "{ORGANIZATION} is located at "])
    return lead + join.join(fields) + rng.choice(["", ".", "\n"])


def piece(lang: str, rng: random.Random) -> str:
    """A template as build.py uses them; one in seven names nobody."""
    p, r = PARTS[lang], rng.random()
    if r < 0.5:
        return _sentence(p, lang, rng)
    if r < 0.65:
        return _list(p, lang, rng)
    if r < 0.85:
        return _address(rng)
    return rng.choice(p["nobody"].split("|"))
