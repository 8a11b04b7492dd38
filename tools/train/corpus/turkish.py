# SPDX-License-Identifier: Apache-2.0
"""Turkish names, places, institutions, numbers and dates: the "tr" entries of names.py, places.py, streets.py,
institutions.py, correspondence.py and values.py. Faker's Turkish towns and streets are English ones with Turkish heads,
so they are left out."""

from . import turkish_grammar

# The most frequent first, as civil registries publish them; Faker's are rare and old ones.
FIRST = (
    "Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Orhan Serkan Furkan Burak Bayram Cemal Gökhan Uğur Yunus Arda Yiğit Enes Eren Can Cem Deniz Barış "
    "Volkan Onur Tolga Sinan Engin Erkan Ferhat Cihan Selim Tuncay Levent Alper Ufuk Oğuz Kaan Mert Berk Doruk Kerem Efe Ege Poyraz Kuzey Alparslan Miraç Ömer Asaf Eymen Hamza Taha Umut Sait Şükrü Nuri Rıza Veli Dursun Durmuş Satılmış Hıdır Zeki Nihat Turgut İlhan Rıfat Şaban Cafer Haydar "
    "Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Sultan Zehra Hanife Merve Havva Özlem Esra Hacer Yasemin Hülya Dilek Fadime Sevim Sibel Leyla Aysel Songül Gülsüm Selma Sevgi Tuğba Gamze Büşra Kübra Rabia Esma Gülay Filiz Nurcan Semra Derya Pınar Ebru Ceren Selin Ece Defne Nehir Azra "
    "Asel Eylül Ecrin Hiranur Zümra Duru Mina Asya Ela Lina İrem İpek Işıl Ilgın Iraz İlknur İnci Çiğdem Çağla Şule Şeyma Şirin Gönül Gülten Gülizar Güler Perihan Nermin Nurten Müzeyyen Nazmiye Saniye Naciye Feride Melahat Mualla Makbule Döndü Satı Cennet Elmas Yeter Songül Rojda Berfin Zozan "
    "Baran Azad Rojin Dilan Havin Welat Arjin Serhat Ciwan Fatmagül Ayşenur Elifnaz Mehmet Emin Muhammed Yağız Göktuğ Batuhan Tunahan Oğuzhan Atakan Doğukan Gizem Tuğçe Buse Damla Sude Beyza Ceyda Aslı Aslıhan Bengü Burcu Canan Demet Didem Füsun Handan Hande Jale Lale Meltem Mine Müge Nalan Oya Özge Pelin"
)
COMMON = (
    "Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin Taş Köse Yüksel Ateş Aksoy "
    "Karaca Uçar Tunç Kocaman Duman Erol Bayram Uysal Coşkun Uzun Durmaz Karakaya Toprak Alkan Ekinci Güven Akın Toker Demirci Balcı Ergün Akgün Sönmez Karataş Tüfekçi Karadağ Ceylan Gündoğdu Altıntaş Bayraktar Akbulut Kuş Ercan Çiftçi Yaman Ay Çınar Kahraman Dinç Kandemir Soylu Güngör Erdem Bilgin "
    "Karabulut Başaran Sezer Aydoğan Aksu Bakır Tosun Kalkan Şeker Oral Gürbüz Çoban İnan İpek Işıklı Ilgaz Iğdır Çolak Çakmak Şenol Şanlı Ünlü Ürün Ök Öz Özbek Özgür Özel Öner Önal Genç Gök Gümüş Bilici Topal Topçu Kök Ergin Er Esen Eren Tanrıverdi Tuna Taşdemir Temiz Tok Türk Türkmen Tatar Çerkez Gürcü Laz "
    "Karaosmanoğlu Hacıoğlu İmamoğlu Kadıoğlu Müftüoğlu Hatipoğlu Çavuşoğlu Kalyoncu Küçükali Büyükşahin Akkoyun Karakoyunlu Deveci Bozdağ Sarıkaya Karagöz Karaaslan Elmas Menekşe Sevinç Sevim Yiğit Yeşil Yazıcı Yanık Vural Uygun Uludağ Tan Şener Savaş Sağlam Pehlivan Parlak Okur Odabaşı Nas Mutlu Meral Mert "
    "Kıran Kırmızı Kızıl Kayhan Karslı Kartal Kanat İlhan İçöz Hoşgör Güner Göçer Gezer Fidan Fırat Ersoy Ertürk Erdal Ekici Durmuş Doğru Dağ Cengiz Ceyhan Budak Boz Biçer Baysal Baykal Bal Aygün Avşar Atalay Arı Apaydın Altun Alp Albayrak Akyüz Akyol Aktürk Akdeniz Akdağ Akça Ağca Abacı Açıkgöz"
)
# The surname law of 1934 took most of them from everyday words.
WORDS = (
    "Kaya Demir Çelik Yıldız Şahin Kara Koç Kurt Taş Gül Işık Güneş Bulut Ay Toprak Ateş Su Deniz Dağ Dere Göl Orman Ağaç Yaprak Çiçek Menekşe Lale Fidan Elma Armut Ceviz Fındık Üzüm Bal Şeker Tuz Biber Ekmek Un Süt Yağ Et Balık Kuş Kartal Doğan Ceylan Aslan Kaplan Tilki Keskin Kör Topal Sağır Uzun Kısa Küçük "
    "Büyük Genç Yaşlı Kırmızı Sarı Yeşil Mavi Siyah Beyaz Ak Boz Temiz Kirli Parlak Yanık Kırık Çatlak Sağlam Güçlü Korkmaz Yılmaz Durmaz Sönmez Solmaz Bitmez Ölmez Yiğit Mert Cesur Uysal Sert Tatlı Acı Ekşi Tuzlu Sıcak Soğuk Serin Bahar Yaz Güz Kış Ocak Mart Eylül Ekim Pazar Cuma Bayram Ramazan Yağmur Kar Dolu Rüzgar "
    "Demirci Kasap Terzi Berber Çoban Çiftçi Bakkal Hekim Doktor Hemşire Eczacı Sağlık Şifa Hasta Sağ Sol Baş Göz Kulak Burun Diş Dil El Kol Bacak Diz Kalp Can Ciğer Kan Kemik Deri Sırt Bel Saç Kaş Kirpik Yürek Nefes Sevinç Mutlu Umut Barış Savaş Yavaş Çabuk Sabır Kıymet Güven Doğru Düz Eğri Açık Kapalı Yüksel İlk Son Tek Bir"
)

