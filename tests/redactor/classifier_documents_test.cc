// SPDX-License-Identifier: Apache-2.0
// Documents that a token classifier reads: kinds without a label, and the languages that it knows.
#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <fstream>

#include "redactor/redactor.h"
#include "tests/support/word_encoder.h"

namespace redact::classifier_documents_test {

class ClassifierDocuments : public ::testing::Test {
 protected:
  ClassifierDocuments() {
    model_.classes = {"O", "B-SHOE", "I-SHOE", "B-CITY", "I-CITY"};
    model_.pieces = {{"wears", 0}, {"size", 1}, {"nine", 2}, {"in", 0}, {"leeds", 3}};
    model_.keys = testing::class_keys("bio", model_.classes, {"OTHER", "CITY"}, 24, 5, 2, 3);
  }

  Result<Models> open() const {
    const std::string path =
        ::testing::TempDir() + program_invocation_short_name + "-classifier_documents_test.gguf";
    std::ofstream(path, std::ios::binary) << model_.build();
    ModelOptions options;
    options.model_path = path;
    options.n_threads = 1;
    return Models::open(options);
  }
  Redaction redact(std::string_view text, const std::string& policy) const {
    const Models models = open().value();
    Settings settings;
    settings.policy = policy;
    settings.builtin_rules = false;
    const auto configuration = Configuration::open(settings, models).value();
    const std::vector<std::string_view> texts = {text};
    return Redactor::open(models, {1}).value()->redact_all(configuration, texts)[0].value();
  }

  testing::WordEncoder model_;
};

TEST_F(ClassifierDocuments, AKindWithoutALabelIsHiddenUnderEveryPolicy) {
  const std::string note = "Wears size nine in Leeds";
  EXPECT_EQ(redact(note, "default").output, "Wears [OTHER] in [CITY]");
  // A policy without a tag for OTHER hides it under its first tag, like a denied term.
  EXPECT_EQ(redact(note, "patient").output, "Wears ***patient_Name*** in ***patient_Address***");
}

TEST_F(ClassifierDocuments, TheFileMayHaveAReviewMargin) {
  model_.bias = {0, -18.5f, -1000, 0, 0};  // "size" is left in the text, by 2
  const std::string note = "Wears size in Leeds";
  EXPECT_FALSE(redact(note, "default").review.empty());
  model_.keys.floats("redact.review_margin", {}, 0);
  EXPECT_TRUE(redact(note, "default").review.empty());
  for (const float wrong : {-1.0f, 11.5f, NAN}) {
    model_.keys.floats("redact.review_margin", {}, wrong);
    EXPECT_EQ(open().error().message(), "redact.review_margin: is outside 0..11");
  }
}

TEST_F(ClassifierDocuments, ANoteInALanguageThatTheFileDoesNotNameIsMarked) {
  const std::string note =
      "El paciente acude con los resultados y se va sin fiebre. Se pauta una dosis para las "
      "noches por el dolor, que no cede con paracetamol.";
  EXPECT_FALSE(redact(note, "default").other_language);  // nobody says what it knows
  model_.keys.texts("general.languages", {"en", "fr"});
  EXPECT_TRUE(redact(note, "default").other_language);
  model_.keys.texts("general.languages", {"en", "es"});
  EXPECT_FALSE(redact(note, "default").other_language);
}

}  // namespace redact::classifier_documents_test
