// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/policy.h"

#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <map>

#include "redactor/prompt/prompt_task.h"

namespace redact::policy_test {

TEST(Policy, ShippedPoliciesOpenUnderTheirNames) {
  for (const std::string name :
       {"default", "dismed", "gdpr", "hipaa-safe-harbor", "italian-clinical", "linked", "meddocan",
        "patient", "surrogate"}) {
    const auto policy = Policy::open(name);
    ASSERT_TRUE(policy.ok()) << policy.error().message();
    EXPECT_EQ(policy->name(), name);
    EXPECT_NE(policy->placeholder(Label::kPatient), nullptr);
  }
  EXPECT_EQ(*Policy::open("italian-clinical")->placeholder(Label::kCity), "[LUOGO/INDIRIZZO]");
  EXPECT_EQ(*Policy::open("meddocan")->placeholder(Label::kZip), "[TERRITORIO]");
  EXPECT_EQ(Policy::open("default")->placeholder(Label::kSex), nullptr);
}

// The first lines of each policy give the reason.
TEST(Policy, EachDecidesAboutNationalities) {
  const auto written = [](const std::string& name) {
    const Policy policy = Policy::open(name).value();
    const std::string* tag = policy.placeholder(Label::kNationality);
    return tag != nullptr ? *tag : "";
  };
  EXPECT_EQ(written("gdpr"), "[NATIONALITY]");
  EXPECT_EQ(written("italian-clinical"), "[NAZIONALITÀ]");
  EXPECT_EQ(written("meddocan"), "[PAIS]");
  for (const char* name :
       {"default", "dismed", "hipaa-safe-harbor", "linked", "patient", "surrogate"}) {
    EXPECT_EQ(written(name), "") << name;
  }
  for (const std::string name :
       {"default", "dismed", "gdpr", "hipaa-safe-harbor", "italian-clinical", "linked", "meddocan",
        "patient", "surrogate"}) {
    std::ifstream file(std::string(REDACT_SOURCE_DIR) + "/redactor/policy/" + name + ".yaml");
    std::string line;
    bool told = false;
    while (std::getline(file, line) && line.starts_with("#")) {
      told = told || line.find("NATIONALITY") != line.npos;
    }
    EXPECT_TRUE(told) << name;
  }
}

// The task that asks a model only for the patient's identifiers has no tag that the policy keeps.
TEST(Policy, PatientHidesWhatItsTaskAsksFor) {
  const Policy policy = Policy::open("patient").value();
  for (const PromptTag& tag : prompt_tags(PromptTask::kPatient, policy)) {
    ASSERT_NE(policy.placeholder(tag.label), nullptr) << tag.open;
    EXPECT_EQ(*policy.placeholder(tag.label), tag.open);
  }
  for (const Label stays : {Label::kDoctor, Label::kHospital, Label::kAge, Label::kProfession}) {
    EXPECT_EQ(policy.placeholder(stays), nullptr);
  }
}

TEST(Policy, PatientAndGdprHideEachKindOfDirectIdentifier) {
  for (const char* name : {"patient", "gdpr"}) {
    const Policy policy = Policy::open(name).value();
    for (const Label label :
         {Label::kPatient,    Label::kName,    Label::kUsername,  Label::kStreet,
          Label::kCity,       Label::kZip,     Label::kPhone,     Label::kFax,
          Label::kEmail,      Label::kUrl,     Label::kIp,        Label::kMedicalRecord,
          Label::kHealthPlan, Label::kLicense, Label::kEncounter, Label::kEmployee,
          Label::kSsn,        Label::kAccount, Label::kVehicle,   Label::kDevice,
          Label::kBiometric,  Label::kId}) {
      EXPECT_NE(policy.placeholder(label), nullptr) << name << " " << label_name(label);
    }
  }
}

TEST(Policy, OperatorsThatNeedAKeySaySo) {
  EXPECT_TRUE(Policy::open("linked")->needs_key());
  EXPECT_FALSE(Policy::open("surrogate")->needs_key());
  EXPECT_TRUE(Policy::open("surrogate")->uses(Operator::kSurrogate));
}

TEST(Policy, UnknownNameSaysWhichThereAre) {
  const auto policy = Policy::open("hippa");
  ASSERT_FALSE(policy.ok());
  EXPECT_NE(policy.error().message().find("italian-clinical"), std::string::npos);
}

TEST(Policy, UnknownLabelFieldOrShapeIsAnError) {
  EXPECT_TRUE(Policy::parse("name: x\nplaceholders: {AGE: \"[AGE]\"}").ok());
  EXPECT_FALSE(Policy::parse("name: x\nplaceholders: {AGED: \"[AGE]\"}").ok());
  EXPECT_FALSE(Policy::parse("name: x\nplaceholders: {AGE: a}\nremove: all").ok());
  EXPECT_FALSE(Policy::parse("name: x").ok());
  EXPECT_FALSE(Policy::parse("- a\n- b").ok());
  EXPECT_FALSE(Policy::parse("name: [").ok());
  const std::string tags = "name: x\nplaceholders: {AGE: \"[AGE]\"}\n";
  EXPECT_TRUE(Policy::parse(tags + "operators: {AGE: mask}\ndate_order: month-first").ok());
  EXPECT_FALSE(Policy::parse(tags + "operators: {AGE: blur}").ok());
  EXPECT_FALSE(Policy::parse(tags + "operators: {DATE: mask}").ok());
  EXPECT_FALSE(Policy::parse(tags + "date_order: any").ok());
  EXPECT_FALSE(Policy::parse(tags + "present_year: 20226").ok());
  EXPECT_FALSE(Policy::parse(tags + "present_year: soon").ok());
}

// Each of these lost a label or wrote "null", and identifiers stayed in the text.
TEST(Policy, WhatWouldBeLostSilentlyIsRefusedWithItsLine) {
  const std::string head = "name: x\nplaceholders:\n  AGE: \"[AGE]\"\n";
  for (const auto& [rest, line] : {std::pair("placeholders:\n  DATE: \"[DATE]\"\n", 4),
                                   {"  AGE: \"[A]\"\n", 4},
                                   {"  PATIENT:\n", 4},
                                   {"  DATE: \"[D]\"\n  PATIENT: ~\n", 5},
                                   {"operators:\n", 4},
                                   {"operators:\n  AGE: mask\n  AGE: tag\n", 6},
                                   {"remove: all\n", 4}}) {
    const auto policy = Policy::parse(head + rest);
    ASSERT_FALSE(policy.ok()) << rest;
    EXPECT_EQ(policy.error().where, "policy line " + std::to_string(line)) << rest;
  }
  EXPECT_FALSE(Policy::parse(head + "---\nname: y\nplaceholders: {DATE: x}\n").ok());
  EXPECT_FALSE(Policy::parse(head + "operators: &all {AGE: *all}\n").ok());
  EXPECT_TRUE(Policy::parse(head + "  DATE: \"\"\n").ok());  // written as nothing, on purpose
}

// yaml-cpp finds documents without end in them.
TEST(Policy, PunctuationWhereADocumentBeginsIsRefused) {
  for (const std::string yaml : {",checksum", "]", "{name: a} b\n,c", "name: a\n---\nname: b\n"}) {
    EXPECT_FALSE(Policy::parse(yaml).ok()) << yaml;
  }
}

TEST(Policy, AliasesOfAliasesAreNotFollowedForEver) {
  std::string yaml = "v0: &v0 [x]\n";
  for (int i = 1; i < 7; ++i) {
    const std::string alias = "*v" + std::to_string(i - 1), name = "v" + std::to_string(i);
    yaml += name + ": &" + name + " [" + alias;
    for (int j = 1; j < 20; ++j) yaml += ", " + alias;
    yaml += "]\n";
  }
  const auto policy = Policy::parse(yaml);
  ASSERT_FALSE(policy.ok());
  EXPECT_NE(policy.error().message().find("more than a million values"), std::string::npos)
      << policy.error().message();
}

TEST(Policy, ThePresentYearIsTheClocksWhereNoneIsGiven) {
  const std::string tags = "name: x\nplaceholders: {AGE: \"[AGE]\"}\n";
  EXPECT_EQ(Policy::parse(tags + "present_year: 2031")->present_year(), 2031);
  const std::time_t now = std::time(nullptr);
  EXPECT_EQ(Policy::parse(tags)->present_year(), std::gmtime(&now)->tm_year + 1900);
}

TEST(Policy, MadeUpAgesAreRefusedBesideDatesThatMove) {
  const auto parsed = [](const std::string& ages, const std::string& dates) {
    return Policy::parse(
        "name: x\nplaceholders: {AGE: \"[AGE]\", DATE: \"[DATE]\"}\noperators: {AGE: " + ages +
        ", DATE: " + dates + "}");
  };
  for (const char* dates : {"surrogate", "shift"}) {
    const auto refused = parsed("surrogate", dates);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message().find("AGE: over-89"), std::string::npos);
    EXPECT_TRUE(parsed("over-89", dates).ok());
  }
  EXPECT_TRUE(parsed("surrogate", "tag").ok());
}

