# SPDX-License-Identifier: Apache-2.0
"""Words of nationality and ethnic origin, in gender and number. They identify people if they describe people, and
nobody if they describe things: {NATIONALITY.f} is marked, {DEMONYM.f} is not."""

import functools
import re

# Masculine adjectives, the most frequent first; a slash separates an irregular feminine.
PEOPLES = {
    "en": "Italian,French,German,Spanish,Polish,Romanian,Albanian,Turkish,Moroccan,Algerian,Tunisian,Egyptian,Syrian,Lebanese,Iraqi,Iranian,Afghan,Pakistani,Indian,Bangladeshi,Sri Lankan,Nepalese,Chinese,Han Chinese,Japanese,Korean,"
    "South Korean,Vietnamese,Thai,Filipino,Indonesian,Malaysian,Malay,Taiwanese,Mongolian,Russian,Ukrainian,Belarusian,Moldovan,Bulgarian,Greek,Serbian,Croatian,Bosnian,Slovenian,Slovak,Czech,Hungarian,Austrian,Swiss,Dutch,Belgian,"
    "Danish,Swedish,Norwegian,Finnish,Icelandic,Irish,Scottish,Welsh,English,British,Portuguese,Maltese,Cypriot,Israeli,Jordanian,Saudi,Kuwaiti,Omani,Yemeni,Kurdish,Armenian,Georgian,Azerbaijani,Kazakh,Uzbek,Libyan,Sudanese,"
    "Ethiopian,Eritrean,Somali,Kenyan,Ugandan,Tanzanian,Rwandan,Congolese,Cameroonian,Nigerian,Ghanaian,Ivorian,Senegalese,Malian,Gambian,Guinean,Angolan,Zambian,Zimbabwean,South African,Malagasy,American,Canadian,Mexican,Cuban,"
    "Haitian,Jamaican,Dominican,Puerto Rican,Guatemalan,Honduran,Salvadoran,Colombian,Venezuelan,Ecuadorian,Peruvian,Bolivian,Chilean,Argentinian,Uruguayan,Brazilian,Australian,Maori,Samoan,Lithuanian,Latvian,Estonian",
    "es": "español,marroquí,rumano,colombiano,ecuatoriano,peruano,boliviano,venezolano,argentino,chileno,uruguayo,paraguayo,brasileño,mexicano,cubano,dominicano,haitiano,hondureño,guatemalteco,salvadoreño,nicaragüense,panameño,"
    "costarricense,puertorriqueño,estadounidense,canadiense,italiano,francés,portugués,inglés,británico,escocés,irlandés,alemán,holandés,neerlandés,belga,suizo,austriaco,polaco,ucraniano,ruso,búlgaro,húngaro,checo,moldavo,albanés,"
    "griego,turco,sueco,noruego,danés,finlandés,lituano,armenio,georgiano,argelino,tunecino,egipcio,libio,saharaui,senegalés,maliense,gambiano,guineano,ecuatoguineano,nigeriano,ghanés,camerunés,congoleño,marfileño,mauritano,"
    "etíope,keniano,sudafricano,sirio,libanés,iraquí,iraní,afgano,pakistaní,indio,bangladesí,nepalí,chino,japonés,coreano,vietnamita,filipino,tailandés,israelí,australiano,catalán,gallego,andaluz,canario",
    "it": "italiano,albanese,rumeno,romeno,marocchino,tunisino,algerino,egiziano,libico,senegalese,nigeriano,ghanese,ivoriano,maliano,gambiano,guineano,camerunense,congolese,togolese,eritreo,etiope,somalo,sudanese,keniano,ucraino,moldavo,"
    "polacco,russo,bulgaro,ungherese,ceco,slovacco,sloveno,croato,serbo,bosniaco,macedone,kosovaro,greco,turco,siriano,libanese,iracheno,iraniano,afghano,pakistano,indiano,bengalese,cingalese,nepalese,cinese,giapponese,coreano,"
    "vietnamita,filippino,tailandese,peruviano,ecuadoriano,boliviano,colombiano,venezuelano,brasiliano,argentino,cileno,uruguaiano,cubano,dominicano,messicano,salvadoregno,statunitense,americano,canadese,australiano,francese,"
    "tedesco,spagnolo,portoghese,inglese,britannico,irlandese,olandese,belga,svizzero,austriaco,svedese,norvegese,danese,finlandese,lituano,georgiano,armeno,siciliano,sardo,napoletano,romano,milanese,pugliese,calabrese,veneto,toscano",
    "fr": "français,marocain,algérien,tunisien,sénégalais,malien,ivoirien,camerounais,congolais,guinéen,béninois,togolais,burkinabè,nigérien,nigérian,gabonais,tchadien,mauritanien,comorien,malgache,mauricien,rwandais,burundais,ghanéen,"
    "gambien,éthiopien,érythréen,somalien,soudanais,égyptien,libyen,djiboutien,haïtien,antillais,guadeloupéen,martiniquais,réunionnais,guyanais,portugais,espagnol,italien,belge,suisse,allemand,anglais,britannique,irlandais,"
    "néerlandais,hollandais,luxembourgeois,autrichien,polonais,roumain,bulgare,moldave,hongrois,tchèque,slovaque,serbe,croate,bosniaque,albanais,kosovar,macédonien,grec/grecque,turc/turque,russe,ukrainien,géorgien,arménien,tchétchène,"
    "syrien,libanais,irakien,iranien,afghan,pakistanais,indien,bangladais,sri-lankais,népalais,chinois,japonais,coréen,vietnamien,cambodgien,laotien,thaïlandais,philippin,indonésien,américain,canadien,québécois,mexicain,cubain,"
    "colombien,vénézuélien,péruvien,bolivien,équatorien,chilien,argentin,brésilien,australien,suédois,norvégien,danois,finlandais,lituanien,israélien,palestinien,saoudien,breton,alsacien",
    "de": "deutsch,türkisch,polnisch,russisch,rumänisch,italienisch,syrisch,kroatisch,serbisch,bosnisch,bulgarisch,griechisch,ungarisch,ukrainisch,afghanisch,irakisch,iranisch,kosovarisch,albanisch,mazedonisch,slowenisch,slowakisch,"
    "tschechisch,österreichisch,schweizerisch,französisch,spanisch,portugiesisch,britisch,englisch,irisch,schottisch,niederländisch,holländisch,belgisch,dänisch,schwedisch,norwegisch,finnisch,litauisch,lettisch,moldawisch,"
    "georgisch,armenisch,kasachisch,usbekisch,tschetschenisch,kurdisch,libanesisch,jordanisch,ägyptisch,marokkanisch,algerisch,tunesisch,libysch,eritreisch,äthiopisch,somalisch,sudanesisch,nigerianisch,ghanaisch,kamerunisch,"
    "senegalesisch,gambisch,guineisch,kongolesisch,togoisch,kenianisch,südafrikanisch,pakistanisch,indisch,bangladeschisch,sri-lankisch,nepalesisch,chinesisch,japanisch,koreanisch,vietnamesisch,thailändisch,philippinisch,"
    "indonesisch,mongolisch,amerikanisch,kanadisch,mexikanisch,kubanisch,dominikanisch,kolumbianisch,venezolanisch,peruanisch,bolivianisch,chilenisch,argentinisch,brasilianisch,australisch,israelisch",
    "ro": "român,român,român,român,maghiar,maghiar,rom,rom,rrom,moldovean,ucrainean,italian,sirian,nepalez,german,turc,român,moldovean,maghiar,secui,rom,rrom,țigan,german,sas,șvab,ucrainean,rutean,rus,"
    "lipovean,turc,tătar,bulgar,sârb,croat,slovac,ceh,polonez,armean,evreu,grec,aromân,macedonean,albanez,italian,spaniol,francez,englez,britanic,irlandez,american,canadian,sirian,irakian,iranian,"
    "afgan,pakistanez,indian,nepalez,bangladeshian,srilankez,vietnamez,chinez,filipinez,coreean,japonez,libanez,palestinian,egiptean,tunisian,marocan,algerian,sudanez,nigerian,congolez,somalez,"
    "eritreean,etiopian,kurd,georgian,azer,kazah,uzbek,austriac,elvețian,belgian,olandez,suedez,norvegian,danez,finlandez,portughez,brazilian,mexican,columbian,cubanez,israelian",
    "tr": "Suriyeli,Suriyeli,Suriyeli,Suriye uyruklu,Suriye uyruklu,Afgan,Afgan uyruklu,Afganistan uyruklu,Iraklı,Irak uyruklu,İranlı,Özbek,Özbekistan uyruklu,Türkmen,Türkmenistan uyruklu,Gürcü,Azeri,"
    "Azerbaycanlı,Azerbaycan uyruklu,Kırgız,Kazak,Ukraynalı,Rus,Rus uyruklu,Alman,Alman vatandaşı,Bulgar,Bulgaristan göçmeni,Moldovalı,Gagavuz,Somalili,Pakistanlı,Bangladeşli,Filistinli,Faslı,"
    "Libyalı,Lübnanlı,Mısırlı,Nijeryalı,Etiyopyalı,Hollandalı,Fransız,İngiliz,Amerikalı,Çinli,Uygur,Hintli,Filipinli,Kürt,Kürt kökenli,Arap,Arap kökenli,Laz,Çerkez,Çerkez kökenli,Boşnak,Arnavut,"
    "Arnavut kökenli,Pomak,Roman,Yörük,Zaza,Ermeni,Rum,Süryani,Ahıska Türkü,Kırım Tatarı,T.C.,TC,T.C. vatandaşı,Türk,Türk vatandaşı",
    "ar": "مصري,مصرية,سعودي,سعودية,أردني,أردنية,سوري,سورية,لبناني,لبنانية,عراقي,عراقية,فلسطيني,فلسطينية,مغربي,مغربية,جزائري,جزائرية,تونسي,تونسية,ليبي,ليبية,سوداني,سودانية,يمني,يمنية,عماني,عمانية,إماراتي,إماراتية,كويتي,كويتية,قطري,قطرية,بحريني,بحرينية,"
    "صومالي,صومالية,موريتاني,موريتانية,إثيوبي,إثيوبية,إريتري,تشادي,نيجيري,نيجيرية,سنغالي,مالي الجنسية,كيني,كينية,هندي,هندية,باكستاني,باكستانية,بنغالي,بنغالية,بنجلاديشي,فلبيني,فلبينية,إندونيسي,إندونيسية,سريلانكي,سريلانكية,نيبالي,نيبالية,أفغاني,أفغانية,"
    "إيراني,إيرانية,تركي,تركية,كردي,كردية,أمازيغي,أمازيغية,نوبي,نوبية,أرمني,أرمنية,آشوري,آشورية,تركماني,تركمانية,شركسي,شركسية,ألماني,ألمانية,فرنسي,فرنسية,بريطاني,بريطانية,أمريكي,أمريكية,كندي,روسي,روسية,أوكرانية,صيني,صينية,بدوي,غجرية,إيطالي,إيطالية,يوناني",
}  # fmt: skip
# Words of origin and descent, also of "race" and "skin" in languages that use them.
ORIGINS = {
    "en": "Caucasian,Caucasian,Caucasian,caucasian,white,white,Black,black,African,African American,African-American,Afro-Caribbean,Hispanic,Latino,Asian,Asian,South Asian,East Asian,Southeast Asian,Middle Eastern,North African,West African,East African,"
    "European,Northern European,Mediterranean,Eastern European,Ashkenazi Jewish,Jewish,Arab,Berber,Roma,Native American,Aboriginal,Inuit,Pacific Islander,Polynesian,Latin American,mixed-race,Bantu,Tamil,Punjabi,Kurdish",
    "es": "caucásico,caucásico,caucasiano,blanco,blanco,negro,africano,subsahariano,magrebí,árabe,asiático,asiático,latinoamericano,sudamericano,centroamericano,caribeño,hispano,gitano,mestizo,indígena,mulato,europeo,norteafricano,oriental,judío,bereber,quechua,aimara",
    "it": "caucasico,caucasico,caucasico,bianco,nero,nero,africano,nordafricano,centrafricano,subsahariano,asiatico,sudamericano,latinoamericano,ispanico,arabo,mediorientale,europeo,rom,sinti,ebreo,caraibico,berbero,meticcio,extracomunitario,slavo,magrebino,maghrebino",
    "fr": "caucasien,caucasien,blanc/blanche,noir/noire,noir/noire,africain,subsaharien,maghrébin,nord-africain,asiatique,européen,antillais,arabe,berbère,kabyle,métis/métisse,juif/juive,ashkénaze,rom,gitan,latino-américain,sud-américain,indien,créole,peul,bantou,touareg",
    "de": "kaukasisch,kaukasisch,hellhäutig,dunkelhäutig,afrikanisch,nordafrikanisch,westafrikanisch,ostafrikanisch,asiatisch,südasiatisch,arabisch,europäisch,osteuropäisch,südeuropäisch,lateinamerikanisch,jüdisch,türkischstämmig,russlanddeutsch,afroamerikanisch,persisch,berberisch",
    "ro": "caucazian,caucazian,caucazian,european,african,asiatic,arab,rom,rom,rrom,slav,nord-african,est-european,balcanic,evreu,maghiar",
    "tr": "Kürt,Kürt,Kürt kökenli,Arap kökenli,Çerkez,Çerkez kökenli,Laz,Boşnak,Arnavut kökenli,Pomak,Yörük,Zaza,Ermeni,Rum,Süryani,Afrika kökenli,Asya kökenli,Orta Asya kökenli,Balkan kökenli,Kafkas kökenli,beyaz ırktan,siyahi",
    "ar": "عربي,عربية,عربي,عربية,أفريقي,أفريقية,آسيوي,آسيوية,قوقازي,أوروبي,أوروبية,كردي,كردية,أمازيغي,أمازيغية,نوبي,نوبية,بدوي,بدوية,شركسي,شركسية,أرمني,أرمنية,تركماني,سرياني,غجرية,شرق أوسطي,شمال أفريقي",
}  # fmt: skip
# People by a noun: masculine and feminine.
GERMANS = (
    "Deutscher/Deutsche,Türke/Türkin,Pole/Polin,Russe/Russin,Rumäne/Rumänin,Italiener/Italienerin,Syrer/Syrerin,Kroate/Kroatin,Serbe/Serbin,Bosnier/Bosnierin,Bulgare/Bulgarin,Grieche/Griechin,Ungar/Ungarin,Ukrainer/Ukrainerin,"
    "Afghane/Afghanin,Iraker/Irakerin,Iraner/Iranerin,Albaner/Albanerin,Kosovare/Kosovarin,Tscheche/Tschechin,Slowake/Slowakin,Österreicher/Österreicherin,Schweizer/Schweizerin,Franzose/Französin,Spanier/Spanierin,"
    "Portugiese/Portugiesin,Brite/Britin,Engländer/Engländerin,Ire/Irin,Niederländer/Niederländerin,Belgier/Belgierin,Däne/Dänin,Schwede/Schwedin,Norweger/Norwegerin,Finne/Finnin,Georgier/Georgierin,Armenier/Armenierin,"
    "Kurde/Kurdin,Libanese/Libanesin,Ägypter/Ägypterin,Marokkaner/Marokkanerin,Algerier/Algerierin,Tunesier/Tunesierin,Eritreer/Eritreerin,Äthiopier/Äthiopierin,Somalier/Somalierin,Nigerianer/Nigerianerin,Ghanaer/Ghanaerin,"
    "Senegalese/Senegalesin,Pakistaner/Pakistanerin,Inder/Inderin,Chinese/Chinesin,Japaner/Japanerin,Koreaner/Koreanerin,Vietnamese/Vietnamesin,Thailänder/Thailänderin,Amerikaner/Amerikanerin,Kanadier/Kanadierin,"
    "Brasilianer/Brasilianerin,Kolumbianer/Kolumbianerin,Peruaner/Peruanerin,Chilene/Chilenin,Argentinier/Argentinierin,Australier/Australierin,Sudanese/Sudanesin"
)


