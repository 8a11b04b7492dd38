// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/instruction.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "redactor/policy/builtin_policies.h"

namespace redact::instruction_test {

constexpr PromptTask kTasks[] = {PromptTask::kTags,    PromptTask::kMask,   PromptTask::kVerdict,
                                 PromptTask::kPatient, PromptTask::kMarkup, PromptTask::kList};
constexpr std::string_view kLanguages[] = {"en", "es", "it", "fr", "de", "ro", "tr", "ar"};

Instruction builtin(PromptTask task, std::string_view language) {
  auto instruction = Instruction::builtin(task, language);
  EXPECT_TRUE(instruction.ok()) << instruction.error().message();
  return *std::move(instruction);
}

std::vector<Policy> shipped_policies() {
  std::vector<Policy> policies;
  for (const BuiltinPolicy& policy : builtin_policies()) {
    policies.push_back(Policy::open(std::string(policy.name)).value());
  }
  return policies;
}

size_t count(std::string_view text, std::string_view part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

TEST(Instruction, EveryTaskHasOneInEveryLanguageThatNamesEveryTagOfEveryPolicy) {
  std::set<std::string> texts;
  const std::vector<Policy> policies = shipped_policies();
  for (const PromptTask task : kTasks) {
    for (const std::string_view language : kLanguages) {
      const Instruction instruction = builtin(task, language);
      for (const Policy& policy : policies) {
        const std::vector<PromptTag> tags = prompt_tags(task, policy);
        ASSERT_GT(tags.size(), 10u);
        const std::string text = instruction.text(tags);
        for (const PromptTag& tag : tags) {
          const std::string spelled = tag.open + (tag.close.empty() ? ": " : "…" + tag.close);
          EXPECT_NE(text.find(spelled), std::string::npos)
              << prompt_task_name(task) << " " << language << " " << tag.open;
        }
        EXPECT_EQ(text.find_first_of("{}"), std::string::npos);
        EXPECT_EQ(text.find("SPDX"), std::string::npos);
        EXPECT_EQ(text.find("--- example"), std::string::npos);
      }
      texts.insert(instruction.text({}));
    }
  }
  EXPECT_EQ(texts.size(), std::size(kTasks) * std::size(kLanguages));
}

TEST(Instruction, ListsWhatEachTagMeansInItsLanguageAndATagOnce) {
  const Policy policy = Policy::open("italian-clinical").value();
  const auto tags = prompt_tags(PromptTask::kTags, policy);
  const std::string text = builtin(PromptTask::kTags, "it").text(tags);
  EXPECT_NE(text.find("\n- [ETÀ]: età, con la sua unità\n"), std::string::npos);
  EXPECT_EQ(count(text, "[NOME]"), 1u);
  EXPECT_NE(text.find("[NOME]: nome e cognome del paziente; nome di un medico"), std::string::npos);
  const std::string german = builtin(PromptTask::kTags, "de").text(tags);
  EXPECT_NE(german.find("\n- [ETÀ]: Altersangabe mit ihrer Einheit\n"), std::string::npos);
  for (const std::string_view language : kLanguages) {
    const LabelDescriptions descriptions = describe_labels(language).value();
    for (const std::string& description : descriptions) {
      EXPECT_GE(description.size(), 4u) << language;
      EXPECT_EQ(description.find('\n'), std::string::npos) << language;
    }
    EXPECT_EQ(std::set<std::string>(descriptions.begin(), descriptions.end()).size(),
              kLabelNames.size())
        << language;
  }
}

// Expects that the answer's text between tags occurs in the note in the same order, from its
// beginning to its end.
void expect_only_replaced(const Shot& shot, const std::vector<PromptTag>& tags) {
  size_t at = 0, reached = 0;  // in the answer, in the note
  while (true) {
    size_t next = shot.output.npos, size = 0;
    for (const PromptTag& tag : tags) {
      const size_t found = shot.output.find(tag.open, at);
      if (found < next) next = found, size = tag.open.size();
    }
    const std::string copied = shot.output.substr(at, next - at);
    const size_t found = at == 0 ? 0 : shot.input.find(copied, reached);
    ASSERT_EQ(shot.input.substr(std::min(found, shot.input.size()), copied.size()), copied);
    if (found > reached) {  // the tag replaced the identifier and nothing around it
      const std::string replaced = shot.input.substr(reached, found - reached);
      EXPECT_EQ(replaced.find_first_not_of(" ,\n"), 0u) << shot.output;
      EXPECT_EQ(replaced.find_last_not_of(" ,\n"), replaced.size() - 1) << shot.output;
    }
    reached = found + copied.size();
    if (next == shot.output.npos) break;
    at = next + size;
  }
  EXPECT_TRUE(shot.input.ends_with(shot.output.substr(shot.output.rfind('\n'))));
}

TEST(Instruction, AnswersToTheExamplesChangeNothingButIdentifiers) {
  const std::vector<Policy> policies = shipped_policies();
  for (const PromptTask task : kTasks) {
    if (task == PromptTask::kList) continue;
    for (const std::string_view language : kLanguages) {
      const Instruction instruction = builtin(task, language);
      for (const Policy& policy : policies) {
        const auto tags = prompt_tags(task, policy);
        const std::vector<Shot> shots = instruction.shots(tags);
        ASSERT_EQ(shots.size(), task == PromptTask::kVerdict ? 2u : 1u);
        EXPECT_NE(shots[0].input, shots[0].output);
        EXPECT_NE(shots[0].output.find("5 mg"), std::string::npos);
        EXPECT_NE(shots[0].output.find("Parkinson"), std::string::npos);
        if (task != PromptTask::kMarkup) expect_only_replaced(shots[0], tags);
        EXPECT_EQ(shots.back().output == kVerdictWord, task == PromptTask::kVerdict);
      }
    }
  }
}

TEST(Instruction, MarksStandAroundWhatStays) {
  const Policy policy = Policy::open("default").value();
  const Instruction instruction = builtin(PromptTask::kMarkup, "fr");
  const auto tags = prompt_tags(PromptTask::kMarkup, policy);
  const Shot shot = instruction.shots(tags)[0];
  std::string unmarked = shot.output;
  for (const PromptTag& tag : tags) {
    for (const std::string& mark : {tag.open, tag.close}) {
      for (size_t at; (at = unmarked.find(mark)) != unmarked.npos;) unmarked.erase(at, mark.size());
    }
  }
  EXPECT_EQ(unmarked, shot.input);
  EXPECT_NE(shot.output.find("<PATIENT>Mélusine Tourneval</PATIENT>, "), std::string::npos);
}

TEST(Instruction, AListHasTheIdentifiersOfAnExampleInTheirOrderAndTheirLabels) {
  const Policy policy = Policy::open("default").value();
  for (const std::string_view language : kLanguages) {
    const auto tags = prompt_tags(PromptTask::kList, policy);
    const std::vector<Shot> shots = builtin(PromptTask::kList, language).shots(tags);
    ASSERT_EQ(shots.size(), 2u);
    std::string rest = shots[0].output;
    size_t at = 0, n_items = 0;
    for (; rest != "---"; ++n_items) {
      const size_t mark = rest.find('\t'), end = rest.find('\n');
      ASSERT_LT(mark, end);
      at = shots[0].input.find(rest.substr(0, mark), at);
      ASSERT_NE(at, shots[0].input.npos) << language;
      EXPECT_TRUE(find_label(rest.substr(mark + 2, end - mark - 3)));
      rest.erase(0, end + 1);
    }
    EXPECT_EQ(n_items, 9u) << language;
    EXPECT_EQ(shots[1].output, "---");
  }
  const Policy dates = Policy::parse("name: x\nplaceholders: {DATE: \"[D]\"}").value();
  EXPECT_EQ(builtin(PromptTask::kList, "en").shots(prompt_tags(PromptTask::kList, dates))[0].output,
            "03/05/1984\t<DATE>\n12 May 2031\t<DATE>\n---");
}

TEST(Instruction, WhatThePolicyOrTheTaskLeavesStays) {
  const Policy dates = Policy::parse("name: x\nplaceholders: {DATE: \"[D]\"}").value();
  const Shot shot =
      builtin(PromptTask::kTags, "en").shots(prompt_tags(PromptTask::kTags, dates))[0];
  EXPECT_NE(shot.output.find("Nora Quillfeather, 47 years old, born on [D],"), std::string::npos);
  const Policy all = Policy::open("default").value();
  const auto patient = prompt_tags(PromptTask::kPatient, all);
  const Shot survey = builtin(PromptTask::kPatient, "en").shots(patient)[0];
  EXPECT_NE(survey.output.find("***patient_Date_of_Birth(DOB)***/1984"), std::string::npos);
  EXPECT_NE(survey.output.find("47 years old"), std::string::npos);
  EXPECT_NE(survey.output.find("Dr Ivo Brambleworth"), std::string::npos);
}

TEST(Instruction, AnUnknownLanguageIsRefused) {
  const auto refused = Instruction::builtin(PromptTask::kMask, "pt");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(refused.error().message(),
            "prompt language: is none of en, es, it, fr, de, ro, tr, ar");
}

TEST(Instruction, AFileOfOnesOwnMayHaveTagsExamplesAndOtherBraces) {
  const auto file = UserFile::in_memory(
      "Write JSON like {\"a\": 1}, {X}, {}, {do so} and { tags }.\n{tags}\n\n"
      "--- example\nMr {NAME:Li}\nis {AGE:9}.\n\n--- example\nWell.\n");
  const auto own = Instruction::open(file, PromptTask::kTags, "en");
  ASSERT_TRUE(own.ok()) << own.error().message();
  const std::vector<PromptTag> tags = {{"[N]", "", Label::kName}};
  EXPECT_EQ(own->text(tags),
            "Write JSON like {\"a\": 1}, {X}, {}, {do so} and { tags }.\n- [N]: the name of any "
            "other person");
  ASSERT_EQ(own->shots(tags).size(), 2u);
  EXPECT_EQ(own->shots(tags)[0].input, "Mr Li\nis 9.");
  EXPECT_EQ(own->shots(tags)[0].output, "Mr [N]\nis 9.");
  EXPECT_EQ(own->shots(tags)[1].output, "Well.");
  EXPECT_FALSE(Instruction::open("no/such/file", PromptTask::kTags, "en").ok());
}

TEST(Instruction, MalformedOnesAreRefusedByLine) {
  const auto error_of = [](std::string_view text) {
    const auto parsed = Instruction::parse(text, PromptTask::kTags, "en");
    return parsed.ok() ? "" : parsed.error().where;
  };
  EXPECT_EQ(error_of("Hide names.\n"), "");
  EXPECT_EQ(error_of(""), "prompt line 1");
  EXPECT_EQ(error_of("# SPDX-License-Identifier: X\n \n"), "prompt line 2");
  EXPECT_EQ(error_of("Hide\nby {tag}.\n"), "prompt line 2");
  EXPECT_EQ(error_of("Hide {tags} or {labels}"), "prompt line 1");
  EXPECT_EQ(error_of("Hide\nn\xe3o.\n"), "prompt line 2");  // Latin-1
  EXPECT_EQ(error_of(std::string_view("Hide\0names.\n", 12)), "prompt line 1");
  EXPECT_EQ(error_of("Hide\n--- example\nx \xff\n"), "prompt line 3");
  EXPECT_EQ(error_of("Hide\n--- examples\nx"), "prompt line 2");
  EXPECT_EQ(error_of("Hide\n--- example\n\n--- example\nx"), "prompt line 2");
  EXPECT_EQ(error_of("Hide\n--- example\nx\n{NAMED:Li}"), "prompt line 4");
  EXPECT_EQ(error_of("Hide\n--- example\n{NAME:}"), "prompt line 3");
  EXPECT_EQ(error_of("Hide\n--- example\n{NAME}: x"), "prompt line 3");
  EXPECT_EQ(error_of("Hide\n--- example\n\nx {NAME:Li"), "prompt line 4");
  EXPECT_EQ(error_of("Hide\n--- example\n{NAME:Li {AGE:9}}"), "prompt line 3");
  EXPECT_EQ(error_of("Hide\n--- example\nLi}"), "prompt line 3");
}

TEST(PromptTask, HasANameAndTagsOfItsOwn) {
  for (const PromptTask task : kTasks) EXPECT_EQ(find_prompt_task(prompt_task_name(task)), task);
  EXPECT_FALSE(find_prompt_task("masks"));
  const Policy policy = Policy::open("default").value();
  for (const PromptTag& tag : prompt_tags(PromptTask::kVerdict, policy)) {
    EXPECT_EQ(tag.open, "[XXXXX]");
    EXPECT_NE(tag.label, Label::kSex);  // which this policy leaves in the text
  }
}

}  // namespace redact::instruction_test
