# SPDX-License-Identifier: Apache-2.0
"""Names that Faker's lists lack: the commonest surnames of each language, the most frequent first; surnames that are
also words, which a note holds in both senses; and names from other countries."""

from .romanian import lists as romanian
from .turkish import lists as turkish

COMMON = {
    "en": "Smith Jones Johnson Williams Brown Taylor Davies Wilson Evans Thomas Roberts Miller Davis Walker Wright Robinson Thompson White Hughes Edwards Green Hall Wood Harris Lewis Martin Jackson Clarke Clark Garcia Martinez "
    "Rodriguez Hernandez Lopez Gonzalez Perez Sanchez Ramirez Torres Nguyen Lee Kim Patel Khan Singh Ahmed Ali Hussain Begum Chen Wang Li Wong Tran Shah Kaur Anderson Moore Young King Scott Hill Adams Baker Nelson Carter Mitchell Campbell "
    "Phillips Turner Parker Collins Stewart Morris Murphy Cook Rogers Morgan Cooper Reed Bailey Bell Kelly Howard Ward Cox Richardson Watson Brooks Wood James Bennett Gray Hughes Price Myers Long Foster Sanders Ross Powell Sullivan Russell "
    "Butler Barnes Fisher Henderson Simmons Patterson Jordan Reynolds Hamilton Graham Wallace Cole West Owens Gibson Marshall Ellis Stevens Murray Ford Hunter Palmer Mills Shaw Rice Robertson Black Daniels Payne Hart Fox Rose Stone Knight "
    "O'Brien O'Connor O'Neill O'Sullivan Byrne Walsh Ryan Doyle McCarthy Gallagher Doherty Kennedy Lynch Quinn McLaughlin MacDonald McKenzie Fraser Cameron Ferguson Duncan Armstrong Elliott Harvey Lawson Dixon Gordon Hudson",
    "es": "García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez "
    "Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Flores Herrera Gallego Márquez León Peña Calvo Cabrera Vidal Campos Vega Fuentes Carrasco Diez "
    "Aguilar Caballero Nieto Santana Pascual Herrero Montero Giménez Hidalgo Lorenzo Ibáñez Santiago Duran Vargas Benítez Arias Mora Ferrer Carmona Crespo Rojas Román Soto Sáez Velasco Moya Soler Parra Esteban Bravo Gallardo Pastor Rivera Silva "
    "Mendoza Ríos Salazar Espinoza Contreras Quispe Mamani Reyes Guzmán Rivas Valdez Zamora Rosales Chávez Juárez Acosta Godoy Sosa Ledesma Ojeda Peralta Figueroa Tapia Araya Sepúlveda Bustos Cárdenas Paredes Huamán Zambrano Etxeberria Agirre Goikoetxea Puig Vila Roca Serra Bosch Ferreiro Otero Seoane",
    "it": "Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De Luca Mancini Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola "
    "De Santis D'Angelo Marchetti Parisi Villa Conte Ferraro Ferri Fabbri Bianco Marini Grasso Valentini Messina Sala De Angelis Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti Cattaneo Morelli Amato Silvestri Mazza Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti Caputo Montanari Guerra "
    "Palmieri Bernardi Martino Fiore De Rosa Ferretti Bellini Basile Riva Donati Piras Vitali Battaglia Sartori Neri Costantini Milani Pagano Ruggiero Sorrentino D'Amico Orlando Damico Negri Piazza Villani Melis Deiana Locci Hofer Pichler Mair Gruber Zanetti Zanon Furlan Brambilla Fumagalli Colnaghi Iacono Lo Presti La Rosa Di Stefano Dell'Acqua Della Valle D'Agostino",
    "fr": "Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Lefevre Faure Andre Mercier Blanc Guerin Boyer Garnier Chevalier Francois Legrand Gauthier Garcia "
    "Perrin Robin Clement Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noel Meyer Dufour Meunier Brun Blanchard Giraud Joly Riviere Lucas Brunet Gaillard Barbier Arnaud Martinez Gerard Roche Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas "
    "Lacroix Olivier Philippe Bourgeois Pierre Benoit Rey Leclerc Payet Rolland Leclercq Guillaume Lecomte Lopez Jean Dupuy Guillot Hubert Berger Carpentier Sanchez Dupuis Moulin Louis Deschamps Huet Vasseur Perez Boucher Fleury Royer Klein Jacquet Adam Paris Poirier Marty Aubry Guyot Carre Charles Renault Charpentier Menard Maillard "
    "Tremblay Gagnon Côté Bouchard Gauthier Morin Lavoie Fortin Gagné Ouellet Pelletier Bélanger Lévesque Bergeron Leblanc Paquette Girard Peeters Janssens Maes Jacobs Mertens Dubois Lambert Diallo Traoré Diop Ndiaye Koné Coulibaly Camara Bah Touré Benali Bouzid Haddad Mansouri Ben Salah El Amrani Cherif Saïdi Nguyen Da Silva Fernandes Pereira",
    "de": "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller "
    "Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer "
    "Arnold Wolff Pfeiffer Ernst Lindner Hübner Kramer Franz Reuter Krämer Hansen Petersen Jansen Janssen Gruber Pichler Steiner Moser Hofer Leitner Eder Reiter Mayr Wimmer Egger Brunner Baumgartner Auer Binder Lechner Wallner Aigner Ebner Koller Lehner Frei Gerber Widmer Wyss Suter Kunz Bachmann Studer Bühler Ammann Nowak Kowalski Wiśniewski Yılmaz Yilmaz Kaya Demir Öztürk Şahin Arslan Aydin Petrović Jovanović Hasanović Ivanov Schulze-Velten von Berg von der Heide zu Sayn",
    "ro": romanian.COMMON,
    "tr": turkish.COMMON,
}  # fmt: skip
WORDS = {
    "en": "Rose May Day Frost Snow Winter Summers Lamb Fish Bird Swan Drake Finch Hawk Wolf Lion Bishop Pope Dean Monk Page Cook Cooke Butcher Farmer Gardener Mason Potter Sadler Carpenter Skinner Glass Pane Steel Gold Silver Diamond Pearl Power Strong Little Small Short Long Sharp Blunt Savage Moody Bright Rich Poor Head Foot Hand Legg Bone Blood Body "
    "Heart Hope Love Joy Grace Pride Best Good Noble Wise Law Judge Marks Bill Price Penny Cash Banks Rivers Lake Brook Pool Wells Marsh Moor Heath Field Park Lane Street Bridge Church Temple Chapel Hall House Barn Mills Wall Gates Bolt Key Locke Pitt Cave Burns Payne Akers Childs Sick Nurse Doctor Coffin Graves",
    "es": "Blanco Rubio Moreno Calvo Delgado Gordo Bueno Bravo Fuerte Hermoso Feliz Leal Guerrero Caballero Pastor Zapatero Herrero Carpintero Escudero Barbero Marín Cordero Vaca Toro Gallo Gallego Catalán Navarro Sevilla Toledo Burgos Ávila Cuenca Soria Mayo Abril Sol Luna Cielo Nieves Mar Ríos Fuentes Peña Roca Sierra Montes Prado Campos Valle Cuesta Calle Plaza Torres Castillo "
    "Iglesias Cruz Santos Rey Reina Conde Manzano Naranjo Olivo Pino Rosas Flores Ramos Hoz Hierro Plata Oro Cabeza Pie Mano Corazón Sangre Dolores Salud Alegría Esperanza Gracia Cámara Mesa Silla Puerta Rincón Paredes",
    "it": "Bianco Neri Rossi Verdi Bruno Biondi Ricci Basso Alto Grosso Magro Forte Bello Brutto Buono Amato Felice Leone Gallo Gatti Lupo Volpe Colombo Merlo Falco Pesce Vitello Fabbri Ferraro Barbieri Sartori Pastore Guerra Pace Conte Conti Re Papa Abate Monaco Vescovo Chiesa Casa Villa Torre Ponte Piazza Strada Fontana Fiume Lago Monti Valle Costa Riva Bosco Fiore Rosa Viola Pera Mela Oliva Vigna "
    "Vino Sale Pepe Zucchero Testa Gamba Bocca Mano Piede Barba Sangue Cuore Dolce Amaro Gentile Grande Piccolo Vecchio Giovane Novello Marzo Aprile Giugno Sabato Domenica Natale Pasqua Salute Speranza",
    "fr": "Petit Grand Legrand Blanc Leblanc Roux Leroux Brun Noir Gros Lebon Bon Beau Joly Doux Fort Vaillant Hardy Sage Leroy Roi Prince Comte Chevalier Baron Lévêque Abbé Moine Pape Berger Boucher Boulanger Charpentier Chapelier Couturier Fabre Lefèvre Marchand Mercier Meunier Tisserand Tailleur Verrier Loup Renard Lelièvre Agneau Mouton Poisson Pigeon Merle Corbeau Rossignol Coq "
    "Fontaine Rivière Ruisseau Lac Mer Montagne Vallée Forêt Bois Dubois Duchêne Chêne Pommier Poirier Rose Fleur Lafleur Jardin Dupré Champ Château Maison Lamaison Laporte Pont Dupont Moulin Église Lacroix Noël Pascal Avril Mai Janvier Lundi Samedi Dimanche Main Pied Tête Coeur Sang Joie Grâce Bonheur Malade",
    "de": "Leber Finger Zucker Fuß Herz Zahn Kopf Bein Arm Hals Blum Blume Stern Sonne Mond Himmel Sturm Wind Frost Schnee Regen Sommer Winter Herbst Frühling Montag Freitag Sonntag März May Morgen Abend Tag Stein Holz Berg Bach Baum Busch Wald Feld Rose Nagel Hammer Messer Löffel Kessel Kohl Kraut Birne Apfel Käse Brot Salz Pfeffer Wein Bier Sauer Süß Fromm Reich Kühn Stark Klug Weise Rau Scharf Ernst "
    "Jung Alt Neu Groß Klein Kurz Lang Hoch Tief Roth Grün Braun Schwarz Weiß Blau Gelb Silber Gold Kupfer Stahl Eisen Glas Vogel Adler Falk Hahn Fuchs Wolf Bär Hase Hirsch Fisch Hecht Krebs Lamm Schaf Kaiser König Herzog Graf Ritter Bischof Papst Abt Mönch Richter Vogt Schulze Bauer Müller Schmied Koch Becker Fleischer Metzger Schneider Schuster Weber Maurer Zimmermann Wagner Förster Jäger Gärtner Kranz Freund Kind Vetter Oheim",
    "ro": romanian.WORDS,
    "tr": turkish.WORDS,
}  # fmt: skip
# The commonest first names, for languages where Faker has few names or draws rare ones as often.
FIRST = {"ro": romanian.FIRST, "tr": turkish.FIRST}
FIRST_ABROAD = (
    "Mehmet Ayşe Fatma Mustafa Emine Hüseyin Zeynep Elif Murat Özlem Mohammed Mohamed Ahmed Fatima Aisha Youssef Omar Khadija Hassan Layla Karim Samira Abdul Ibrahim Mariam Yasmin Tariq Nadia Bilal Amina Priya Rahul Anjali Arjun Lakshmi Sanjay Deepa Harpreet Gurpreet Manjit Nirmala Suresh Thi Minh Huong Linh Tuan Hoa Wei Mei Ling "
    "Xiuying Jun Hui Yan Hiroshi Yuki Kenji Ji-woo Min-jun Soo-jin Olga Svetlana Natalia Dmitri Sergei Oksana Andriy Iryna Mykola Katarzyna Agnieszka Piotr Tomasz Małgorzata Krzysztof Ion Gheorghe Mihaela Florin Ioana Vasile Dragan Milan Jelena Goran Snežana Besnik Arben Drita Ilir Vjosa Giorgos Eleni Yannis João Fátima Conceição Rui "
    "Adebayo Chioma Ngozi Oluwaseun Emeka Kwame Akosua Kofi Abena Mamadou Aminata Ousmane Fatou Ibrahima Awa Moussa Aïcha Selam Dawit Tesfaye Abdi Hodan Ferhat Leyla Shirin Reza Maryam Farid Zahra Nasrin Camille Jean-Luc Heinz Gertrud Bjørn Ingrid Lars Aoife Siobhán Niamh Carlos Lucía Juan Luigi Giulia Paolo"
)  # fmt: skip
LAST_ABROAD = (
    "Yılmaz Kaya Demir Çelik Şahin Öztürk Aydın Arslan Doğan Kılıç Al-Masri El-Sayed Haddad Khoury Mansour Benali Bouzid El Idrissi Ben Ali Hamidi Rahimi Karimi Hosseini Ahmadi Nazari Hussain Malik Chaudhry Iqbal Sharma Gupta Kumar Reddy Iyer Nair Banerjee Das Fernando Perera Nguyen Tran Pham Le Hoang Vo Dang Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou "
    "Tanaka Suzuki Sato Kim Park Choi Ivanov Petrova Smirnov Kuznetsova Kovalenko Shevchenko Bondarenko Nowak Kowalski Wójcik Kamiński Lewandowska Zieliński Popescu Ionescu Popa Munteanu Stan Radu Horvat Kovačević Petrović Jovanović Nikolić Novák Svoboda Nagy Szabó Tóth Kovács Hoxha Shehu Gashi Krasniqi Papadopoulos Georgiou Silva Santos Ferreira Pereira Oliveira "
    "Adeyemi Okafor Okonkwo Eze Balogun Mensah Owusu Boateng Diallo Diop Traoré Keita Koné Coulibaly Ndiaye Sow Tesfaye Bekele Abdi Warsame Jensen Hansen Andersson Lindqvist Virtanen de Vries van den Berg Bakker Rossi Ferrari García Martínez Dubois Schmidt Müller Murphy O'Brien"
)  # fmt: skip


PARTICLES = set("De Di Da Lo La Della El Ben von van de zu der den".split())


def split(names: str) -> list[str]:
    """Names separated by spaces, each with the particles before it."""
    out, begun = [], []
    for word in names.split():
        begun.append(word)
        if word not in PARTICLES:
            out.append(" ".join(begun))
            begun = []
    return out