# Irregular Romanian forms; `cetățenie` and `origine` are grammatically feminine.
ROMANIAN_WOMEN = {"grec": "greacă", "evreu": "evreică", "turc": "turcă", "rus": "rusă", "kurd": "kurdă", "secui": "secuiască", "macedonean": "macedoneană", "tătar": "tătară", "sârb": "sârbă", "sas": "săsească", "șvab": "șvăbească"}
ROMANIAN_PEOPLE = {"grec": "greci", "evreu": "evrei", "secui": "secui", "sas": "sași", "rus": "ruși", "turc": "turci", "austriac": "austrieci", "uzbek": "uzbeci", "kurd": "kurzi", "moldovean": "moldoveni", "ucrainean": "ucraineni", "maghiar": "maghiari"}


def feminine(lang: str, word: str) -> str:
    if lang == "ro":
        return ROMANIAN_WOMEN.get(word) or (word.removesuffix("ean") + "eană" if word.endswith("ean") else word + "ă")
    if lang == "es":
        if word.endswith("o"):
            return word[:-1] + "a"
        if re.search("[áéí][ns]$", word):
            return word[:-2] + word[-2].translate(str.maketrans("áéí", "aei")) + word[-1] + "a"
        return word + "a" if word == "español" else word
    if lang == "it":
        return word[:-1] + "a" if word.endswith("o") else word
    if lang == "fr":
        if word.endswith("en"):
            return word + "ne"
        return word if word.endswith(("e", "è", "rom")) else word + "ne" if word.endswith("on") else word + "e"
    return word