HOME = {"TR": 900}
# As GeoNames spells them and as they are written.
LOCAL_NAMES = {"Istanbul": "İstanbul", "Batikent": "Batıkent", "Umraniye": "Ümraniye", "Sarigerme": "Sarıgerme"}
COUNTRIES = "Türkiye,Türkiye,Türkiye,Türkiye,Almanya,Almanya,Suriye,Suriye,Irak,Azerbaycan,Bulgaristan,Afganistan,Gürcistan,Hollanda,Fransa,Özbekistan,Türkmenistan,İran,Rusya,Ukrayna,KKTC,Kıbrıs,Somali,Avusturya"
STATES = (
    "Adana,Adıyaman,Afyonkarahisar,Ağrı,Aksaray,Amasya,Ankara,Antalya,Ardahan,Artvin,Aydın,Balıkesir,Bartın,Batman,Bayburt,Bilecik,Bingöl,Bitlis,Bolu,Burdur,Bursa,Çanakkale,Çankırı,Çorum,Denizli,Diyarbakır,Düzce,Edirne,Elazığ,Erzincan,Erzurum,Eskişehir,Gaziantep,Giresun,Gümüşhane,Hakkari,Hatay,Iğdır,"
    "Isparta,İstanbul,İzmir,Kahramanmaraş,Karabük,Karaman,Kars,Kastamonu,Kayseri,Kırıkkale,Kırklareli,Kırşehir,Kilis,Kocaeli,Konya,Kütahya,Malatya,Manisa,Mardin,Mersin,Muğla,Muş,Nevşehir,Niğde,Ordu,Osmaniye,Rize,Sakarya,Samsun,Siirt,Sinop,Sivas,Şanlıurfa,Şırnak,Tekirdağ,Tokat,Trabzon,Tunceli,Uşak,Van,Yalova,Yozgat,"
    "Zonguldak,Trakya,Ege Bölgesi,Karadeniz Bölgesi,Doğu Karadeniz,İç Anadolu,Güneydoğu Anadolu,Doğu Anadolu,Marmara Bölgesi,Akdeniz Bölgesi,Çukurova,Kapadokya,Maraş,Urfa,Antep,Afyon,İzmit,Dersim,Toroslar,Menderes Havzası"
)
NATIONALITIES = (
    "Suriyeli,Suriyeli,Suriyeli,Suriye uyruklu,Suriye uyruklu,Afgan,Afgan uyruklu,Afganistan uyruklu,Iraklı,Irak uyruklu,İranlı,Özbek,Özbekistan uyruklu,Türkmen,Türkmenistan uyruklu,Gürcü,Azeri,Azerbaycanlı,Azerbaycan uyruklu,Kırgız,Kazak,Ukraynalı,Rus,Rus uyruklu,Alman,Alman vatandaşı,Bulgar,Bulgaristan göçmeni,Moldovalı,Gagavuz,"
    "Somalili,Pakistanlı,Bangladeşli,Filistinli,Faslı,Libyalı,Lübnanlı,Mısırlı,Nijeryalı,Etiyopyalı,Hollandalı,Fransız,İngiliz,Amerikalı,Çinli,Uygur,Hintli,Filipinli,Kürt,Kürt kökenli,Arap,Arap kökenli,Laz,Çerkez,Çerkez kökenli,Boşnak,Arnavut,Arnavut kökenli,Pomak,Roman,Yörük,Zaza,Ermeni,Rum,Süryani,Ahıska Türkü,Kırım Tatarı,T.C.,TC,T.C. vatandaşı,Türk,Türk vatandaşı"
)