// Such an operator leaves what it cannot read: names under birth-date, numbers under over-89.
TEST(Policy, AnOperatorForOneLabelIsRefusedForOthers) {
  const auto parsed = [](const std::string& label, const std::string& op) {
    return Policy::parse("name: x\nplaceholders: {" + label + ": \"[X]\"}\noperators: {" + label +
                         ": " + op + "}");
  };
  const std::map<std::string, std::string> only = {{"shift", "DATE"},
                                                   {"year", "DATE"},
                                                   {"birth-date", "DATE"},
                                                   {"over-89", "AGE"},
                                                   {"zip3", "ZIP"}};
  for (const std::string_view name : kLabelNames) {
    const std::string label(name);
    for (const char* any : {"tag", "number", "mask", "hash", "surrogate"}) {
      EXPECT_TRUE(parsed(label, any).ok()) << label << " " << any;
    }
    for (const auto& [op, fits] : only) {
      const auto policy = parsed(label, op);
      ASSERT_EQ(policy.ok(), label == fits) << label << " " << op;
      if (policy.ok()) continue;
      const std::string message = policy.error().message();
      EXPECT_NE(message.find(label), std::string::npos) << message;
      EXPECT_NE(message.find(op), std::string::npos) << message;
    }
  }
}

TEST(Policy, OperatorsThatAreNoMapAreRefused) {
  const std::string tags = "name: x\nplaceholders: {AGE: \"[AGE]\"}\n";
  for (const char* operators : {"mask", "\"\"", "[]", "[AGE]"}) {
    EXPECT_FALSE(Policy::parse(tags + "operators: " + operators).ok()) << operators;
  }
}

}  // namespace redact::policy_test