def plural(lang: str, word: str) -> str:
    if lang == "ro" and word.endswith("ă"):
        return word[:-1] + "e"
    if lang == "ro":
        return ROMANIAN_PEOPLE.get(word) or (word[:-3] + "eni" if word.endswith("ean") else word[:-3] + "ieni" if word.endswith("ian") else word + "i")
    if lang == "es":
        if re.search("[áéí][ns]$", word):
            word = word[:-2] + word[-2].translate(str.maketrans("áéí", "aei")) + word[-1]
        return word + "s" if word[-1] in "aeo" else word[:-1] + "ces" if word[-1] == "z" else word + "es"
    if lang == "it":
        if word in ("rom", "sinti", "belga", "vietnamita"):
            return {"belga": "belgi", "vietnamita": "vietnamiti"}.get(word, word)
        if word.endswith("a"):
            return word[:-2] + "e" if word.endswith("cia") else word[:-1] + ("he" if word.endswith(("ca", "ga")) else "e")
        if word.endswith("io"):
            return word[:-1]
        return word[:-1] + ("hi" if word in ("turco", "tedesco", "polacco", "bosniaco", "bianco") else "i")
    if lang == "fr":
        return word if word.endswith("s") else word + "s"
    return word


def form(lang: str, word: str, part: str) -> str:
    """A word of the lists in the form `part`: m, f, mp or fp; in German an ending, "" for none."""
    if lang == "de":
        return word + {"": "", "m": "er", "f": "e", "mp": "e", "fp": "e"}.get(part, part)
    man, _, woman = word.partition("/")
    word = woman or feminine(lang, man) if part.startswith("f") else man
    return plural(lang, word) if part.endswith("p") else word