OCCUPATIONS = (
    "ev hanımı,ev hanımı,ev hanımı,emekli,emekli öğretmen,emekli memur,emekli işçi,öğretmen,sınıf öğretmeni,işçi,memur,çiftçi,şoför,kamyon şoförü,tır şoförü,taksi şoförü,minibüs şoförü,servis şoförü,esnaf,bakkal,kasap,manav,fırıncı,berber,kuaför,terzi,tekstil işçisi,konfeksiyon işçisi,inşaat işçisi,inşaat ustası,duvar ustası,boyacı,"
    "sıvacı,kalıpçı,demirci,kaynakçı,tornacı,tesisatçı,elektrikçi,marangoz,mobilyacı,kaportacı,oto tamircisi,lastikçi,mermer ustası,maden işçisi,madenci,tersane işçisi,fabrika işçisi,depo görevlisi,kurye,motokurye,garson,aşçı,bulaşıkçı,çaycı,kahveci,temizlik görevlisi,temizlikçi,güvenlik görevlisi,bekçi,polis memuru,polis,"
    "komiser,jandarma,uzman çavuş,astsubay,subay,itfaiyeci,gardiyan,infaz koruma memuru,zabıta,avukat,hâkim,savcı,noter kâtibi,zabıt kâtibi,muhasebeci,mali müşavir,bankacı,sigortacı,emlakçı,satış danışmanı,kasiyer,market çalışanı,pazarcı,seyyar satıcı,simitçi,hurdacı,kâğıt toplayıcısı,mühendis,inşaat mühendisi,makine mühendisi,mimar,"
    "harita teknikeri,tekniker,teknisyen,yazılımcı,bilgisayar mühendisi,grafiker,gazeteci,muhabir,yazar,çevirmen,tercüman,oyuncu,müzisyen,davulcu,bağlama sanatçısı,ressam,fotoğrafçı,rehber,turizmci,otel çalışanı,kat görevlisi,resepsiyonist,hostes,pilot,makinist,gemici,kaptan,balıkçı,arıcı,çoban,besici,hayvancı,veteriner,ziraat mühendisi,"
    "mevsimlik tarım işçisi,tarım işçisi,çay üreticisi,fındık üreticisi,bağcı,orman işçisi,bahçıvan,apartman görevlisi,kapıcı,bakıcı,çocuk bakıcısı,hasta bakıcı,kreş öğretmeni,anaokulu öğretmeni,hemşire,ebe,eczacı,eczane kalfası,diş hekimi,fizyoterapist,laborant,sosyal hizmet uzmanı,psikolog,akademisyen,öğretim görevlisi,öğrenci,"
    "üniversite öğrencisi,lise öğrencisi,imam,müezzin,müftü,muhtar,belediye çalışanı,çöp toplayıcısı,PTT memuru,postacı,demiryolu işçisi,santral memuru,çağrı merkezi çalışanı,sekreter,büro elemanı,ayakkabıcı,ayakkabı imalatçısı,kuyumcu,saatçi,cam ustası,kot kumlama işçisi,seramik işçisi,dökümcü,matbaacı,halı dokumacısı,dericilik işçisi,"
    "tabakhane işçisi,pastacı,baklavacı,kebapçı,lokantacı,müteahhit,antrenör,futbolcu,güreşçi,spor hocası,dalgıç,vinç operatörü,iş makinesi operatörü,forklift operatörü,CNC operatörü,elektrik teknisyeni,asansör bakımcısı,serbest meslek,serbest,müdür yardımcısı,okul müdürü,şube müdürü,genel müdür,tüccar,nakliyeci,galerici,büfeci"
)

