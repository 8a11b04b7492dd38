// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/recorded_judge.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/file_io.h"
#include "tools/eval/fields.h"

namespace redact::judge {

namespace {

using nlohmann::json;

struct Line {
  size_t number;
  std::vector<std::string> names;
  std::vector<float> margins;
};

Error bad(size_t line, std::string what) {
  return {ErrorKind::kBadInput, "answers line " + std::to_string(line), std::move(what)};
}

class RecordedJudge final : public Judge {
 public:
  explicit RecordedJudge(std::map<std::string, Line> lines) : lines_(std::move(lines)) {}

  Result<std::vector<Answer>> ask(const std::vector<Question>& questions) override {
    std::vector<Answer> answers;
    for (const Question& question : questions) {
      const auto line = lines_.find(question.id);
      answers.emplace_back();
      if (line == lines_.end()) continue;
      REDACT_ASSIGN(answers.back(), read(question, line->second));
    }
    return answers;
  }

 private:
  static Result<Answer> read(const Question& question, const Line& line) {
    Answer answer;
    bool ended = false;
    for (size_t i = 0; i < line.names.size(); ++i) {
      if (ended || i == question.slots.size()) return bad(line.number, "has too many answers");
      const Slot& slot = question.slots[i];
      size_t option = 0;
      while (option < slot.options.size() && slot.options[option].name != line.names[i]) ++option;
      if (option == slot.options.size()) {
        return bad(line.number, "answer " + std::to_string(i + 1) + " is none that may be given");
      }
      answer.choices.push_back({option, line.margins[i]});
      ended = slot.last == option;
    }
    if (!ended && line.names.size() < question.slots.size()) {
      return bad(line.number, "has too few answers");
    }
    return answer;
  }

  std::map<std::string, Line> lines_;
};

}  // namespace

Result<std::unique_ptr<Judge>> open_recorded_judge(const std::string& path) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  std::map<std::string, Line> lines;
  const auto add = [&](const std::string& text, size_t number) -> Result<void> {
    const json parsed = json::parse(text, nullptr, false);
    const eval::Fields fields(parsed, "answers line " + std::to_string(number));
    REDACT_ASSIGN(const std::string id, fields.string("question"));
    REDACT_ASSIGN(const json* names, fields.array("answers"));
    Line line{
        number, {}, std::vector<float>(names->size(), std::numeric_limits<float>::infinity())};
    for (const json& name : *names) {
      if (!name.is_string()) return bad(number, "has an answer that is not a string");
      line.names.push_back(name.get<std::string>());
    }
    if (fields.has("margins")) {
      REDACT_ASSIGN(const json* margins, fields.array("margins"));
      if (margins->size() != names->size()) {
        return bad(number, "does not have one margin for each answer");
      }
      for (size_t i = 0; i < margins->size(); ++i) {
        if (!(*margins)[i].is_number()) return bad(number, "has a margin that is not a number");
        line.margins[i] = (*margins)[i].get<float>();
      }
    }
    if (!lines.emplace(id, std::move(line)).second) return bad(number, "answers a question again");
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  return std::unique_ptr<Judge>(std::make_unique<RecordedJudge>(std::move(lines)));
}

std::string to_lines(const std::vector<Question>& questions, const std::vector<Answer>& answers) {
  std::string lines;
  for (size_t q = 0; q < questions.size(); ++q) {
    if (answers[q].choices.empty()) continue;
    nlohmann::ordered_json line = {{"question", questions[q].id}};
    for (size_t i = 0; i < answers[q].choices.size(); ++i) {
      const Choice& choice = answers[q].choices[i];
      line["answers"].push_back(questions[q].slots[i].options[choice.option].name);
      // JSON has no infinity.
      line["margins"].push_back(std::min(choice.margin, std::numeric_limits<float>::max()));
    }
    lines += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  return lines;
}

}  // namespace redact::judge