# Words that mean other things more often.
OTHERWISE = set(
    "white White Black black Mediterranean Georgian Aboriginal Dominican blanco negro oriental indígena canario romano veneto bianco nero rom sinti "
    "slavo noir/noire blanc/blanche métis/métisse rom oriental peul hellhäutig dunkelhäutig Pole Ire Inder rrom sas arab slav Roman Laz Rum TC T.C.".split()
)


def all_forms(lang: str) -> set[str]:
    """Every form of every people and origin."""
    words = {*PEOPLES[lang].split(","), *ORIGINS[lang].split(",")} - OTHERWISE
    parts = ("", "e", "er", "en", "em", "es") if lang == "de" else ("m", "f", "mp", "fp")
    forms = {form(lang, word, part) for word in words for part in parts}
    if lang == "de":
        forms |= {noun + end for pair in GERMANS.split(",") for noun in pair.split("/") if noun not in OTHERWISE for end in ("", "n", "nen", "innen")}
    return forms


# Things that are named after peoples.
THINGS = {
    "en": "German measles,Spanish flu,French press,French gauge,Japanese encephalitis,West Nile virus,Mediterranean diet,familial Mediterranean fever,Russian stimulation,Swiss ball,Turkish bath,Chinese herbal tea,Greek yoghurt,Irish stew,English literature,"
    "Dutch elm,Roman chair,African trypanosomiasis,American trypanosomiasis,Crimean-Congo haemorrhagic fever,Rocky Mountain spotted fever,the European Society of Cardiology,the American Heart Association,the British National Formulary,Indian ink,"
    "Congo red,Prussian blue,the French classification,the Italian version of the questionnaire,the Spanish guidelines,the Japanese criteria,Chinese hamster ovary cells,Scottish terrier,German shepherd,Siamese cat,Guinea pig,a Canadian splint,Lebanese food,Cuban cigars",
    "es": "gripe española,sarampión alemán,encefalitis japonesa,dieta mediterránea,fiebre mediterránea familiar,tinta china,masaje tailandés,baño turco,pastor alemán,bóxer alemán,la Sociedad Española de Cardiología,la Sociedad Europea de Cardiología,la guía europea,"
    "la guía americana,la versión española del cuestionario,los criterios japoneses,la escala canadiense,tripanosomiasis americana,tripanosomiasis africana,jamón ibérico,gato siamés,rojo Congo,azul de Prusia,leucemia mielocítica en un estudio chino,tortilla española,"
    "un estudio italiano,la serie francesa,un ensayo británico,sonda de 18 French,nuez brasileña,té chino,lente francesa,peste porcina africana,abeja africana",
    "it": "influenza spagnola,encefalite giapponese,dieta mediterranea,febbre mediterranea familiare,inchiostro di china,bagno turco,pastore tedesco,la Società Italiana di Cardiologia,la Società Europea di Cardiologia,le linee guida europee,le linee guida americane,"
    "la versione italiana del questionario,i criteri giapponesi,la classificazione francese,uno studio americano,tripanosomiasi africana,tripanosomiasi americana,rosso Congo,blu di Prussia,gatto siamese,insalata russa,pompa olandese,studio danese,casistica inglese,"
    "bascula francese,peste suina africana,noci brasiliane,tè cinese,cucina cinese,lingua inglese,scuola tedesca",
    "fr": "grippe espagnole,encéphalite japonaise,régime méditerranéen,encre de Chine,bain turc,berger allemand,la Société française de cardiologie,la Société européenne de cardiologie,les recommandations américaines,les recommandations européennes,"
    "la version française du questionnaire,les critères japonais,la classification américaine,une étude danoise,trypanosomiase africaine,trypanosomiase américaine,rouge Congo,bleu de Prusse,chat siamois,capote anglaise,clé anglaise,thé chinois,cuisine italienne,"
    "une série chinoise,langue anglaise,peste porcine africaine,fièvre hémorragique de Crimée-Congo,la Croix-Rouge française,un essai britannique,noix brésiliennes",
    "de": "spanische Grippe,japanische Enzephalitis,mediterrane Kost,russische Stimulation,türkisches Bad,deutscher Schäferhund,englische Sprache,die Deutsche Gesellschaft für Kardiologie,die Europäische Gesellschaft für Kardiologie,die amerikanischen Leitlinien,"
    "die europäische Leitlinie,die deutsche Version des Fragebogens,die japanischen Kriterien,die französische Klassifikation,eine dänische Studie,afrikanische Trypanosomiasis,amerikanische Trypanosomiasis,Kongorot,Berliner Blau,chinesischer Tee,polnische Wurst,"
    "italienisches Essen,schwedisches Mobiliar,griechischer Joghurt,Französisch als Fremdsprache,afrikanische Schweinepest,eine chinesische Fallserie,Wiener Schnitzel,Schweizer Taschenmesser,Englischunterricht",
    "ro": "gripă spaniolă,encefalită japoneză,rujeolă germană,dietă mediteraneană,febră mediteraneană familială,tuș de China,cerneală de China,baie turcească,ciobănesc german,pisică siameză,"
    "Societatea Română de Cardiologie,Societatea Europeană de Cardiologie,ghidul european,ghidul american,versiunea română a chestionarului,criteriile japoneze,clasificarea franceză,"
    "un studiu danez,o serie chineză,tripanosomiază africană,tripanosomiază americană,roșu Congo,albastru de Prusia,salată rusească,cafea turcească,nuci braziliene,ceai chinezesc,"
    "bucătărie italiană,limba engleză,profesoară de franceză,pesta porcină africană,febră hemoragică Crimeea-Congo,Crucea Roșie Română,sondă 18 French,cheie franceză,stimulare rusească,"
    "șnițel vienez,ulei de pește norvegian,Farmacopeea Română",
    "tr": "Japon ensefaliti,Kırım-Kongo kanamalı ateşi,ailesel Akdeniz ateşi,Akdeniz diyeti,Türk Kardiyoloji Derneği,Avrupa Kardiyoloji Derneği kılavuzu,ölçeğin Türkçe uyarlaması,Çin bitki çayı,"
    "Hint mürekkebi,Alman kurdu,Fransız kalibresi,Rus salatası,Van kedisi,Ankara keçisi,Hindi eti,Mısır ekmeği,Antep fıstığı,Japon yapıştırıcısı,Amerikan cilası,Lübnan mutfağı,"
    "çok merkezli bir İtalyan çalışması,Afrika tripanozomiyazı,İspanyol gribi,Alman kızamıkçığı,Türk kahvesi,Türk hamamı,Türk Toraks Derneği kılavuzu,Kongo kırmızısı,Prusya mavisi,İsveç masajı,"
    "Rus stimülasyonu,İngiliz anahtarı,İngilizce öğretmenliği,Arapça kursu,Japon ölçütleri,Fransız sınıflaması,Brezilya fıstığı,Siyam kedisi,Hint yağı,Türk Lirası",
    "ar": "الحمى المالطية,حمى البحر المتوسط العائلية,الحصبة الألمانية,القهوة التركية,المطبخ اللبناني,الجبن الدنماركي,الشاي الهندي,حمى غرب النيل,داء شاغاس الأمريكي,القطة السيامية,الجمعية الأمريكية للقلب,الجمعية الأوروبية للقلب,النسخة العربية من المقياس,"
    "التهاب الدماغ الياباني,الإنفلونزا الإسبانية,حمى القرم والكونغو النزفية,الحبر الهندي,أحمر الكونغو,الحمام التركي,داء المثقبيات الأفريقي,السلطة الروسية,اللغة الفرنسية,اللغة الإنجليزية,الجوز البرازيلي,الهلال الأحمر المصري,الجمعية السعودية للسكري,المعايير اليابانية,التصنيف الفرنسي",
}  # fmt: skip