NAMED_AFTER = "Atatürk,Cumhuriyet,İstiklal,Gazi,İnönü,Fevzi Çakmak,Mevlana,Yunus Emre,Fatih,Barbaros,Namık Kemal,Ziya Gökalp,Mehmet Akif Ersoy,Necip Fazıl,Turgut Özal,Adnan Menderes,Hürriyet,Kurtuluş,Zafer,29 Ekim,19 Mayıs,30 Ağustos,Yeni,Bahçelievler,Yenişehir,Esentepe,Çamlık,Gül,Lale,Menekşe,Papatya,Çınar,Kavak,Selvi,Okul,Cami,Çeşme,Değirmen,Pınar,İstasyon,Sanayi,Üniversite,Hastane,Çarşı,Kışla,Bağlar,Yıldız,Güneş,Deniz,Şehit Ömer Halisdemir,Şehitler,Karanfil,Fidan,Sümbül,Kardelen,Barış,Huzur,Ihlamur,İpek Yolu"
STREETS = [
    "{t} Mah. {n} Sok. No: ##/#", "{t} Mah. {t} Cad. No: ##", "{t} Mah. {t} Cad. No:##/#", "{t} Mahallesi {n} Sokak No: ## D: #", "{t} Mh. #### Sk. No:# D:#", "{t} Mah. ####. Sok. No: ## Kat # D: #", "{t} Mah. #### Sokak No:##/##", "{t} Mahallesi, {t} Caddesi, No: ###, Kat: #, Daire: ##", "{t} MAH. {n} SK. NO:##/#",
    "{t} Cad. No: ##", "{t} Cad. ##/#", "{t} Caddesi No: ### Kat #", "{t} Cd. No:##", "{t} Bulvarı No: ###", "{t} Blv. ##/#", "{f} {n} Sok. No: #", "{f} {n} Caddesi ##", "{n} Sokağı No: ##", "####. Sokak No: #/#", "###/# Sok. No:##", "{n} Apt. No: ## D: #", "{n} Apt. Kat # D: ##", "{t} Sok. {n} Apt. No:#/#", "{n} Sitesi @ Blok D: ##",
    "TOKİ Konutları @#-# D:##", "TOKİ @## Blok Kat # Daire ##", "{t} Sitesi @ Blok No: #", "{c} Yolu #. km", "{t} Mah. {n} Küme Evler No: #", "{t} Köyü No: ##", "{c} Köyü Merkez Mah. No:#", "Merkez Mah. {t} Sok. No: ##", "{t} Mah. {n} Çıkmazı No: #", "Şehit {f} {n} Cad. No: ##/#", "Dr. {f} {n} Cad. No:##", "Organize Sanayi Bölgesi #. Cad. No: ##",
    "{t} Caddesi", "{n} Sokak", "{t} Mah.", "{t} Mahallesi", "{t} Bulvarı", "P.K. ##", "P.K. ###", "{t} Mah. Ada ### Parsel #", "{t} mah {n} sok no ## d #", "{t} Mah. {t} Sok. No: #-@", "{n} İş Hanı Kat # No: ##", "{n} Plaza Kat:##", "Yeni Mah. {n} Sok. ##/#",
]  # fmt: skip

