// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/persons.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "redactor/persons/cues.h"
#include "redactor/persons/lexicon.h"

namespace redact::persons_test {

// A note in which names are marked: "Dr <D:Moss> saw <P:Anna>".
struct Note {
  explicit Note(std::string_view marked) {
    for (size_t at = 0; at < marked.size(); ++at) {
      if (marked[at] != '<') {
        text += marked[at];
        continue;
      }
      const size_t end = marked.find('>', at);
      const char label = marked[at + 1];
      const size_t begin = text.size();
      text += marked.substr(at + 3, end - at - 3);
      spans.push_back({begin, text.size(),
                       label == 'P'   ? Label::kPatient
                       : label == 'D' ? Label::kDoctor
                                      : Label::kName,
                       1});
      at = end;
    }
  }
  std::string text;
  std::vector<Span> spans;
};

// The persons of a note's mentions, as numbers in order of appearance: "1 1 2"; the patient's have
// an asterisk.
std::string persons_in(std::string_view marked, const std::vector<std::string>& known = {}) {
  const Note note(marked);
  const Persons persons(note.text, note.spans, known);
  std::map<size_t, size_t> numbers;
  std::string out;
  for (const Mention& mention : persons.mentions()) {
    const size_t n = numbers.emplace(mention.person, numbers.size() + 1).first->second;
    out += (out.empty() ? "" : " ") + std::to_string(n) + (persons.is_patients(mention) ? "*" : "");
  }
  return out;
}

TEST(Persons, FormsOfANameAreOnePersonWhateverTheirLabels) {
  EXPECT_EQ(persons_in("<P:Margaret Ellison> ... <D:Margaret> ... Mrs <N:Ellison> <P:ELLISON, M.>"),
            "1* 1* 1* 1*");
  EXPECT_EQ(persons_in("Mrs <P:Ellison>, <P:Margaret Ellison>"), "1* 1*");
  EXPECT_EQ(persons_in("<P:M.E.> is <P:Margaret Ellison>"), "1* 1*");
  EXPECT_EQ(persons_in("<P:Margaret Ellison>, called <N:Peggy>"), "1* 1*");
  EXPECT_EQ(persons_in("Dr <D:Owen Pritchard>, <P:Margaret Ellison>, <D:Pritchard>"), "1 2* 1");
  // An Arabic name is abbreviated by the letter behind its article.
  EXPECT_EQ(persons_in("<P:فاطمة الخطيب>، <D:كمال حداد>، <N:ف. خ.>"), "1* 2 1*");
}

TEST(Persons, EndingsOfACaseAreNoPartOfTheName) {
  EXPECT_EQ(persons_in("<P:Anna Weber>, <N:Annas> Akte, <P:Weber's> Akte"), "1* 1* 1*");
  EXPECT_EQ(persons_in("<P:Maria Pop>, fiica <N:Mariei>"), "1* 1*");  // the daughter of Maria
  EXPECT_EQ(persons_in("<P:Ayşe Kaya>, <P:Ayşe'nin> ve <P:Kayanın>"), "1* 1* 1*");
  EXPECT_EQ(persons_in("<P:محمد علي> <N:ومحمد>"), "1* 1*");
  // Without the plain form in the document, an ending cannot be told from a name.
  const Note note("<P:Thomas>");
  EXPECT_EQ(Persons(note.text, note.spans).mentions()[0].parts[0].folded, "thomas");
}

TEST(Persons, TitlesAndKinshipKeepShortFormsApart) {
  EXPECT_EQ(persons_in("<P:Margaret Ellison> saw Dr <D:Ellison>"), "1* 2");
  EXPECT_EQ(persons_in("<P:Margaret Ellison> with her daughter <N:Margaret>"), "1* 2");
  EXPECT_EQ(persons_in("Mrs <P:Margaret Ellison>, later Mr <N:Ellison>"), "1* 2");
  EXPECT_EQ(persons_in("<P:Margaret Ellison>, her husband <N:Peter Ellison>, Mrs <N:Ellison>"),
            "1* 2 1*");
  EXPECT_EQ(persons_in("Dr <P:Margaret Ellison>, a GP herself; Dr <P:Ellison>"), "1* 1*");
}

TEST(Persons, AShortFormOfSeveralPeopleIsNobodyOfThemUnlessItsLabelTells) {
  EXPECT_EQ(persons_in("<D:Carlo Rossi>, <D:Bruno Rossi>, <D:Rossi>, <D:Rossi>"), "1 2 3 3");
  EXPECT_EQ(persons_in("<D:Carlo Rossi>, <D:Bruno Rossi>, <D:B. Rossi>"), "1 2 2");
  EXPECT_EQ(persons_in("<P:Anna Rossi>, <D:Bruno Rossi>, <D:Rossi>, <P:Rossi>"), "1* 2 2 1*");
}

TEST(Persons, ThePatientIsWhomTheMostEvidenceNames) {
  EXPECT_EQ(persons_in("<P:Owen Pritchard> ... <P:Anna Greco> ... <P:Greco>"), "1 2* 2*");
  EXPECT_EQ(persons_in("<D:Owen Pritchard> and <N:Anna Greco>"), "1 2");  // nobody says who
  EXPECT_EQ(persons_in("<P:Mrs Greco> ... <P:Anna>"), "1* 1*");           // the other half
  EXPECT_EQ(persons_in("<P:Anna Greco> ... <P:Carla>"), "1* 2");
  EXPECT_EQ(persons_in("<P:Margaret Ellison> ... <P:Elison>"), "1* 1*");  // misspelt
  EXPECT_EQ(persons_in("<P:Margaret Ellison> ... <D:Elison>"), "1* 2");
}

TEST(Persons, AKnownNameTellsThePatientWhateverTheLabels) {
  const std::vector<std::string> known = {"Margaret Ellison"};
  EXPECT_EQ(persons_in("<N:Ellison> ... <P:Owen Pritchard>", known), "1* 2");
  EXPECT_EQ(persons_in("<D:Peggy>, <N:M. Ellison>", known), "1* 1*");
  EXPECT_EQ(persons_in("her husband <N:Peter Ellison>", known), "1");
}

TEST(Persons, WordsOfAPatientMayBeThePatients) {
  const Note note("<P:Margaret Ellison>, Dr <D:Ellison>, Dr <D:Moss>");
  const Persons persons(note.text, note.spans);
  EXPECT_TRUE(persons.may_be_patients(persons.mentions()[0]));
  EXPECT_TRUE(persons.may_be_patients(persons.mentions()[1]));
  EXPECT_FALSE(persons.may_be_patients(persons.mentions()[2]));
}

TEST(Persons, MentionsAreFoundByTheirBytes) {
  const Note note("<P:Anna> and <N:Carla>");
  const Persons persons(note.text, note.spans);
  EXPECT_EQ(persons.at(0), &persons.mentions()[0]);
  EXPECT_EQ(persons.at(3), &persons.mentions()[0]);
  EXPECT_EQ(persons.at(4), nullptr);
  EXPECT_EQ(persons.at(9), &persons.mentions()[1]);
  EXPECT_EQ(persons.at(100), nullptr);
  EXPECT_EQ(Persons().at(0), nullptr);
}

// Many people of one surname: the work for each mention is bounded.
TEST(Persons, WorkIsLinearInTheMentions) {
  const auto seconds = [](size_t n) {
    std::string marked;
    for (size_t i = 0; i < n; ++i) {
      std::string given;
      for (size_t k = i + 1; k > 0; k /= 20) given += "bcdfghjklmnpqrstvwxz"[k % 20];
      marked += "<P:A" + given + " Smith> <D:Smith> <N:A.S.>\n";
    }
    const Note note(marked);
    const auto begin = std::chrono::steady_clock::now();
    const Persons persons(note.text, note.spans);
    EXPECT_EQ(persons.mentions().size(), 3 * n);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds(100);
  EXPECT_LT(seconds(20000), 40 * std::max(seconds(2000), 0.01));
}

TEST(Cues, AreTheTitlesAndTheWordsDirectlyBefore) {
  const auto cues = [](std::string_view before, std::string_view name) {
    const std::string text = std::string(before) + std::string(name) + " left";
    return find_cues(text, before.size(), before.size() + name.size());
  };
  EXPECT_EQ(cues("seen by Dr. ", "Moss"), kClinicianCue);
  EXPECT_EQ(cues("", "Dott.ssa Greco"), kClinicianCue);
  EXPECT_EQ(cues("her husband, Mr ", "Ellison"), kRelativeCue | kManCue);
  EXPECT_EQ(cues("Patient: ", "Ellison"), kPatientCue);
  EXPECT_EQ(cues("came with her husband. ", "Ellison"), kNoCue);
  EXPECT_EQ(cues("husband\n", "Ellison"), kNoCue);
  EXPECT_EQ(cues("the husband of ", "Ellison"), kNoCue);
  EXPECT_EQ(formal_name("peggy"), "margaret");
  EXPECT_EQ(formal_name("owen"), "owen");
}

}  // namespace redact::persons_test
