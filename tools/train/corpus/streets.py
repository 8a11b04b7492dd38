# SPDX-License-Identifier: Apache-2.0
"""Street lines as written in each language: kinds and names of streets, house numbers, floors, flats, boxes. In the
patterns {n} is a last name, {f} a first name, {c} a town, {t} a word that streets are named after, # a digit and @ a
capital."""

import re

from .romanian import lists as romanian
from .turkish import lists as turkish


NAMED_AFTER = {
    "en": "Church,Station,Mill,High,Park,Victoria,Albert,Queen's,King's,Manor,Green,Castle,School,Chapel,Bridge,Market,North,South,West,East,Main,Oak,Maple,Cedar,Elm,Washington,Lincoln,Jefferson,Lake,River,Hill,Sunset,Ridge,Willow,Orchard,Meadow,Rosemary,Primrose,2nd,3rd,5th,42nd,College,Union,Grange,Harbour,London,Abbey,Priory,Cathedral",
    "it": "Garibaldi,Mazzini,Roma,Dante,Verdi,Cavour,Matteotti,Gramsci,Marconi,Leopardi,Manzoni,Milano,Torino,Vittorio Emanuele II,Vittorio Veneto,XX Settembre,IV Novembre,25 Aprile,XXV Aprile,1° Maggio,della Repubblica,della Libertà,della Pace,dei Mille,dei Gelsi,delle Rose,delle Magnolie,degli Ulivi,dell'Industria,della Stazione,della Chiesa,del Popolo,San Francesco,Santa Lucia,San Rocco,Sant'Antonio,Europa,Unità d'Italia,Aldo Moro,De Gasperi,Carducci,Pascoli,Trento e Trieste,Piave,Monte Grappa,Nazionale,Provinciale,Po,Adige",
    "fr": "de la République,de l'Église,de la Gare,de la Mairie,du Général-de-Gaulle,Victor-Hugo,Jean-Jaurès,Pasteur,Gambetta,des Tilleuls,des Lilas,des Acacias,du Moulin,de la Fontaine,du Château,de Verdun,du 8-Mai-1945,du 11-Novembre,de la Liberté,de la Paix,Saint-Martin,Saint-Jacques,Notre-Dame,des Écoles,des Vignes,du Stade,de la Plage,du Port,de Paris,de Lyon,Voltaire,Zola,Émile-Zola,Jules-Ferry,Marie-Curie,Georges-Clemenceau,du Maréchal-Foch,des Peupliers,de Bellevue,Grande,Haute,Basse,Neuve",
    "de": "Bahnhof,Haupt,Dorf,Schul,Kirch,Garten,Linden,Berg,Mühl,Ring,Wald,Wiesen,Markt,Goethe,Schiller,Mozart,Beethoven,Bach,Birken,Buchen,Eichen,Rosen,Tulpen,Amsel,Finken,Feld,Park,Schloss,Kloster,Friedhof,Post,Rathaus,Industrie,Kaiser,Bismarck,Wilhelm,Friedrich,Karl,Luisen,Hindenburg,Kolping,Stein,Sonnen,Brunnen,Hof,Graben,Donau,Rhein,Isar,Wiener,Grazer,Münchner,Berliner,Dresdner,Salzburger",
    "ro": romanian.NAMED_AFTER,
    "tr": turkish.NAMED_AFTER,
}
PATTERNS = {
    "en": ["# {t} {k}", "## {t} {k}", "### {t} {k}", "#### {t} {k}", "##@ {t} {k}", "## {n} {k}", "### {n} {k}", "#### {n} {k}", "Flat #, ## {t} {k}", "Flat ##@, {n} House, {t} {k}", "Apt #@, ### {n} {k}", "### {n} {k}, Apt ##", "#### {n} {k} Apt. ###", "#### {t} {k} Suite ###", "### {n} {k} #",
           "The Old Rectory, {t} {k}", "{n} Cottage, {t} {k}", "{n} Farm, {t} {k}", "Unit #, {t} {k}", "### {f} {n} {k}", "P.O. Box ###", "PO Box ####", "Unit #### Box ####", "PSC ####, Box ####", "USS {n}", "## {t} {k}, Floor #", "#### N {t} {k}", "### W. {n} {k}", "### SE {t} {k}", "## Rue {n}", "#### {n}strasse ##", "the corner of {t} {k} and {n} {k}", "Plot ##, {n} {k}", "No. ## {t} {k}", "##-## {t} {k}", "{t} {k}", "{n} {k}", "##/## {t} {k}", "Room ###, {n} Hall"],
    "it": ["via {t} ##", "Via {t}, ##", "Via {t} n. ##", "via {t} ##/@", "Via {t}, ### int. #", "Via {f} {n} ##", "via {n} #", "Via {n}, ##", "Corso {t} ###", "C.so {t}, ##", "Piazza {t} #", "P.zza {t}, #", "p.za {t} ##", "Viale {t} ##", "V.le {t}, ##", "Vicolo {t} #", "Largo {n} #", "Strada {t} ##", "S.P. ## km #,#", "loc. {c} ##", "Località {n} #", "Frazione {c}, ##", "Fraz. {n} #", "Contrada {n} s.n.c.", "C.da {n} ##", "Via {t} ##, scala @, piano #", "via {t} snc", "Piazzale {n} #", "Lungomare {n} ##", "Cannaregio ####", "Salita {n} #", "Borgo {n} ##", "via {t}", "via {n}", "Casella postale ###",
           "Rione {n} #", "Cascina {n}", "Casale {n} ##", "Podere {n}", "Masseria {n}", "Regione {n} ##", "Fondamenta {t} ####", "Dorsoduro ####", "San Polo ####", "Campo {t} ####", "Galleria {t} #", "Traversa {n} #", "Villaggio {n} lotto #", "Parco {n} pal. @", "Discesa {n} #", "Riva {n} ##", "Circonvallazione {t} ##", "Rotonda {t} #", "Strada Statale ## km ##", "al civico ## di {t}", "Costa {n} #", "Stradone {t} ##"],
    "fr": ["## rue {t}", "##, rue {t}", "# bis, rue {t}", "## ter rue {t}", "### avenue {t}", "##, av. {t}", "## bd {t}", "###, boulevard {t}", "# place {t}", "#, pl. {t}", "## allée {t}", "## impasse {t}", "## chemin {t}", "##, chemin de {c}", "### route de {c}", "## quai {t}", "## cours {n}", "## rue {f} {n}", "##, rue {f}-{n}", "## avenue {f} {n}", "## rue du Docteur-{n}", "lieu-dit {n}", "Lieu-dit « {c} »", "Résidence {n}, bât. @, ## rue {t}", "Bât. @#, ## rue {t}", "Appt ##, ## rue {t}", "BP ###", "B.P. ####", "CS #####", "rue {t}", "rue {n}, ##", "Rue {t} ##", "chaussée de {c} ###", "rue {t} ##, bte #", "#### rue {n}, app. #", "#### boulevard {n} Est", "Chemin de {n} ##", "villa n° ##, quartier {c}", "## square {n}", "HLM {n}, escalier @"],
    "de": ["{t}straße ##", "{t}str. ##", "{t}str. #@", "{t}strasse ##", "{t}weg #", "{t}gasse ##", "{t}gasse ##/#/##", "{t}platz #", "{t}allee ###", "{t}ring ##", "Am {t}berg #", "Am {t}platz ##", "An der {t}brücke #", "Im {t}grund ##", "Auf der {t}wiese #", "Zum {t}hof ##", "Alte {t}straße #", "Obere {t}straße ##", "Untere {t}gasse #", "{f}-{n}-Straße ##", "{f}-{n}-Str. #@", "{n}straße ##", "{n}weg ##", "{n}gasse #", "Dr.-{n}-Str. ##", "{c}er Straße ###", "{c}er Str. ##", "{t}straße ##, #. OG", "{t}str. ##, Top #", "{t}gasse ##/Stg. #/##", "{t}straße ##-##", "{t}straße", "{n}weg", "Postfach ####", "Postfach ## ## ##", "{c} ##", "Hof {n} #", "Haus Nr. ##",
           "Am {t}ufer ##", "Am {c}er Tor #", "An der {n}mühle #", "Auf der Höh ##", "Hinter der Mauer #", "Hinterm {t}hof ##", "In den {t}wiesen #", "Im {n}feld ##", "Im Winkel #", "Unter den {t}en ##", "Unterm {n}berg #", "Zur {t}mühle #", "Zum {n}berg ##", "{t}damm ###", "{t}chaussee ##", "{t}steig #", "{t}stieg ##", "{t}pfad #", "{t}winkel #", "{t}kamp ##", "{t}ufer ##", "{t}markt #", "{n}kamp #", "{n}stieg ##", "{n}höhe #", "{n}garten ##", "{t}zeile ##", "{t}siedlung ##", "{t}leite #", "{t}rain ##", "Kirchplatz #", "Anger ##", "Beim {n} ##", "Vor dem Tor #", "Neuer Wall ##"],
    "ro": romanian.STREETS,
    "tr": turkish.STREETS,
}
KINDS = {"en": "Road,Rd,Street,St,St.,Avenue,Ave,Lane,Ln,Close,Drive,Dr,Crescent,Terrace,Way,Court,Ct,Place,Gardens,Grove,Hill,Walk,Mews,Boulevard,Blvd,Parkway,Circle,Square,Row,Rise,View,Park,Trail,Highway,Green,Quay".split(",")}
SPANISH_KINDS = "||||C/ |C/|Calle |c/ |C. |Avda. |Av. |Avda |Avenida |Plaza |Pza. |Pz de |Ctra. |Carretera de |Paseo |Pº |Camino |Ronda |Glorieta |Vía |Rúa |Rua |Jr. |Pasaje |Cra. |Diagonal |Travesía ".split("|")