HOSPITALS = [
    "{c} Devlet Hastanesi", "{c} Şehir Hastanesi", "{c} Eğitim ve Araştırma Hastanesi", "{c} EAH", "{c} DH", "{c} Üniversitesi Tıp Fakültesi Hastanesi", "{c} Üniversitesi Hastanesi", "{c} Tıp Fakültesi", "{n} Üniversitesi Sağlık Uygulama ve Araştırma Merkezi", "Özel {n} Hastanesi", "Özel {c} Hastanesi", "Özel {n} Tıp Merkezi", "{n} Tıp Merkezi", "{c} Kadın Doğum ve Çocuk Hastalıkları Hastanesi",
    "{c} Göğüs Hastalıkları Hastanesi", "{c} İlçe Hastanesi", "{c} Aile Sağlığı Merkezi", "{c} ASM", "{n} ASM", "{t} ASM", "{n} Aile Sağlığı Merkezi", "{c} Ağız ve Diş Sağlığı Merkezi", "{c} ADSM", "{c} Ağız ve Diş Sağlığı Hastanesi", "{c} Fizik Tedavi ve Rehabilitasyon Hastanesi", "{f} {n} Devlet Hastanesi", "Dr. {f} {n} Devlet Hastanesi", "Prof. Dr. {f} {n} Eğitim ve Araştırma Hastanesi", "Şehit {f} {n} Devlet Hastanesi",
    "{c} Asker Hastanesi", "{c} Toplum Ruh Sağlığı Merkezi", "{c} TRSM", "{c} Ruh Sağlığı ve Hastalıkları Hastanesi", "{c} Onkoloji Hastanesi", "{n} Göz Hastanesi", "Dünya Göz {c}", "{n} Diyaliz Merkezi", "{n} Görüntüleme Merkezi", "{n} Kliniği", "{n} Polikliniği", "{c} 112 Acil Sağlık İstasyonu", "SBÜ {c} Eğitim ve Araştırma Hastanesi", "T.C. Sağlık Bakanlığı {c} Devlet Hastanesi", "{c} Üniversitesi Diş Hekimliği Fakültesi", "{n} Fizik Tedavi Merkezi", "{c} Verem Savaş Dispanseri", "Medical Park {c}", "Acıbadem {c}", "Memorial {c}", "{c} DEVLET HASTANESİ", "{c} ŞEHİR HASTANESİ", "Özel {n} Cerrahi Tıp Merkezi",
]  # fmt: skip
KNOWN_HOSPITALS = (
    "Hacettepe;Hacettepe Üniversitesi Tıp Fakültesi;Hacettepe Üniversitesi Hastaneleri;Hacettepe Tıp;İhsan Doğramacı Çocuk Hastanesi;İbni Sina Hastanesi;Cebeci Hastanesi;Gazi Üniversitesi Tıp Fakültesi;Gazi Hastanesi;GATA;Gülhane EAH;Gülhane Eğitim ve Araştırma Hastanesi;Ankara Şehir Hastanesi;Bilkent Şehir Hastanesi;Etlik Şehir Hastanesi;Ankara Numune;Numune Hastanesi;Dışkapı Yıldırım Beyazıt;Zekai Tahir Burak;"
    "Etlik Zübeyde Hanım;Sami Ulus;Dr. Sami Ulus Çocuk Hastanesi;Atatürk Sanatoryum;Atatürk Göğüs Hastalıkları;Türkiye Yüksek İhtisas;Abdurrahman Yurtaslan Onkoloji Hastanesi;Demetevler Onkoloji;Başkent Üniversitesi Hastanesi;Başkent Hastanesi;TOBB ETÜ Hastanesi;Ufuk Üniversitesi Hastanesi;Bayındır Hastanesi;Güven Hastanesi;Koru Hastanesi;Lösante;Çapa;Çapa Tıp;İstanbul Tıp Fakültesi;Cerrahpaşa;Cerrahpaşa Tıp Fakültesi;"
    "Marmara Üniversitesi Pendik EAH;Haydarpaşa Numune;Siyami Ersek;Koşuyolu;Kartal Koşuyolu;Kartal Lütfi Kırdar;Göztepe EAH;Prof. Dr. Süleyman Yalçın Şehir Hastanesi;Zeynep Kamil;Süleymaniye Doğumevi;Şişli Etfal;Şişli Hamidiye Etfal;Okmeydanı;Prof. Dr. Cemil Taşcıoğlu Şehir Hastanesi;Haseki;Bakırköy Sadi Konuk;Bakırköy Ruh ve Sinir;Mazhar Osman;Erenköy Ruh ve Sinir;Yedikule Göğüs;Süreyyapaşa;Çam ve Sakura;Başakşehir Çam ve Sakura Şehir Hastanesi;"
    "Kanuni Sultan Süleyman;Bağcılar EAH;Ümraniye EAH;Fatih Sultan Mehmet EAH;Taksim EAH;Balta Limanı Kemik Hastanesi;Beyoğlu Göz;Mehmet Akif Ersoy Göğüs Kalp Damar;Bezmialem;Bezmialem Vakıf Üniversitesi;Florence Nightingale;Amerikan Hastanesi;Koç Üniversitesi Hastanesi;Medipol;Medipol Mega;Medicana;Memorial Şişli;Acıbadem Maslak;Acıbadem Altunizade;Liv Hospital;Anadolu Sağlık Merkezi;Yeditepe Üniversitesi Hastanesi;Alman Hastanesi;Balıklı Rum Hastanesi;"
    "Surp Pırgiç;Darülaceze;Ege Üniversitesi Hastanesi;Ege Tıp;Dokuz Eylül;Dokuz Eylül Üniversitesi Hastanesi;Tepecik;Tepecik EAH;Yeşilyurt Atatürk EAH;Bozyaka;Behçet Uz;Dr. Behçet Uz Çocuk Hastanesi;Buca Seyfi Demirsoy;Suat Seren Göğüs Hastalıkları;Kent Hastanesi;Ege Doğumevi;Uludağ Üniversitesi Tıp Fakültesi;Uludağ Tıp;Bursa Yüksek İhtisas;Çekirge Devlet Hastanesi;Ali Osman Sönmez;Akdeniz Üniversitesi Hastanesi;"
    "Akdeniz Tıp;Çukurova Balcalı;Balcalı Hastanesi;Adana Numune;Mersin Üniversitesi Tıp Fakültesi;Erciyes Tıp;Erciyes Üniversitesi Gevher Nesibe Hastanesi;Meram Tıp;Selçuk Tıp;Selçuklu Tıp;Ondokuz Mayıs Üniversitesi;OMÜ Tıp;KTÜ Farabi;Farabi Hastanesi;Ahi Evren;Kanuni EAH;Atatürk Üniversitesi Araştırma Hastanesi;Mareşal Çakmak;Turgut Özal Tıp Merkezi;Fethi Sekin Şehir Hastanesi;Fırat Üniversitesi Hastanesi;Dicle Tıp;Gazi Yaşargil;"
    "Gaziantep Üniversitesi Şahinbey Hastanesi;Ersin Arslan;Dr. Ersin Arslan EAH;Cengiz Gökçek;Harran Tıp;Mehmet Akif İnan;Sütçü İmam Tıp;Necip Fazıl Şehir Hastanesi;Yunus Emre Devlet Hastanesi;Osmangazi Tıp;ESOGÜ;Celal Bayar Tıp;Merkezefendi Devlet Hastanesi;Pamukkale Tıp;Adnan Menderes Tıp;Trakya Tıp;Namık Kemal Tıp;Kocaeli Tıp;Derince EAH;Sakarya EAH;İzzet Baysal;Bülent Ecevit Tıp;Atatürk Devlet Hastanesi;Karadeniz Ereğli DH;Servergazi;Yüzüncü Yıl Tıp;Van Bölge EAH;Lokman Hekim;Burhan Nalbantoğlu;Yakın Doğu Üniversitesi Hastanesi"
)
HEALTH_SERVICES = (
    "{c} SGK İl Müdürlüğü;{c} İl Sağlık Müdürlüğü;{c} İlçe Sağlık Müdürlüğü;{c} Toplum Sağlığı Merkezi;{c} TSM;{c} 112 Komuta Kontrol Merkezi;{c} UMKE;Halk Sağlığı Müdürlüğü;{c} Halk Sağlığı Laboratuvarı;Refik Saydam;Kızılay;Türk Kızılay;{c} Kızılay Kan Merkezi;Evde Sağlık Birimi;{c} Evde Sağlık;AFAD;Adli Tıp Kurumu;{c} Adli Tıp Şube Müdürlüğü;ÇİM;{c} ŞÖNİM;AMATEM;{c} ÇEMATEM;KETEM;{c} KETEM;"
    "Allianz Sigorta;Anadolu Sigorta;Axa Sigorta;Türkiye Sigorta;{n} Ambulans"
)
ORGANIZATIONS = (
    "{c} Üniversitesi;{n} Üniversitesi;{c} Belediyesi;{c} Büyükşehir Belediyesi;{c} Kaymakamlığı;{c} Valiliği;{c} Emniyet Müdürlüğü;{c} Jandarma Komutanlığı;{c} Cumhuriyet Başsavcılığı;{c} Adliyesi;{c} Asliye Hukuk Mahkemesi;{c} 2. Aile Mahkemesi;{c} Çocuk Mahkemesi;{c} Cezaevi;{c} E Tipi Kapalı Ceza İnfaz Kurumu;{c} L Tipi Cezaevi;{c} Müftülüğü;{c} Nüfus Müdürlüğü;{c} Aile ve Sosyal Hizmetler İl Müdürlüğü;{c} Sosyal Hizmet Merkezi;"
    "{c} Huzurevi;{n} Huzurevi;Özel {n} Huzurevi;{n} Yaşlı Bakım Merkezi;{c} Çocuk Evleri Sitesi;{c} Sevgi Evleri;{c} Geri Gönderme Merkezi;{c} Göç İdaresi;{n} Özel Eğitim ve Rehabilitasyon Merkezi;{c} RAM;{n} İlkokulu;{t} İlkokulu;{t} Ortaokulu;{n} Ortaokulu;{t} Anadolu Lisesi;{c} Anadolu Lisesi;{c} Fen Lisesi;{n} Mesleki ve Teknik Anadolu Lisesi;{f} {n} İlkokulu;Şehit {f} {n} İmam Hatip Ortaokulu;{n} Koleji;Özel {n} Anaokulu;{t} Anaokulu;{n} Kreşi;KYK {c} Yurdu;"
    "{n} Eczanesi;{f} Eczanesi;{t} Eczanesi;{n} İnşaat;{n} Tekstil;{n} Nakliyat;{n} Turizm;{n} Gıda San. ve Tic. Ltd. Şti.;{n} Makina A.Ş.;{n} Holding;{n} Mobilya;{n} Otomotiv;{n} Market;{n} Fırını;{n} Lokantası;{n} Otel;{n} Petrol;{n} Kardeşler;{n} Hukuk Bürosu;{n} Ltd. Şti.;{n} A.Ş.;{c} Organize Sanayi;{c} Şeker Fabrikası;{c} Çimento;{c} Tekstil Fabrikası;{c} Belediyespor;{c}spor;{n} Spor Kulübü;{c} Ziraat Odası;{c} Ticaret Odası;{c} Barosu;{c} Tabip Odası;"
    "{n} Vakfı;{c} Yardımlaşma Derneği;{n} Derneği;{c} Camii;{t} Camii;{c} Cemevi;{c} Tapu Müdürlüğü;{c} Tarım Kredi Kooperatifi;{n} Bankası;{n} Sigorta;{c} Otogarı;{c} Havalimanı;{c} İtfaiyesi;{n} Köyü Muhtarlığı;{t} Mahallesi Muhtarlığı;ODTÜ;İTÜ;Boğaziçi Üniversitesi;Bilkent;Koç Üniversitesi;Sabancı Üniversitesi;YTÜ;TCDD;PTT;TEDAŞ;BOTAŞ;TÜPRAŞ;TÜBİTAK;MEB;Milli Eğitim Bakanlığı;Millî Savunma Bakanlığı;TSK;İŞKUR;Arçelik;Vestel;Beko;Ford Otosan;Tofaş;Ülker;Eti;Koton;LC Waikiki;BİM;A101;Şok Market;Migros;Turkcell;Türk Telekom;"
    "Vodafone;Ziraat Bankası;İş Bankası;Garanti BBVA;Akbank;Yapı Kredi;Halkbank;Vakıfbank;THY;Pegasus;Erdemir;Kardemir;TKİ;Çaykur;Tekel;Sümerbank;TRT;İETT;İSKİ;ASKİ;Yeşilay;Türk Hava Kurumu;LÖSEV;Darüşşafaka;Çocuk Esirgeme Kurumu;Alkolikler Birliği;Fenerbahçe;Galatasaray;Beşiktaş;Trabzonspor"
)
BARE = {
    "HOSPITAL": ["{c}", "{c} Devlet", "{c} Şehir", "Numune", "Araştırma", "{n}", "Özel {n}", "{c} EAH", "Tıp Fakültesi", "Devlet Hastanesi", "Etfal", "Onkoloji", "{n} Hastanesi"],
    "ORGANIZATION": ["Huzur Evi", "Çınar", "{n}", "{f} Hanım Konağı", "Sevgi Evi", "Gül Bahçesi", "Mavi Ev", "{c} Huzurevi", "Altın Yıllar", "{t}", "Umut Evi", "Papatya"],
}  # fmt: skip

