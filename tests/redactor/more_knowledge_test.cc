// SPDX-License-Identifier: Apache-2.0
// Whoever knows more hides more: with more terms that are denied or known, more rules, and fields
// that name more people, no byte that was hidden comes back. Over notes of all corpora with the
// bundled model, and over random bytes with models of random weights.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "documents/files/input_bytes.h"
#include "language/words.h"
#include "tests/support/knowledge.h"
#include "tests/support/label_keys.h"
#include "tests/support/random_documents.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace {

using testing::HiddenBytes;
using testing::Hider;
using testing::Knowledge;
using testing::uncovered;

HiddenBytes hidden(const Hider& hider, std::string_view source, const std::string& policy,
                   const Knowledge& knowledge, Format format = Format::kText,
                   std::shared_ptr<const ChosenFields> chosen = nullptr) {
  const auto configuration = hider.configure(policy, knowledge);
  EXPECT_TRUE(configuration.ok()) << configuration.error().message();
  const auto bytes =
      hider.hidden(*configuration, knowledge.known, source, format, std::move(chosen));
  EXPECT_TRUE(bytes.ok()) << bytes.error().message();
  return bytes.ok() ? *bytes : HiddenBytes(source.size());
}

Label random_label(std::mt19937& random) {
  return static_cast<Label>(random() % kLabelNames.size());
}

// One to three words of a text with the characters between them; empty if it has no words.
std::string random_words(std::string_view text, std::mt19937& random) {
  const std::vector<Word> words = find_words(text);
  if (words.empty()) return {};
  const size_t first = random() % words.size();
  const size_t last = std::min(first + random() % 3, words.size() - 1);
  return std::string(text.substr(words[first].begin, words[last].end - words[first].begin));
}

// A few terms, most of them of `names`, texts of identifiers in the document.
Knowledge random_knowledge(std::string_view text, const std::vector<std::string>& names,
                           std::mt19937& random) {
  Knowledge knowledge;
  for (size_t i = 1 + random() % 3; i > 0; --i) {
    const bool of_names = !names.empty() && random() % 4 != 0;
    const std::string words =
        random_words(of_names ? names[random() % names.size()] : text, random);
    if (words.empty()) continue;
    std::vector<Knowledge::Term>* const lists[] = {&knowledge.denied, &knowledge.known,
                                                   &knowledge.rules};
    auto& list = *lists[random() % 3];
    const bool is_line = words.find_first_of("\r\n\t") == words.npos && is_utf8(words);
    if (&list != &knowledge.rules || is_line) list.push_back({random_label(random), words});
  }
  return knowledge;
}

struct Note {
  std::string text;
  std::vector<std::string> names;  // texts of its gold spans
};