def line(values) -> str:
    """A street line in the language of `values`."""
    if values.lang == "es":
        return spanish(values)
    pattern = values.pick(PATTERNS[values.lang])
    while "{k}" in pattern:
        pattern = pattern.replace("{k}", values.pick(KINDS["en"]), 1)
    word = values.pick(NAMED_AFTER[values.lang])
    text = values.digits(pattern).format(n=values.name(values.last), f=values.name(values.first), c=values.town(), t=word)
    return re.sub(r"\b0+(\d*)", lambda m: m.group(1) or "1", text)


def spanish(values) -> str:
    """A street line in one of the many forms that Spanish and Latin American senders use."""
    r, name, rng = values.pick, values.name, values.rng
    kind = r(SPANISH_KINDS)
    body = r([name(values.last), f"{name(values.first)} {name(values.last)}", f"Dr. {name(values.last)}", f"de {name(values.city)}",
              f"de los {name(values.last)}", f"San {name(values.first)}", f"{name(values.last)} y {name(values.last)}"][: None if kind else 3])  # fmt: skip
    body = body.removeprefix("de ") if kind.endswith(" de ") else body
    n = rng.randint(1, 350)
    number = r([f", {n}", f" {n}", f" nº {n}", f", nº {n}", f" Nº{n}", " s/n", ", s/n", " S/N", f",{n}", f" {n}-{n + 2}", f", km. {n % 30},{n % 10}00", "" if kind else f", {n}"])
    tail = values.digits(r([""] * 9 + [", #º @", ", #º", " - #º", ", #-#", ". #@", ", bajo", " Bajo B", ", Esc. #, #º@", ", piso #", ", Col. Centro", ", Edificio " + name(values.last),
                                       " Torre #", ", portal #, #º dcha.", " #º piso dto. @", ", #ª planta", " esquina " + name(values.last), ". Edif. @"]))  # fmt: skip
    return kind + body + number + tail