INTRODUCTION = ["Uzm. Dr. {D}", "Prof. Dr. {D}", "Doç. Dr. {D}", "Op. Dr. {D}", "Dr. {D}", "Dr. Öğr. Üyesi {D}", "Gönderen: Dr. {D}", "Sorumlu hekim: {D}", "Yazışma adresi: Dr. {D}", "İletişim: {D}", "Hazırlayan: {D}", "Dt. {D}", "Ecz. {D}", "Sayın Dr. {D}", "Hekim: {D}"]
DEPARTMENT = ("{} Kliniği", "{} Anabilim Dalı", "{} Polikliniği", "{} Bilim Dalı", "{} Servisi", "{} AD", "{} BD", "{} Ünitesi")
FIELD = "Nefroloji,Üroloji,Göz Hastalıkları,Genel Cerrahi,Çocuk Sağlığı ve Hastalıkları,Nöroloji,İç Hastalıkları,Deri ve Zührevi Hastalıkları,Yoğun Bakım,Ağız Diş ve Çene Cerrahisi,Tıbbi Patoloji,Kardiyoloji,Göğüs Hastalıkları,Ortopedi ve Travmatoloji,Kadın Hastalıkları ve Doğum,Ruh Sağlığı ve Hastalıkları,Radyoloji,Tıbbi Onkoloji,Hematoloji,Enfeksiyon Hastalıkları,Fiziksel Tıp ve Rehabilitasyon,Kulak Burun Boğaz,Anesteziyoloji ve Reanimasyon,Acil Tıp,Aile Hekimliği,Beyin ve Sinir Cerrahisi,Kalp ve Damar Cerrahisi,Gastroenteroloji,Endokrinoloji"
ROLE = "Klinik Şefi,Anabilim Dalı Başkanı,Başhekim,Başhekim Yardımcısı,Araştırma Görevlisi,Asistan Dr.,Başasistan,Sorumlu Hemşire,Servis Sorumlusu,Öğretim Üyesi,Uzman,İntörn,PhD,Başhemşire,Eğitim Görevlisi"
INDOORS = "3. Kat,Zemin Kat,B Blok,A Blok 2. Kat,Ek Bina,Poliklinik Binası,(4. kat),Yataklı Servis,Kule 2,MH4,Bodrum Kat,Oda 214"
CONTACT = ("Tel: {PHONE}", "Telefon: {PHONE}", "Faks: {FAX}", "Fax: {FAX}", "E-posta: {EMAIL}", "e-posta: {EMAIL}", "{EMAIL}", "Tel: {PHONE} Faks: {FAX}", "GSM: {PHONE}", "Cep: {PHONE}", "Tel. {PHONE} (dahili {PHONE.ext})")

