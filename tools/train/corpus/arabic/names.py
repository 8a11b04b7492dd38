# SPDX-License-Identifier: Apache-2.0
"""Arabic names. A name is written Arabic=Latin|Latin; the Latin spellings are those of passports and of computer
systems that do not support Arabic."""

MEN = (
    "محمد=Mohamed|Mohammed|Muhammad,أحمد=Ahmed|Ahmad,محمود=Mahmoud,مصطفى=Mustafa|Mostafa,علي=Ali,حسن=Hassan,حسين=Hussein|Hussain,إبراهيم=Ibrahim,يوسف=Youssef|Yousef,عمر=Omar,عمرو=Amr,خالد=Khaled|Khalid,كريم=Karim,طارق=Tarek|Tariq,"
    "سامي=Sami,سمير=Samir,سعيد=Saeed|Said,صالح=Saleh,صلاح=Salah,جمال=Gamal|Jamal,جميل=Jamil,كمال=Kamal,هشام=Hisham,هاني=Hany|Hani,وائل=Wael,تامر=Tamer,شريف=Sherif,عادل=Adel,عماد=Emad|Imad,أيمن=Ayman,أشرف=Ashraf,"
    "أسامة=Osama|Usama,بلال=Bilal,باسم=Bassem|Basim,بدر=Badr|Bader,بشار=Bashar,ثامر=Thamer,جابر=Gaber|Jaber,جاسم=Jassim|Jasem,حاتم=Hatem,حامد=Hamed,حمد=Hamad,حمزة=Hamza,حيدر=Haider|Haydar,داود=Dawood|Daoud,راشد=Rashid|Rashed,رامي=Rami,"
    "رائد=Raed,رشيد=Rachid|Rasheed,رضا=Reda|Rida,رمضان=Ramadan,رياض=Riad|Riyadh,زياد=Ziad|Ziyad,زيد=Zaid|Zayd,سالم=Salem,سعد=Saad,سلطان=Sultan,سلمان=Salman,سليمان=Suleiman|Sulaiman,سيف=Saif,شاكر=Shaker,شادي=Shadi,شعبان=Shaaban,صابر=Saber,"
    "صادق=Sadiq|Sadek,صفوان=Safwan,ضياء=Diaa|Dhia,طه=Taha,طلال=Talal,ظافر=Dhafer,عاصم=Assem|Asim,عامر=Amer|Amir,عباس=Abbas,عثمان=Othman|Osman,عدنان=Adnan,عصام=Essam|Issam,عقيل=Aqeel,علاء=Alaa|Ala,عمار=Ammar,عيسى=Issa|Eisa,غازي=Ghazi,"
    "غسان=Ghassan,فادي=Fadi,فارس=Fares|Faris,فاروق=Farouk,فايز=Fayez,فهد=Fahad|Fahd,فواز=Fawaz,فيصل=Faisal|Faysal,قاسم=Qasim|Kassem,قيس=Qais,كاظم=Kadhim,لؤي=Loay|Luay,ليث=Laith,ماجد=Majed|Majid,مازن=Mazen,مالك=Malik|Malek,ماهر=Maher,"
    "مبارك=Mubarak,مجدي=Magdy|Majdi,محسن=Mohsen|Muhsin,مختار=Mokhtar|Mukhtar,مراد=Murad|Mourad,مروان=Marwan,مشعل=Mishal,معاذ=Muath|Moaz,معتز=Moataz,منذر=Munther,منصور=Mansour|Mansoor,منير=Mounir|Munir,مهدي=Mahdi,مهند=Muhannad|Mohanad,"
    "موسى=Moussa|Musa,ناصر=Nasser|Nasir,نادر=Nader,ناجي=Nagi|Naji,نايف=Naif|Nayef,نبيل=Nabil,نزار=Nizar,نواف=Nawaf,نور الدين=Noureddine|Nour Eldin,هادي=Hadi,هيثم=Haitham,وسيم=Wassim|Waseem,وليد=Walid|Waleed,ياسر=Yasser|Yasir,ياسين=Yassin|Yacine,"
    "يحيى=Yahya|Yehia,يزيد=Yazid|Yazeed,يعقوب=Yaqoub,يونس=Younes|Younis,جورج=George|Georges,جرجس=Girgis,مينا=Mina,بيتر=Peter,بطرس=Botros|Boutros,إلياس=Elias,طوني=Tony,مارون=Maroun,أنطوان=Antoine,إيلي=Elie,شربل=Charbel,كيرلس=Kyrillos,"
    "إدريس=Driss|Idris,رشيد=Rachid,حميد=Hamid,المهدي=El Mehdi,العربي=Larbi,الطيب=Tayeb|Eltayeb,الحسن=El Hassan,الحسين=El Houcine,سفيان=Sofiane|Soufiane,أنس=Anas,أيوب=Ayoub,زكرياء=Zakaria,بوجمعة=Boujemaa,عاشور=Achour,لخضر=Lakhdar,"
    "مولود=Mouloud,نذير=Nadir,هواري=Houari,آدم=Adam,ريان=Rayan,تيم=Taim,جاد=Jad,كرم=Karam,يامن=Yamen,عزيز=Aziz,عزام=Azzam,رجب=Ragab|Rajab,جمعة=Gomaa|Jumaa,خميس=Khamis,عيد=Eid,بكر=Bakr,جعفر=Jaafar,عبود=Abboud,لقمان=Luqman,مهران=Mahran,"
    "شهاب=Shihab,نوري=Nouri,كامل=Kamel,سرمد=Sarmad,رعد=Raad,صباح=Sabah,فلاح=Falah,دريد=Duraid,هلال=Hilal,سيد=Sayed,سعود=Saud,تركي=Turki,متعب=Miteb,بندر=Bandar,عايض=Ayed,مفرح=Mufreh,حجي=Hajji,مطر=Matar,خليفة=Khalifa,حمدان=Hamdan,"
    "شهرام=Shahram,آزاد=Azad,دلشاد=Dilshad,كاروان=Karwan,ريبوار=Rebwar,سردار=Sardar"
)
SERVANT_OF = "الله=Abdullah|Abdallah,الرحمن=Abdulrahman|Abdelrahman,العزيز=Abdulaziz|Abdelaziz,الكريم=Abdelkarim|Abdulkareem,اللطيف=Abdellatif|Abdullatif,القادر=Abdelkader|Abdulqader,الحميد=Abdelhamid|Abdulhameed,الفتاح=Abdelfattah,الرحيم=Abdelrahim|Abderrahim,المجيد=Abdelmajid|Abdulmajeed,الحليم=Abdelhalim,السلام=Abdelsalam|Abdulsalam,الناصر=Abdelnasser|Abdulnasser,الوهاب=Abdelwahab|Abdulwahab,الغني=Abdelghani|Abdulghani,المنعم=Abdelmoneim,الهادي=Abdelhadi|Abdulhadi,الرزاق=Abderrazak|Abdulrazzaq,الجبار=Abduljabbar,الأمير=Abdulameer,الحسين=Abdulhussein,الإله=Abdelilah"
WOMEN = (
    "فاطمة=Fatima|Fatma,مريم=Mariam|Maryam,عائشة=Aisha|Aicha,خديجة=Khadija,زينب=Zeinab|Zaynab,سارة=Sara|Sarah,نورا=Noura,نورة=Nora|Norah,نور=Nour|Noor,هدى=Huda|Hoda,هند=Hind,هالة=Hala,هبة=Heba|Hiba,هناء=Hanaa,منى=Mona|Muna,مها=Maha,"
    "مي=Mai|May,ميساء=Maysaa,مروة=Marwa,منال=Manal,نادية=Nadia,نجلاء=Naglaa|Najla,نجوى=Nagwa|Najwa,نهى=Noha|Nuha,نسرين=Nesreen|Nisrine,نوال=Nawal,نعيمة=Naima,أمل=Amal,أماني=Amani,أميرة=Amira,أمينة=Amina,آمنة=Amna,آية=Aya,آلاء=Alaa,"
    "أسماء=Asmaa|Asma,إيمان=Iman|Eman,إسراء=Israa|Esraa,إلهام=Ilham,إنعام=Inaam,ابتسام=Ibtisam|Ebtesam,بسمة=Basma,بثينة=Buthaina,بشرى=Bushra|Bouchra,تغريد=Taghreed,جميلة=Jamila,جنى=Jana,جواهر=Jawaher,حليمة=Halima,حنان=Hanan,حصة=Hessa,"
    "دعاء=Doaa|Duaa,دلال=Dalal,دينا=Dina,دانة=Dana,رانيا=Rania,رنا=Rana,رباب=Rabab,رجاء=Rajaa|Ragaa,رحمة=Rahma,رشا=Rasha,رقية=Ruqayya|Rokaya,ريم=Reem|Rim,ريهام=Riham,رؤى=Roaa,زهراء=Zahraa|Zahra,زهرة=Zahra,سامية=Samia,سحر=Sahar,سعاد=Souad|Suad,"
    "سلمى=Salma,سلوى=Salwa,سماح=Samah,سمر=Samar,سميرة=Samira,سمية=Sumaya|Soumia,سناء=Sanaa,سهام=Siham,سهى=Soha,شادية=Shadia,شيماء=Shaimaa,شيرين=Sherine|Shireen,شهد=Shahd,شروق=Shorouk,صباح=Sabah,صفاء=Safaa,ضحى=Doha,عبير=Abeer|Abir,"
    "عزيزة=Aziza,عفاف=Afaf,علياء=Alia|Alyaa,عنود=Anoud,غادة=Ghada,غدير=Ghadeer,فاتن=Faten,فاطنة=Fatna,فايزة=Fayza,فدوى=Fadwa,فرح=Farah,فريدة=Farida,كوثر=Kawthar|Kaouther,لبنى=Lubna|Loubna,لطيفة=Latifa,لمى=Lama,لمياء=Lamia|Lamiaa,"
    "ليلى=Layla|Leila,لينا=Lina,ماجدة=Magda|Majda,مديحة=Madiha,ملك=Malak,منيرة=Munira,موضي=Moudi,ميرفت=Mervat,نجاة=Najat,ندى=Nada,وجدان=Wijdan,وردة=Warda,وفاء=Wafaa|Wafa,ولاء=Walaa,ياسمين=Yasmin|Yasmine,يسرى=Yusra|Yousra,سجى=Saja,"
    "حوراء=Hawraa,بتول=Batool,نرجس=Narjis,تقى=Tuqa,رغد=Raghad,طيبة=Tiba,كريستين=Christine,ماري=Mary|Marie,جورجيت=Georgette,تريز=Therese,ريتا=Rita,نانسي=Nancy,مارينا=Marina,إيفون=Yvonne,زبيدة=Zoubida,رحمة=Rahma,فطومة=Fatouma,"
    "الزهرة=Zohra,حفصة=Hafsa,إكرام=Ikram,حياة=Hayat,غزلان=Ghizlane,سكينة=Soukaina,هاجر=Hajar,مليكة=Malika,ثريا=Thuraya|Touria,وئام=Wiam,شيلان=Shilan,نازدار=Nazdar,بهار=Bahar,روان=Rawan,تالا=Tala,جود=Joud,لين=Leen,ميار=Mayar,حلا=Hala"
)
FAMILIES = (
    "المصري=El-Masry|Al-Masri,السيد=El-Sayed,الشريف=El-Sherif|Al-Sharif,النجار=El-Naggar|Al-Najjar,الحداد=Haddad|El-Haddad,الخطيب=Khatib|Al-Khateeb,الخوري=Khoury|El-Khoury,الشامي=El-Shamy|Al-Shami,البدوي=Badawi|El-Badawy,"
    "الجمال=El-Gammal,الطنطاوي=Tantawi,الدسوقي=El-Desouky,الشرقاوي=El-Sharkawy|Cherkaoui,المنصوري=Al-Mansouri|Mansouri,الزهراني=Al-Zahrani,الغامدي=Al-Ghamdi,القحطاني=Al-Qahtani,العتيبي=Al-Otaibi,الشمري=Al-Shammari,الحربي=Al-Harbi,"
    "المطيري=Al-Mutairi,الدوسري=Al-Dosari,العنزي=Al-Anazi|Al-Enezi,الشهري=Al-Shehri,السبيعي=Al-Subaie,المالكي=Al-Malki,البلوي=Al-Balawi,الجهني=Al-Juhani,العمري=Al-Omari|Lamrani,القرني=Al-Qarni,الرشيدي=Al-Rashidi,الخالدي=Al-Khaldi|Khalidi,"
    "العجمي=Al-Ajmi,الهاجري=Al-Hajri,الكعبي=Al-Kaabi,النعيمي=Al-Nuaimi,المهيري=Al-Muhairi,الظاهري=Al-Dhaheri,الكندي=Al-Kindi,البلوشي=Al-Balushi,الحارثي=Al-Harthy,الهنائي=Al-Hinai,الزدجالي=Al-Zadjali,الحمداني=Al-Hamdani,الجبوري=Al-Jubouri,"
    "الدليمي=Al-Dulaimi,العبيدي=Al-Obaidi|Labidi,الربيعي=Al-Rubaie,الساعدي=Al-Saadi,اللامي=Al-Lami,الموسوي=Al-Musawi,الحسيني=Al-Husseini,الكربلائي=Al-Karbalai,النجفي=Al-Najafi,البصري=Al-Basri,الموصلي=Al-Mosuli,التميمي=Al-Tamimi|Tamimi,"
    "الزبيدي=Al-Zubaidi,الخفاجي=Al-Khafaji,الأسدي=Al-Asadi,السامرائي=Al-Samarrai,الكبيسي=Al-Kubaisi,الراوي=Al-Rawi,حداد=Haddad,خوري=Khoury,نصر=Nasr,نصار=Nassar,قاسم=Kassem,حمود=Hammoud,حيدر=Haidar,شحادة=Shehadeh,عواد=Awad,عوض=Awad,"
    "صليبا=Saliba,جبران=Gebran|Jubran,فرحات=Farhat,مراد=Mourad,سلامة=Salameh|Salama,منصور=Mansour,زيدان=Zeidan|Zidan,بركات=Barakat,درويش=Darwish,شاهين=Shahin|Chahine,صباغ=Sabbagh,قباني=Kabbani|Qabbani,كنعان=Kanaan,ملحم=Melhem,ناصيف=Nassif,"
    "العلي=Al-Ali,الأحمد=Al-Ahmad,المحمد=Al-Mohammad,الحسن=Al-Hassan,الخليل=Al-Khalil,العبدالله=Al-Abdullah,الرفاعي=Al-Rifai,المجالي=Majali,العبادي=Abbadi,الطراونة=Tarawneh,الزعبي=Zoubi,الخصاونة=Khasawneh,العموش=Amoush,بني هاني=Bani Hani,"
    "الفايز=Fayez,الحوراني=Hourani,النابلسي=Nabulsi,المقدسي=Maqdisi,الغزاوي=Ghazawi,الكردي=Kurdi,التركماني=Turkmani,الحلبي=Halabi,الدمشقي=Dimashqi,الحمصي=Homsi,الحموي=Hamwi,الصيداوي=Saidawi,الطرابلسي=Trabelsi,البيروتي=Beyrouti,"
    "العلوي=Alaoui,الإدريسي=Idrissi|El Idrissi,بنعلي=Benali,بن علي=Ben Ali,بن سالم=Ben Salem,بنجلون=Benjelloun,بناني=Bennani,التازي=Tazi,الفاسي=Fassi|El Fassi,المراكشي=Marrakchi,الوزاني=Ouazzani,الناصري=Naciri,بوعزة=Bouazza,"
    "بوزيد=Bouzid,بومدين=Boumediene,بلحاج=Belhadj,بن عيسى=Benaissa,بن يوسف=Ben Youssef,قدور=Kaddour,حمداوي=Hamdaoui,زروقي=Zerrouki,مزياني=Meziani,عمروش=Amrouche,آيت الحاج=Ait El Hadj,أوشن=Ouchen,الشابي=Chebbi,الجلاصي=Jelassi,"
    "الهمامي=Hammami,الورفلي=Werfalli,المقريف=Magariaf,الترهوني=Tarhouni,الفيتوري=Fitouri,الطيب=Eltayeb,البشير=Elbashir,عثمان=Osman,إدريس=Idris,الأمين=Elamin,الأهدل=Al-Ahdal,الحضرمي=Al-Hadrami,الصنعاني=Sanani,باوزير=Bawazir,بامخرمة=Bamakhrama,"
    "باعشن=Baeshen,السقاف=Al-Saqqaf,عبده=Abdo,غالب=Ghaleb,شمسان=Shamsan,غنيم=Ghoneim,غريب=Gharib,عطية=Attia,عطا الله=Atallah,جاد الله=Gadallah,فتح الله=Fathallah,نعمة الله=Nematallah,خير الله=Khairallah,أبو زيد=Abu Zeid|Abouzeid,"
    "أبو علي=Abu Ali,أبو خليل=Abu Khalil,أبو العينين=Aboul Enein,أبو شنب=Abu Shanab,أبو حسان=Abu Hassan,أبو عودة=Abu Odeh,أبو ليلى=Abu Laila,مكاوي=Mekkawy,بسيوني=Bassiouny,مدبولي=Madbouly,زغلول=Zaghloul,حجازي=Hegazy,فودة=Fouda,عفيفي=Afifi,"
    "سرور=Sorour,رزق=Rizk,بشارة=Bishara,ميخائيل=Mikhail,حنا=Hanna,غبريال=Ghobrial,إسكندر=Iskandar,بولس=Boulos,شنودة=Shenouda,تادرس=Tadros,عبد المسيح=Abdelmessih,عبد الشهيد=Abdelshahid,صقر=Sakr,نمر=Nimer|Nemr,ديب=Deeb,سبع=Sabeh,جمل=Jamal"
)
# Surnames and given names that are also words: crafts, colours, qualities, feasts, parts of the week.
WORDS = (
    "الجراح,الطبيب,الصيدلي,الخباز,النجار,الحداد,الخياط,الحلاق,الصياد,الراعي,الفلاح,السائق,الحارس,القاضي,الشيخ,الأمير,السلطان,الوزير,القائد,الكاتب,المعلم,الطباخ,الجزار,الصائغ,العطار,الدهان,البنا,السقا,الغزال,الذيب,الفيل,الأسد,"
    "الأبيض,الأسود,الأحمر,الأخضر,الأشقر,الأسمر,الأعرج,الأعور,الأصم,الطويل,القصير,السمين,الكبير,الصغير,القوي,الحكيم,العاقل,الهادي,السعيد,الحزين,الفرحان,الصبور,النظيف,العفيف,الكامل,الناجي,السليم,السالم,المبارك,المختار,"
    "عيد,جمعة,خميس,رمضان,رجب,شعبان,ربيع,هلال,شمس,قمر,نجم,فجر,صيف,مطر,برق,رعد,بحر,جبل,نهر,صخر,حجر,ذهب,فضة,لؤلؤ,مرجان,ياقوت,ورد,زهر,ريحان,زيتون,تفاح,رمان,عسل,سكر,ملح,فلفل,كمون,بصل,"
    "أمل,رجاء,دعاء,هدى,منى,نور,إيمان,سلام,شفاء,عافية,رحمة,عناية,سعادة,فرح,سرور,بركة,نعمة,فضل,كرم,جود,عز,فخر,نصر,فتح,صبر,ثابت,مستقر,سليم,سالم,صالح,حسن,جميل,كريم,شريف,عادل,صادق,أمين,رشيد,نبيل,وسيم,طاهر,فاضل,كامل,تمام"
)
FAR = (
    "Maria Santos,Jose Reyes,Rajesh Kumar,Suresh Nair,Lakshmi Devi,Imran Khan,Bibi Fatima,Shahid Iqbal,Mary Jane Cruz,Abdul Karim Mia,Rahima Begum,Sunita Sharma,Tesfaye Bekele,Almaz Haile,Kumari Perera,John Smith,Jean Dupont,Ali Raza,"
    "ماريا سانتوس,راجيش كومار,سوريش ناير,عمران خان,محمد عظيم,رحيمة بيجوم,سونيتا شارما,تسفاي بيكيلي,ألماز هايلي,كوماري بيريرا,روزاليندا كروز,جوي أكينو,شيفا كريشنان,بابو راجان,محمد شفيق ميا,جون سميث,كلير دوبون,ألينا بوبوفا,سري واحيوني,نورحياتي"
)


def spellings(text: str) -> dict[str, list[str]]:
    """Maps the Arabic form of a name to its Latin ones."""
    return {name: latin.split("|") for name, latin in (entry.split("=") for entry in text.split(","))}


def servants() -> dict[str, list[str]]:
    """Abd followed by one of the names that may follow it, in one word and in two."""
    found = spellings(SERVANT_OF)
    return {f"عبد{space}{name}": latin for name, latin in found.items() for space in (" ", "")}
