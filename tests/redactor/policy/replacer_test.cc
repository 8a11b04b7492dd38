// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/replacer.h"

#include <gtest/gtest.h>

#include <set>

#include "language/arabic.h"
#include "redactor/policy/builtin_policies.h"
#include "tests/support/test_key.h"

namespace redact::replacer_test {

Policy policy_with(const std::string& label, const std::string& op) {
  return Policy::parse("name: t\nplaceholders: {" + label + ": \"[" + label + "]\"}\noperators: {" +
                       label + ": " + op + "}")
      .value();
}

Secret key_of(const std::string& bytes) { return Secret::of_bytes(bytes).value(); }

// A shipped policy as of a year.
Policy policy_as_of(int year, const std::string& name) {
  for (const BuiltinPolicy& policy : builtin_policies()) {
    if (policy.name != name) continue;
    return Policy::parse(std::string(policy.yaml) + "\npresent_year: " + std::to_string(year))
        .value();
  }
  return Policy::open(name).value();
}

std::string replaced(const Policy& policy, const std::string& surface, Label label,
                     const Secret* key = nullptr, std::string_view patient = "") {
  const std::string text = "text of " + surface;
  Replacer replacer(policy, text, key, patient);
  replacer.expect({{text.size() - surface.size(), text.size(), label, 1}});
  return replacer.replace(surface, label).value().value_or(surface);
}

TEST(Replacer, NumbersAreOfPeopleAndNotOfSpellings) {
  const Policy policy = policy_with("PATIENT", "number");
  Replacer replacer(policy, "", nullptr, "");
  const auto tag = [&](std::string_view name) {
    return *replacer.replace(name, Label::kPatient).value();
  };
  EXPECT_EQ(tag("Margaret Ellison"), "[PATIENT_1]");
  EXPECT_EQ(tag("Ellison"), "[PATIENT_1]");
  EXPECT_EQ(tag("Owen Pritchard"), "[PATIENT_2]");
  EXPECT_EQ(tag("MARGARET ELLISON"), "[PATIENT_1]");
  EXPECT_EQ(tag("Helen"), "[PATIENT_3]");
  EXPECT_EQ(tag("Pritchard, Owen"), "[PATIENT_2]");
}

TEST(Replacer, ArabicDigitsAreReadAndWritten) {
  const Secret key = testing::test_key("digits");
  EXPECT_EQ(replaced(policy_with("DATE", "year"), "١٤/٠٣/٢٠٢٤", Label::kDate), "٢٠٢٤");
  EXPECT_EQ(replaced(policy_with("AGE", "over-89"), "٩٥ سنة", Label::kAge), "90+");
  EXPECT_EQ(replaced(policy_with("AGE", "over-89"), "۴۵ سنة", Label::kAge), "۴۵ سنة");
  const Policy shift = policy_with("DATE", "shift");
  EXPECT_EQ(replaced(shift, "١٤/٠٣/٢٠٢٤", Label::kDate, &key, "p"),
            with_digits_of("١", replaced(shift, "14/03/2024", Label::kDate, &key, "p")));
  const Policy surrogate = policy_with("PHONE", "surrogate");
  const std::string phone = replaced(surrogate, "٠١٠٠ ٥٥٥ ٠١٤٧", Label::kPhone, &key, "p");
  EXPECT_EQ(phone,
            with_digits_of("١", replaced(surrogate, "0100 555 0147", Label::kPhone, &key, "p")));
  EXPECT_NE(phone, "٠١٠٠ ٥٥٥ ٠١٤٧");
  // A date that can be read in only one order decides the order of the others, in any digits.
  for (const std::string read : {"03/14/2024", "٠٣/١٤/٢٠٢٤"}) {
    Replacer replacer(shift, read, &key, "p");
    EXPECT_EQ(*replacer.replace("٠٣/٠٤/٢٠٢٤", Label::kDate).value(),
              with_digits_of("١", *replacer.replace("03/04/2024", Label::kDate).value()));
    EXPECT_EQ(
        *replacer.replace("03/04/2024", Label::kDate).value(),
        *Replacer(shift, "03/14/2024", &key, "p").replace("03/04/2024", Label::kDate).value());
  }
  // A number has the same hash in either set of digits.
  const Policy hash = policy_with("PHONE", "hash");
  EXPECT_EQ(replaced(hash, "٠١٠٠ ٥٥٥ ٠١٤٧", Label::kPhone, &key),
            replaced(hash, "01005550147", Label::kPhone, &key));
}

TEST(Replacer, MaskKeepsShapeAndShowsNoLetter) {
  EXPECT_EQ(replaced(policy_with("PATIENT", "mask"), "José-María 3º", Label::kPatient),
            "****-***** **");
}

TEST(Replacer, HashesAreTheKeysAndTheSameInEveryDocument) {
  const Policy policy = policy_with("DOCTOR", "hash");
  const Secret a = key_of("0123456789abcdef"), b = key_of("0123456789abcdef0");
  const std::string tag = replaced(policy, "Ana Gómez", Label::kDoctor, &a);
  EXPECT_EQ(tag.size(), std::string("[DOCTOR_0123456789ab]").size());
  Replacer elsewhere(policy, "another document", &a, "another patient");
  EXPECT_EQ(*elsewhere.replace("ANA GOMEZ", Label::kDoctor).value(), tag);
  EXPECT_EQ(*elsewhere.replace("Gómez-Ana", Label::kDoctor).value(), tag);  // however it is grouped
  EXPECT_NE(replaced(policy, "Ana Gómez", Label::kDoctor, &b), tag);
  EXPECT_NE(replaced(policy, "Eva Gómez", Label::kDoctor, &a), tag);
  EXPECT_EQ(replaced(policy, "Ana Gómez", Label::kDoctor), "[DOCTOR]");  // no key, no hash
}

TEST(Replacer, ShiftIsThePatientsAndKeepsIntervals) {
  const Policy policy = policy_with("DATE", "shift");
  const Secret key = key_of("0123456789abcdef");
  const auto day = [&](const std::string& date, std::string_view patient) {
    return DateParts::read(replaced(policy, date, Label::kDate, &key, patient),
                           DateOrder::kDayFirst)
        ->day();
  };
  EXPECT_EQ(day("12/03/2021", "p1") - day("02/03/2021", "p1"), std::chrono::days(10));
  EXPECT_NE(day("12/03/2021", "p1"), day("12/03/2021", "p2"));
  for (int i = 0; i < 200; ++i) {
    const auto by = date_shift(key, std::to_string(i)).value();
    EXPECT_NE(by.count(), 0);
    EXPECT_LE(std::abs(by.count()), 365);
  }
  Replacer american(policy, "from 03/04/2024 to 03/14/2024", &key, "p1");
  const auto shifted = [&](const char* date) {
    return DateParts::read(*american.replace(date, Label::kDate).value(), DateOrder::kMonthFirst)
        ->day();
  };
  EXPECT_EQ(shifted("03/14/2024") - shifted("03/04/2024"), std::chrono::days(10));
  EXPECT_EQ(replaced(policy, "a while ago", Label::kDate, &key), "[DATE]");
}

TEST(Replacer, DatesWithoutSeparatorsAreTreatedAsOthersAre) {
  const Secret key = key_of("0123456789abcdef");
  const auto replaced_by = [&](const char* policy, const std::string& date) {
    return replaced(policy_as_of(2026, policy), date, Label::kDate, &key, "p");
  };
  for (const char* policy : {"linked", "surrogate"}) {
    const std::string day = replaced_by(policy, "2024-11-04");
    std::string solid = day;
    std::erase(solid, '-');
    EXPECT_NE(solid, "20241104");
    EXPECT_EQ(replaced_by(policy, "20241104"), solid);
    EXPECT_EQ(replaced_by(policy, "20241104083000+0100"), solid + "083000+0000");
    EXPECT_EQ(replaced_by(policy, "٢٠٢٤١١٠٤"), with_digits_of("١", solid));
  }
  EXPECT_EQ(replaced_by("hipaa-safe-harbor", "20241104083000"), "2024");
  EXPECT_EQ(replaced_by("gdpr", "20241104"), "2024");
  EXPECT_EQ(replaced_by("gdpr", "19310314"), "[DATE]");
  EXPECT_EQ(replaced_by("linked", "202411"), "[DATE]");  // of a month, or of 2020
}

TEST(Replacer, APolicyMayMoveTheDatesOfEachDocumentByItself) {
  const Secret key = key_of("0123456789abcdef");
  for (const std::string op : {"shift", "surrogate"}) {
    const auto shifted = [&](const std::string& by, std::string_view text) {
      const Policy policy = Policy::parse(
                                "name: t\nplaceholders: {DATE: \"[DATE]\"}\n"
                                "operators: {DATE: " +
                                op + "}\nshift_by: " + by)
                                .value();
      return *Replacer(policy, text, &key, "p").replace("14/03/2024", Label::kDate).value();
    };
    EXPECT_EQ(shifted("patient", "one note"), shifted("patient", "another")) << op;
    EXPECT_NE(shifted("document", "one note"), shifted("document", "another")) << op;
    EXPECT_EQ(shifted("document", "one note"), shifted("document", "one note")) << op;
  }
  EXPECT_FALSE(Policy::parse("name: t\nplaceholders: {DATE: \"[DATE]\"}\nshift_by: note").ok());
}

// The rows of a table may differ only in cells that are not read.
TEST(Replacer, DrawsForADocumentFollowFromItsBytes) {
  const Secret key = key_of("0123456789abcdef");
  const Policy policy = policy_with("DATE", "shift");
  const auto shifted = [&](std::string_view patient, std::string_view source) {
    return *Replacer(policy, "2024-03-05", &key, patient, source)
                .replace("2024-03-05", Label::kDate)
                .value();
  };
  EXPECT_NE(shifted("", "101,2024-03-05"), shifted("", "102,2024-03-05"));
  EXPECT_EQ(shifted("", "101,2024-03-05"), shifted("", "101,2024-03-05"));
  EXPECT_EQ(shifted("7", "101,2024-03-05"), shifted("7", "102,2024-03-05"));
}

TEST(Replacer, ADateThatMovesTellsNoAgeAbove89) {
  const Secret key = key_of("0123456789abcdef");
  const auto is_tag = [&](const char* policy, int present, const std::string& text,
                          std::string_view date) {
    const Policy as_of = policy_as_of(present, policy);
    Replacer replacer(as_of, text, &key, "p");
    const size_t end = text.find(date) + date.size();
    if (const size_t seen = text.find("seen in "); seen != text.npos) {
      replacer.expect({{seen + 8, seen + 12, Label::kDate, 1}});
    }
    return *replacer.replace(date, Label::kDate, std::string_view(text).substr(end)).value() ==
           "[DATE]";
  };
  for (const char* policy : {"linked", "surrogate"}) {
    EXPECT_TRUE(is_tag(policy, 2024, "DOB 14/03/1928. Age 96", "14/03/1928"));
    EXPECT_TRUE(is_tag(policy, 2024, "born in 1928", "1928"));
    EXPECT_TRUE(is_tag(policy, 2024, "DOB: 19280314", "19280314"));
    EXPECT_TRUE(is_tag(policy, 2024, "DOB 14/03/28. Age 96", "14/03/28"));
    EXPECT_TRUE(is_tag(policy, 2024, "DOB ١٤/٠٣/١٩٢٨", "١٤/٠٣/١٩٢٨"));
    EXPECT_FALSE(is_tag(policy, 2024, "DOB 14/03/1935", "14/03/1935"));
    // At any date of the document, and today.
    EXPECT_FALSE(is_tag(policy, 2010, "DOB 14/03/1928, seen in 2010", "14/03/1928"));
    EXPECT_TRUE(is_tag(policy, 2010, "DOB 14/03/1928, seen in 2018", "14/03/1928"));
    EXPECT_FALSE(is_tag(policy, 2010, "DOB 14/03/1928, intake 2080 kcal", "14/03/1928"));
    EXPECT_FALSE(is_tag(policy, 2024, "seen on 14/03/24", "14/03/24"));
    EXPECT_FALSE(is_tag(policy, 2024, "DOB 14/03/52", "14/03/52"));
  }
}

TEST(Replacer, AMonthThatAShiftLeavesMovesByOneAndAYearMayStay) {
  const Policy policy = policy_with("DATE", "shift");
  const Secret key = key_of("0123456789abcdef");
  std::set<std::string> months, written;
  for (int i = 0; i < 400; ++i) {
    const std::string patient = std::to_string(i);
    const auto shifted = [&](const std::string& date) {
      return replaced(policy, date, Label::kDate, &key, patient);
    };
    for (const std::string date : {"1948-02", "02/1948", "February 1948", "February", "14 February",
                                   "14/02/1948", "14 febbraio"}) {
      EXPECT_NE(shifted(date), date) << date_shift(key, patient).value().count();
    }
    months.insert(shifted("1948-02"));
    written.insert(shifted("1948"));
  }
  EXPECT_EQ(months.count("[DATE]"), 0u);
  EXPECT_GT(months.size(), 20u);
  EXPECT_EQ(written.count("1948"), 1u);
  EXPECT_EQ(written.count("[DATE]"), 0u);
}

// In 2024 February has 29 days.
TEST(Replacer, ADateWithoutAYearMovesAsTheOthersOfTheDocument) {
  const std::string_view text = "DOB 3 June 1948. 5 March 2024, 6 March 2024, 7 March";
  const Secret key = key_of("0123456789abcdef");
  for (const std::string op : {"shift", "surrogate"}) {
    const Policy policy = policy_with("DATE", op);
    for (int i = 0; i < 100; ++i) {
      const std::string patient = std::to_string(i);
      Replacer replacer(policy, text, &key, patient);
      replacer.expect({{4, 15, Label::kDate, 1},
                       {17, 29, Label::kDate, 1},
                       {31, 43, Label::kDate, 1},
                       {45, 52, Label::kDate, 1}});
      const std::string whole = *replacer.replace("7 March 2024", Label::kDate).value();
      const std::string part = *replacer.replace("7 March", Label::kDate).value();
      EXPECT_EQ(whole.substr(0, whole.size() - 5), part);
      EXPECT_NE(*replacer.replace("29/02", Label::kDate).value(), "[DATE]");
    }
  }
}

// Schemes on schemes would take the stack.
TEST(Replacer, OnlyOneSchemeOfATelecomStays) {
  const Secret key = key_of("0123456789abcdef");
  const Policy policy = policy_with("PHONE", "surrogate");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "tel:";
  EXPECT_EQ(replaced(policy, deep + "0117 4960382", Label::kPhone, &key), "[PHONE]");
  const std::string one = replaced(policy, "tel:0117 4960382", Label::kPhone, &key);
  EXPECT_TRUE(one.starts_with("tel:0") && one != "tel:0117 4960382") << one;
}

// A made-up dose would pass for a true one.
TEST(Replacer, AShortNumberThatTheCallerKnowsBecomesATag) {
  const Policy policy = policy_with("MEDICAL_RECORD", "surrogate");
  Replacer replacer(policy, "1200", nullptr, "");
  Support known;
  known.add(SpanSource::kKnown, Label::kMedicalRecord);
  EXPECT_EQ(replacer.replace("1200", Label::kMedicalRecord, "", known).value(), "[MEDICAL_RECORD]");
  EXPECT_NE(replacer.replace("12001", Label::kMedicalRecord, "", known).value(),
            "[MEDICAL_RECORD]");
  EXPECT_NE(replacer.replace("1200", Label::kMedicalRecord).value(), "[MEDICAL_RECORD]");
}

TEST(Replacer, SafeHarborKeepsYearsAgesTo89AndThreeDigitsOfLargeZips) {
  const Policy policy = policy_as_of(2026, "hipaa-safe-harbor");
  const std::tuple<std::string, Label, std::string> expected[] = {
      {"03/14/1948", Label::kDate, "1948"},
      {"March 14", Label::kDate, "[DATE]"},
      {"14 Mar 21", Label::kDate, "[DATE]"},   // 1921 would tell an age above 89
      {"03/14/1931", Label::kDate, "[DATE]"},  // so does this one
      {"Q4 2024", Label::kDate, "2024"},
      {"Christmas of 2023", Label::kDate, "2023"},
      {"spring 1931", Label::kDate, "[DATE]"},
      {"20241104_083000", Label::kDate, "2024"},
      {"winter 2023/2024", Label::kDate, "[DATE]"},
      {"76 year old", Label::kAge, "76 year old"},
      {"89", Label::kAge, "89"},
      {"90", Label::kAge, "90+"},
      {"104-year-old", Label::kAge, "90+"},
      {"104 weeks", Label::kAge, "104 weeks"},
      {"95 giorni", Label::kAge, "95 giorni"},
      {"95 gg", Label::kAge, "95 gg"},
      {"95 anni", Label::kAge, "90+"},
      {"ninety-four", Label::kAge, "[AGE]"},
      {"95th", Label::kAge, "90+"},
      {"nonagenarian", Label::kAge, "[AGE]"},
      {"90210", Label::kZip, "902**"},
      {"90210-1234", Label::kZip, "902**"},
      {"902101234", Label::kZip, "902**"},
      {"90210 1234", Label::kZip, "902**"},
      {"03602", Label::kZip, "000**"},
      {"20500-0003", Label::kZip, "000**"},
      {"9021", Label::kZip, "[ZIP]"},
      {"BS6 5QT", Label::kZip, "[ZIP]"},
      {"Ohio", Label::kState, "Ohio"},
      {"Peter", Label::kPatient, "[PATIENT]"},
  };
  for (const auto& [surface, label, want] : expected) {
    EXPECT_EQ(replaced(policy, surface, label), want) << surface;
  }
}

// No part of a denied or known term stays, nor of a surface with several labels.
TEST(Replacer, WhatTheCallerNamedIsHiddenWhole) {
  const Secret key = testing::test_key("whole");
  Support model, denied, known, unsure;
  model.add(SpanSource::kModel, Label::kDate);
  denied.add(SpanSource::kModel, Label::kDate);
  denied.add(SpanSource::kDeny, Label::kOther);
  known.add(SpanSource::kKnown, Label::kDate);
  unsure.add(SpanSource::kModel, Label::kDate);
  unsure.add(SpanSource::kRule, Label::kMedicalRecord);
  const auto is_tag = [&](const std::string& label, const std::string& op,
                          const std::string& surface, const Support& support) {
    const Policy policy = policy_with(label, op);
    const std::string text = "born " + surface;
    Replacer replacer(policy, text, &key, "p");
    return replacer.replace(std::string_view(text).substr(5), *find_label(label), "", support)
               .value() == "[" + label + "]";
  };
  for (const auto& [label, op, surface] : {std::tuple("DATE", "year", "2024-03-12"),
                                           {"DATE", "birth-date", "2024-03-12"},
                                           {"AGE", "over-89", "76"},
                                           {"AGE", "over-89", "95"},
                                           {"ZIP", "zip3", "90210"}}) {
    EXPECT_FALSE(is_tag(label, op, surface, model)) << op;
    EXPECT_TRUE(is_tag(label, op, surface, denied)) << op;
    EXPECT_TRUE(is_tag(label, op, surface, known)) << op;
    EXPECT_TRUE(is_tag(label, op, surface, unsure)) << op;
  }
  for (const char* op : {"shift", "surrogate"}) {  // a date that moves may keep its year
    EXPECT_TRUE(is_tag("DATE", op, "2024-03-12", denied)) << op;
    EXPECT_FALSE(is_tag("DATE", op, "2024-03-12", known)) << op;
    EXPECT_FALSE(is_tag("DATE", op, "2024-03-12", unsure)) << op;
  }
  EXPECT_FALSE(is_tag("PATIENT", "surrogate", "Anna Greco", denied));
}

TEST(Replacer, AnAgeMayHaveItsUnitBehindIt) {
  for (const char* policy_name : {"gdpr", "hipaa-safe-harbor", "linked"}) {
    const Policy policy = Policy::open(policy_name).value();
    Replacer replacer(policy, "neonata di 95 giorni", nullptr, "");
    EXPECT_EQ(replacer.replace("95", Label::kAge, " giorni").value(), std::nullopt);
    EXPECT_EQ(replacer.replace("95", Label::kAge, " anni").value(), "90+");
  }
}

TEST(Replacer, YearsThatTellAHighAgeCountFromThePresentYearOrALaterOneOfTheNote) {
  const auto year = [](int present, const std::string& text) {
    const Policy policy = policy_as_of(present, "hipaa-safe-harbor");
    Replacer replacer(policy, text, nullptr, "");
    replacer.expect({{text.size() - 4, text.size(), Label::kDate, 1}});
    return *replacer.replace("03/14/1940", Label::kDate).value();
  };
  EXPECT_EQ(year(2029, "seen in 2028"), "1940");
  EXPECT_EQ(year(2030, "seen in 2028"), "[DATE]");
  EXPECT_EQ(year(2029, "seen in 2030"), "[DATE]");
  EXPECT_EQ(year(2029, "seen in 2100"), "1940");
}

// Without the key, the surrogates cannot be derived from the text of the note.
TEST(Replacer, SurrogatesWithoutAKeyAreDrawnForOneRunAlone) {
  const Policy policy = Policy::open("surrogate").value();
  const Secret key = testing::test_key("runs");
  std::set<std::string> without, with;
  for (int run = 0; run < 20; ++run) {
    without.insert(replaced(policy, "Margaret Ellison", Label::kPatient));
    with.insert(replaced(policy, "Margaret Ellison", Label::kPatient, &key));
  }
  EXPECT_GT(without.size(), 15u);
  EXPECT_EQ(with.size(), 1u);
}

TEST(Replacer, ANoteWithoutAKeyIsConsistentInItself) {
  const Policy policy = Policy::open("surrogate").value();
  Replacer replacer(policy, "a note", nullptr, "");
  const std::string whole = *replacer.replace("Margaret Ellison", Label::kPatient).value();
  EXPECT_EQ(*replacer.replace("Mrs Ellison", Label::kPatient).value(),
            "Mrs " + whole.substr(whole.find(' ') + 1));
}

}  // namespace redact::replacer_test