MONTHS = "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"
# Patterns of numbers, in the place of those of other countries.
NUMBERS = {
    "VEHICLE": ["34 @@@ ##", "06 @@ ###", "35 @@@ ##", "## @@ ###", "## @@@ ##", "## @ ####", "34@@@##", "34 @@ ####", "0# @@@ ###", "27 @@ ###", "##@@###"],
    "ZIP": ["34###", "06###", "35###", "0####", "1####", "2####", "3####", "4####", "5####", "6####", "#####"],
    "MEDICAL_RECORD": ["#######", "######", "########", "H-######", "###-###", "##/####", "#####", "D-#####", "20##-#####", "@#####", "###.###"],
    "HEALTH_PLAN": ["#############", "##########", "########", "34########", "SGK-########", "####-####-####", "P-#######", "@@########", "##-#########-##"],
    "LICENSE": ["#####", "######", "##-####", "####-###", "#####/##", "TD-#####", "######-#####"],
    "ENCOUNTER": ["######", "########", "#######", "20##/#####", "20##/######", "20##-######", "##########", "#####/20##", "@@#######", "3@#@#@#"],
    "EMPLOYEE": ["####", "#####", "######", "@####", "S-#####"],
    "ID": ["@@######", "########", "#####/##", "B-####/##", "20##/####", "20##/##### Esas", "20##/### K.", "@#@#-####-##", "##-#####", "#####", "##@######", "P##-####", "######/#", "@####/##"],
    "SEX": ["E", "K", "Erkek", "Kadın", "erkek", "kadın", "Kız"],
}  # fmt: skip
PHONES = [
    "0### ### ## ##", "05## ### ## ##", "05## ### ## ##", "05#########", "0 (5##) ### ## ##", "0(###) ### ## ##", "+90 5## ### ## ##", "+90 (###) ### ## ##", "5## ### ## ##", "5#########", "0### ### ####", "0212 ### ## ##", "0312 ### ## ##", "(0232) ### ## ##", "0###-### ## ##", "05##-###-##-##", "0 5## ### ## ##", "444 # ###", "444 ## ##",
    "0850 ### ## ##", "0090 5## ### ## ##", "+905#########", "0.5##.###.##.##", "05## ### ####", "0 (###) ### ## ## / ####", "### ## ##", "0### ### ## ##", "05##.### ## ##",
]
ACCOUNTS = ["TR## #### #### #### #### #### ##", "TR##00##############0####"]
OTHER_PAPERS = ["##### #### ##", "99#########", "98#########", "U########", "@########"]  # of foreigners, and passports