# Nouns for the person that these words may describe: a word of sex or kinship, or the patient.
HUMAN = {
    "en": r"(?:man|men|woman|women|male|female|boy|girl|child|children|infant|baby|newborn|neonate|patients?|adult|teenager|adolescent|lady|gentleman|mother|father|parents?|family|couple|descent|origin|ancestry|ethnicity|heritage|background|nationality|citizen|immigrant|migrant|refugee|farmer|student|worker)",
    "es": r"(?:hombre|mujer|varón|niñ[oa]|paciente|joven|señora?|lactante|adolescente|madre|padres?|pareja|familia|origen|etnia|raza|nacionalidad|ascendencia|ciudadan[oa]|inmigrante)",
    "it": r"(?:uomo|donna|maschio|femmina|bambin[oa]|ragazz[oa]|paziente|signor[ae]?|giovane|madre|padre|genitori|famiglia|coppia|origini?|etnia|razza|nazionalità|cittadin[oa]|cittadinanza|immigrat[oa]|migrante|badante)",
    "fr": r"(?:homme|femme|garçon|fille|fillette|enfant|patiente?|nourrisson|sujet|jeune|mère|père|parents|famille|couple|origine|ethnie|race|nationalité|ascendance|citoyenne?|migrante?|ressortissante?)",
    "de": r"(?:Mann|Frau|Junge|Mädchen|Kind|Patient(?:in)?|Säugling|Mutter|Vater|Eltern|Familie|Ehepaar|Herkunft|Abstammung|Abstammung|Staatsangehörigkeit|Nationalität|Staatsbürger(?:in)?)",
    "ro": r"(?:bărbat|femeie|băiat|fată|fetiță|copil|pacientă?|bolnavă?|sugar|nou-născut|tânără?|mamă|tată|părinți|familie|cuplu|comunitate|origine|etnie|naționalitate|cetățenie|cetățean|cetățeancă|muncitor|student|imigrant|refugiată?)",
    "tr": r"(?:hasta|kadın|erkek|çocuk|bebek|kız|genç|anne|baba|aile|çift|göçmen|mülteci|işçi|öğrenci|uyruk|vatandaş|köken)\w*",
    "ar": r"(?:رجل|سيدة|امرأة|مريضة?|طفلة?|رضيعة?|شابة?|فتاة|عاملة?|لاجئة?|مهاجرة?|طالبة?|الجنسية|جنسيته|جنسيتها|القومية|الأصل|أصول|والداه|والداها|أمه|أبوه|زوجها|زوجته)",
}  # fmt: skip


@functools.cache
def patterns(lang: str) -> list[tuple[str, str]]:
    """(label, pattern) for text without marks: NATIONALITY if the word is next to a word for a person, else UNKNOWN,
    from which nothing is learnt."""
    words = "|".join(sorted(map(re.escape, all_forms(lang)), key=len, reverse=True))
    human = HUMAN[lang]
    if lang in ("en", "de", "tr"):
        beside = rf"\b({words}) (?i:(?:\w+ )?{human})\b"
    else:
        beside = rf"\b(?i:{human})(?: [\wé]+)?,? (?:d['’]origine |di (?:origine |nazionalità )|de (?:origen |nacionalidad |raza |etnia |origine |naționalitate |cetățenie |etnie )?)?({words})\b"
    return [("NATIONALITY", beside), ("UNKNOWN", rf"\b({words})\b")]
