// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/judge/question.h"

namespace redact::judge {

inline eval::Document note(const std::string& text, std::vector<eval::Annotation> found,
                           const std::string& output = "",
                           std::vector<eval::Annotation> gold = {}) {
  eval::Document document;
  document.id = "1";
  document.text = eval::to_code_points(text);
  document.output = eval::to_code_points(output);
  document.found = std::move(found);
  document.gold = std::move(gold);
  return document;
}

// Chooses the first option of every slot if the text contains a word, otherwise the last.
class ScriptedJudge final : public Judge {
 public:
  ScriptedJudge(std::string word, float margin) : word_(std::move(word)), margin_(margin) {}
  Result<std::vector<Answer>> ask(const std::vector<Question>& questions) override {
    std::vector<Answer> answers;
    for (const Question& question : questions) {
      Answer answer;
      for (const Slot& slot : question.slots) {
        const bool first = question.text.find(word_) != std::string::npos;
        answer.choices.push_back({first ? 0 : slot.options.size() - 1, margin_});
      }
      answers.push_back(std::move(answer));
    }
    return answers;
  }

 private:
  std::string word_;
  float margin_;
};

}  // namespace redact::judge