def identity_number(rng) -> str:
    """A number of eleven digits of which the last two are check digits, or one in ten mistyped."""
    d = [rng.randint(1, 9)] + [rng.randint(0, 9) for _ in range(8)]
    d.append((7 * sum(d[0::2]) - sum(d[1::2])) % 10)
    d.append(sum(d) % 10)
    if rng.random() < 0.1:
        d[rng.randrange(11)] = rng.randint(1, 9)
    n = "".join(map(str, d))
    return n if rng.random() < 0.9 else f"{n[:3]} {n[3:6]} {n[6:9]} {n[9:]}"


def date_forms(d: int, m: int, y: int, name: str) -> list[str]:
    """Other than day, month and year in numbers; the first is the commonest."""
    return [f"{d} {name} {y}", f"{d:02}.{m:02}.{y}", f"{d} {name}", f"{name} {y}", f"{name}", f"{d:02}/{m:02}/{y}", f"{d}.{m}.{y % 100:02}", f"{m:02}/{y}", f"{m:02}.{y}", f"{d:02}.{m:02}", f"{d} {turkish_grammar.upper(name)} {y}", f"{d} {name[:3]} {y}", f"{d}-{name[:3]}-{y}", f"{name[:3]} {y}",
            f"{y} {name}", f"{d:02}{m:02}{y}", f"{d:02}.{m:02}.{y % 100:02}", f"{d} {turkish_grammar.lower(name)} {y}", f"{d}/{m}", f"{name}-{y}", f"{turkish_grammar.lower(name)} {y}", f"{d}.{m}.{y}"]  # fmt: skip


def day_and_month(d: int, m: int, month: str) -> list[str]:
    return [f"{d} {month}", f"{d}.{m}", f"{d:02}.{m:02}", f"{d:02}/{m:02}", f"{d} {turkish_grammar.upper(month)}", f"{d} {turkish_grammar.lower(month)}", f"{d}/{m}"]


def age_forms(n: int, months: int) -> list[str]:
    """Of n years, or of months."""
    words = turkish_grammar.number_in_words
    return [f"{n} yaşında"] * 6 + [f"{n} yaşındaki"] * 2 + [
        f"{n} yaş", f"{n} Y", f"{n}Y", f"{n} y", f"{n} y.", f"{months} aylık", f"{months} aylık", f"{months} günlük", f"{months} haftalık", f"{months} ay", f"{words(n)} yaşında", f"{words(n)} yaşındaki", f"{n} yaşlarında",
        f"{n % 9 + 1},5 yaşında", f"{n % 9 + 1} yaş {months % 10 + 2} ay", f"{words(months)} aylık", f"{months % 9 + 1} buçuk yaşında"]  # fmt: skip


def places(values) -> list[str]:
    """Named places that are no towns."""
    c, n = values.name(values.city), values.name(values.last)
    return [f"{c} Gölü", f"{n} Parkı", f"{n} Dağı", f"{c} Sahili", f"{n} Deresi", f"{c} Yaylası", f"{n} Yaylası", f"{c} Otogarı", f"{c} Barajı", f"{n} Köprüsü", f"{c} Çarşısı", f"{n} Çiftliği", f"{c} Plajı", f"{c} Sanayi Sitesi", f"{n} Tepesi", f"{n} Köyü", f"{c} Köyü", "E-5", "TEM", f"{c} yolu", f"{n} Mezrası", f"{n} Pasajı"]
