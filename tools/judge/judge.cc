// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/judge.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "runtime/engine/model_runner.h"
#include "tools/judge/choice_constraint.h"

namespace redact::judge {

namespace {

constexpr size_t kMaxRows = 512;  // of a pass; prompts are read in pieces

// Hands out questions one by one and keeps the first error.
class Questions final : public SequenceSource {
 public:
  explicit Questions(std::deque<ChoiceConstraint>& constraints) : constraints_(constraints) {}

  Constraint* next() override {
    return next_ < constraints_.size() ? &constraints_[next_++] : nullptr;
  }
  void done(Constraint&, const Result<void>& result) override {
    if (!result.ok() && result_.ok()) result_ = result;
  }
  const Result<void>& result() const { return result_; }

 private:
  std::deque<ChoiceConstraint>& constraints_;
  size_t next_ = 0;
  Result<void> result_;
};

class ModelJudge final : public Judge {
 public:
  ModelJudge(std::unique_ptr<ModelRunner> runner, size_t max_prompt)
      : runner_(std::move(runner)), max_prompt_(max_prompt) {}

  Result<std::vector<Answer>> ask(const std::vector<Question>& questions) override {
    std::deque<ChoiceConstraint> constraints;  // the engine holds pointers to them
    for (size_t q = 0; q < questions.size(); ++q) {
      const std::string where = "question " + std::to_string(q + 1);
      REDACT_ASSIGN(std::vector<int32_t> prompt, prompt_ids(questions[q].prompt));
      REDACT_ASSIGN(std::vector<int32_t> first, first_tokens(questions[q].answers, prompt));
      if (prompt.empty() || prompt.size() > max_prompt_) {
        return Error{ErrorKind::kBadInput, where, "is empty or longer than the judge's context"};
      }
      if (first.size() < 2 || std::set<int32_t>(first.begin(), first.end()).size() < first.size()) {
        return Error{ErrorKind::kBadInput, where, "has answers that its tokens do not tell apart"};
      }
      constraints.emplace_back(std::move(prompt), std::move(first));
    }
    Questions source(constraints);
    runner_->engine().run(source);
    if (!source.result().ok()) return source.result().error();
    std::vector<Answer> answers;
    for (const ChoiceConstraint& c : constraints) answers.push_back({c.best(), c.margin()});
    return answers;
  }

 private:
  // The tokens that tell the answers apart, one for each. Tokens that all answers begin with, such
  // as a space, are moved to the end of the prompt.
  Result<std::vector<int32_t>> first_tokens(const std::vector<std::string>& answers,
                                            std::vector<int32_t>& prompt) const {
    std::vector<std::vector<int32_t>> all;
    for (const std::string& answer : answers) {
      REDACT_ASSIGN(TokenizedText tokens, runner_->model().tokenizer().tokenize(answer));
      all.push_back(std::move(tokens.ids));
    }
    std::vector<int32_t> first;
    for (size_t at = 0; first.empty(); ++at) {
      for (const auto& ids : all) {
        if (at >= ids.size()) return std::vector<int32_t>();
        first.push_back(ids[at]);
      }
      if (!std::all_of(first.begin(), first.end(), [&](int32_t id) { return id == first[0]; }))
        break;
      prompt.push_back(first[0]);
      first.clear();
    }
    return first;
  }

  Result<std::vector<int32_t>> prompt_ids(const std::string& prompt) const {
    REDACT_ASSIGN(TokenizedText tokens, runner_->model().tokenizer().tokenize(prompt));
    if (runner_->model().tokenizer().add_bos() && runner_->model().tokenizer().bos_id() >= 0) {
      tokens.ids.insert(tokens.ids.begin(), runner_->model().tokenizer().bos_id());
    }
    return std::move(tokens.ids);
  }

  std::unique_ptr<ModelRunner> runner_;
  size_t max_prompt_;
};

}  // namespace

Result<std::unique_ptr<Judge>> open_judge(const JudgeOptions& options) {
  REDACT_ASSIGN(Model model, Model::open(options.model_path));
  const EngineOptions engine{kMaxRows, options.max_prompt, options.max_sequences};
  REDACT_ASSIGN(auto runner,
                ModelRunner::open(std::move(model), options.device, options.n_threads, engine));
  return std::unique_ptr<Judge>(new ModelJudge(std::move(runner), options.max_prompt));
}

}  // namespace redact::judge