std::vector<Note> read_notes(const std::filesystem::path& path) {
  auto input = InputBytes::open(path.string(), false).value();
  while (!input.has_ended()) EXPECT_TRUE(input.read_more().ok());
  std::vector<Note> notes;
  for (std::string_view rest = input.unread(); !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const auto json = nlohmann::json::parse(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    Note note{json["text"], {}};
    std::vector<size_t> starts;  // of characters
    for (size_t i = 0; i <= note.text.size(); ++i) {
      if (i == note.text.size() || (note.text[i] & 0xc0) != 0x80) starts.push_back(i);
    }
    for (const auto& span : json.value("spans", nlohmann::json::array())) {
      const size_t begin = starts.at(span["start"]);
      note.names.push_back(note.text.substr(begin, starts.at(span["end"]) - begin));
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

// Set REDACT_TRIALS for another number of trials for each corpus.
size_t n_trials(size_t usual) {
  const char* asked = std::getenv("REDACT_TRIALS");
  return asked != nullptr ? std::strtoul(asked, nullptr, 10) : usual;
}

const char* const kPolicies[] = {"default",  "gdpr",   "meddocan", "hipaa-safe-harbor",
                                 "patient",  "linked", "dismed",   "italian-clinical",
                                 "surrogate"};

constexpr size_t kMostBytes = 2000;  // of a note that are read: a few windows

class MoreKnowledge : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto path = std::filesystem::path(REDACT_SHARED_DIR) / "corpora" / GetParam();
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
    notes_ = read_notes(path);
    for (Note& note : notes_) {
      if (note.text.size() <= kMostBytes) continue;
      size_t end = kMostBytes;
      while (is_continuation(note.text[end])) --end;
      note.text.resize(end);
    }
  }

  static const Hider& bundled() {
    static const auto& kHider = *new Hider(Hider::open({}).value());
    return kHider;
  }

  std::vector<Note> notes_;
};

TEST_P(MoreKnowledge, UncoversNothing) {
  std::mt19937 random(17);
  size_t n_hidden = 0;
  for (size_t trial = 0; trial < n_trials(3); ++trial) {
    const Note& note = notes_[random() % notes_.size()];
    const std::string policy = kPolicies[random() % std::size(kPolicies)];
    Knowledge knowledge;
    HiddenBytes before = hidden(bundled(), note.text, policy, knowledge);
    for (int step = 0; step < 2; ++step) {
      knowledge.add(random_knowledge(note.text, note.names, random));
      HiddenBytes after = hidden(bundled(), note.text, policy, knowledge);
      EXPECT_EQ(uncovered(note.text, before, after), "") << "policy " << policy << "\n"
                                                         << knowledge.told();
      before = std::move(after);
      n_hidden += static_cast<size_t>(std::count(before.begin(), before.end(), true));
    }
  }
  EXPECT_GT(n_hidden, 0u);
}

// A message of HL7 about a patient of this name with the note as its text.
std::string hl7_about(const std::string& name, const std::string& note) {
  std::string text;
  for (const char c : note) {
    if (c == '\r' || c == '\n') {
      text += "\\.br\\";
    } else if (static_cast<unsigned char>(c) >= ' ' &&
               std::string_view("|^&~\\").find(c) == text.npos) {
      text += c;
    }
  }
  return "MSH|^~\\&|A|B|C|D|20240102||ORU^R01|1|P|2.5\rPID|1||77^^^H^MR||" + name +
         "\rOBR|1|||N^Note\rOBX|1|TX|N^Note||" + text + "\r";
}

// A resource of FHIR about a patient of this name, and one with the note.
std::string fhir_about(const std::string& name, const std::string& note) {
  const nlohmann::json patient = {{"resourceType", "Patient"}, {"name", {{{"family", name}}}}};
  const nlohmann::json text = {{"resourceType", "Observation"},
                               {"status", "final"},
                               {"code", {{"text", "Note"}}},
                               {"note", {{{"text", note}}}}};
  const nlohmann::json bundle = {{"resourceType", "Bundle"},
                                 {"type", "collection"},
                                 {"entry", {{{"resource", patient}}, {{"resource", text}}}}};
  return bundle.dump();
}

// A row of a table with a name in a column of names, and the note.
std::string row_about(const std::string& name, const std::string& note) {
  std::string row = name + ",\"";
  for (const char c : note) row.append(c == '"' ? 2 : 1, c);
  return row + "\"";
}

std::shared_ptr<const ChosenFields> columns(Label label) {
  return std::make_shared<const ChosenFields>(
      ChosenFields{',', {{"name", label, 0}, {"note", std::nullopt, 1}}});
}

// Fields that name what the note names: all that the model hides by itself is hidden. The model
// reads the fields too, so there is no document without them to compare with. Under policies that
// hide whole spans, since others leave ages.
TEST_P(MoreKnowledge, OfFieldsUncoversNothing) {
  constexpr const char* kWhole[] = {"default", "meddocan", "dismed", "italian-clinical"};
  struct Form {
    std::string (*about)(const std::string& name, const std::string& note);
    Format format;
    std::shared_ptr<const ChosenFields> chosen;
  };
  std::mt19937 random(23);
  for (size_t trial = 0; trial < n_trials(2); ++trial) {
    const Note& note = notes_[random() % notes_.size()];
    if (!is_utf8(note.text)) continue;
    const std::string& of = note.names.empty() || random() % 4 == 0
                                ? note.text
                                : note.names[random() % note.names.size()];
    const std::vector<Word> words = find_words(of);
    if (words.empty()) continue;
    const Word& word = words[random() % words.size()];
    const std::string name = of.substr(word.begin, word.end - word.begin);
    const std::string policy = kWhole[random() % std::size(kWhole)];
    const auto configuration = bundled().configure(policy).value();
    const Form forms[] = {{hl7_about, Format::kHl7, nullptr},
                          {fhir_about, Format::kJson, nullptr},
                          {row_about, Format::kText, columns(random_label(random))}};
    for (const Form& form : forms) {
      const std::string source = form.about(name, note.text);
      const auto less =
          bundled().hidden_by_model(*configuration, source, form.format, form.chosen.get());
      ASSERT_TRUE(less.ok()) << less.error().message();
      const HiddenBytes more = hidden(bundled(), source, policy, {}, form.format, form.chosen);
      EXPECT_EQ(uncovered(source, *less, more), "") << "policy " << policy << ", " << source;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Corpora, MoreKnowledge,
                         ::testing::Values("meddocan.dev.jsonl.gz", "meddocan.train.jsonl.gz",
                                           "grascco.dev.jsonl.gz", "presidio.dev.jsonl.gz",
                                           "e3c.carriers.en.jsonl.gz", "e3c.carriers.es.jsonl.gz",
                                           "e3c.carriers.fr.jsonl.gz", "e3c.carriers.it.jsonl.gz"));

// A relative with the patient's surname is the ordinary case.
TEST(MoreKnowledge, OfTheSurnameHidesTheRelativesNameToo) {
  const Hider hider = Hider::open({}).value();
  const std::string source =
      "MSH|^~\\&|A|B|C|D|20240102||ORU^R01|1|P|2.5\rPID|1||77^^^H^MR||CSONKA^ANNA\r"
      "OBX|1|TX|N^Note||Carer Ubul Csonka reports poor sleep\r";
  const HiddenBytes bytes = hidden(hider, source, "default", {}, Format::kHl7);
  const size_t at = source.find("Ubul");
  EXPECT_EQ(std::count(bytes.begin() + static_cast<ptrdiff_t>(at),
                       bytes.begin() + static_cast<ptrdiff_t>(at + 11), true),
            11);
}

// Models of random weights decide at random, so that known terms touch and cross their spans.
class MoreKnowledgeOfRandomModels : public ::testing::TestWithParam<std::optional<PromptTask>> {};

TEST_P(MoreKnowledgeOfRandomModels, UncoversNothing) {
  testing::TinyModel model;
  model.type = "q8_0";
  model.seed = 5;
  ModelOptions options;
  options.draft_bundled = GetParam().has_value();
  options.max_draft = 16;
  DecodingOptions decoding;
  if (GetParam()) {
    model.n_context = 8192;  // a tag for every byte fits
    decoding.prompt.task = *GetParam();
    decoding.prompt.chat_template = "chatml";
    decoding.prompt.language = "en";
    decoding.prompt.instruction =
        std::string(REDACT_SOURCE_DIR) + "/tests/program/short_prompt.txt";
    decoding.bias = *GetParam() == PromptTask::kList ? 2.0f : -3.0f;
  } else {
    model.extra = [](testing::VocabBuilder& vocab) { testing::LabelKeys(24, 5).add_to(vocab); };
  }
  options.model_path = model.write("redact-more-knowledge.gguf");
  const Hider hider = Hider::open(options, decoding).value();
  std::mt19937 random(29);
  size_t n_hidden = 0;
  const auto documents = testing::random_documents(n_trials(10), 40, random);
  for (const std::string& text : documents) {
    const std::string policy = kPolicies[random() % 4];
    Knowledge knowledge;
    HiddenBytes before = hidden(hider, text, policy, knowledge);
    for (int step = 0; step < 2; ++step) {
      knowledge.add(random_knowledge(text, {}, random));
      HiddenBytes after = hidden(hider, text, policy, knowledge);
      EXPECT_EQ(uncovered(text, before, after), "") << "policy " << policy << "\n"
                                                    << text << "\n"
                                                    << knowledge.told();
      before = std::move(after);
      n_hidden += static_cast<size_t>(std::count(before.begin(), before.end(), true));
    }
  }
  EXPECT_GT(n_hidden, documents.size());
}

INSTANTIATE_TEST_SUITE_P(Tasks, MoreKnowledgeOfRandomModels,
                         ::testing::Values(std::nullopt, PromptTask::kTags, PromptTask::kMarkup,
                                           PromptTask::kVerdict, PromptTask::kList));

}  // namespace
}  // namespace redact
