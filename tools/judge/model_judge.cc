// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/model_judge.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "runtime/engine/model_runner.h"
#include "runtime/text/chat_prompt.h"
#include "tools/judge/choice_constraint.h"

namespace redact::judge {

namespace {

constexpr size_t kMaxRows = 512;        // of a pass; longer prompts are read in pieces
constexpr size_t kUsualContext = 8192;  // tokens, as in the study with three judges

// Hands out questions one by one and keeps the first error.
class Questions final : public SequenceFeed {
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

// An instruction as tokens; `prefix` is 0 if it is not shared.
struct Instruction {
  ChatPrompt prompt;
  size_t prefix = 0;
};

Result<ChatPrompt> write_prompt(const std::string& instruction, const ChatTemplate& chat_template,
                                const Tokenizer& tokenizer) {
  const std::vector<ChatTurn> turns = {{ChatRole::kSystem, instruction}, {ChatRole::kUser, {}}};
  return write_chat_prompt(chat_template, turns, tokenizer);
}

bool begins_with(const std::vector<int32_t>& ids, const std::vector<int32_t>& others) {
  return ids.size() >= others.size() && std::equal(others.begin(), others.end(), ids.begin());
}

// Whether no option is a prefix of another, so that the tokens can decide between all of them.
bool are_distinct(const std::vector<std::vector<int32_t>>& options) {
  for (size_t a = 0; a < options.size(); ++a) {
    for (size_t b = 0; b < options.size(); ++b) {
      if (a != b && begins_with(options[a], options[b])) return false;
    }
  }
  return options.size() > 1;
}

class ModelJudge final : public Judge {
 public:
  ModelJudge(std::unique_ptr<ModelRunner> runner, ChatTemplate chat_template, size_t context,
             std::map<std::string, Instruction> instructions)
      : runner_(std::move(runner)),
        chat_template_(chat_template),
        context_(context),
        instructions_(std::move(instructions)) {}

  // Reads the shared instructions; must be called before ask().
  Result<void> start() {
    for (auto& [text, instruction] : instructions_) {
      REDACT_ASSIGN(instruction.prefix, runner_->engine().share_prefix(instruction.prompt.before));
    }
    return {};
  }

  Result<std::vector<Answer>> ask(const std::vector<Question>& questions) override {
    std::deque<ChoiceConstraint> constraints;  // the engine holds pointers to them
    std::vector<size_t> asked;                 // the question of each
    for (size_t q = 0; q < questions.size(); ++q) {
      REDACT_ASSIGN(ChoiceConstraint constraint, in_tokens(questions[q], q + 1));
      if (constraint.max_tokens() > context_) continue;
      constraints.push_back(std::move(constraint));
      asked.push_back(q);
    }
    Questions feed(constraints);
    runner_->engine().run(feed);
    if (!feed.result().ok()) return feed.result().error();
    std::vector<Answer> answers(questions.size());
    for (size_t i = 0; i < asked.size(); ++i) answers[asked[i]] = constraints[i].answer();
    return answers;
  }

 private:
  const Tokenizer& tokenizer() const { return runner_->model().tokenizer(); }

  Result<std::vector<int32_t>> ids_of(const std::string& text, bool continues) const {
    REDACT_ASSIGN(TokenizedText tokens,
                  continues ? tokenizer().tokenize_continuation(text) : tokenizer().tokenize(text));
    return std::move(tokens.ids);
  }

  Result<ChoiceConstraint> in_tokens(const Question& question, size_t number) {
    auto known = instructions_.find(question.instruction);
    if (known == instructions_.end()) {
      REDACT_ASSIGN(ChatPrompt prompt,
                    write_prompt(question.instruction, chat_template_, tokenizer()));
      known = instructions_.emplace(question.instruction, Instruction{std::move(prompt)}).first;
    }
    const auto& [prompt, prefix] = known->second;
    REDACT_ASSIGN(std::vector<int32_t> ids, ids_of(question.text, prompt.text_continues));
    ids.insert(ids.end(), prompt.after.begin(), prompt.after.end());
    if (prefix == 0) ids.insert(ids.begin(), prompt.before.begin(), prompt.before.end());
    bool continues = prompt.text_continues;  // an answer begins like the text
    std::vector<TokenSlot> slots;
    for (const Slot& slot : question.slots) {
      TokenSlot in_tokens{{}, {}, slot.last};
      REDACT_ASSIGN(in_tokens.before, ids_of(slot.before, continues));
      continues |= !slot.before.empty();
      for (const Option& option : slot.options) {
        REDACT_ASSIGN(std::vector<int32_t> tokens, ids_of(option.text, continues));
        in_tokens.options.push_back(std::move(tokens));
      }
      continues = true;
      if (!are_distinct(in_tokens.options)) {
        return Error{ErrorKind::kBadInput, "question " + std::to_string(number),
                     "has answers that begin with the same token"};
      }
      slots.push_back(std::move(in_tokens));
    }
    return ChoiceConstraint(prefix, prefix == 0 ? 0 : prompt.before.size(), std::move(ids),
                            std::move(slots));
  }

  std::unique_ptr<ModelRunner> runner_;
  ChatTemplate chat_template_;
  size_t context_;
  std::map<std::string, Instruction> instructions_;
};

}  // namespace

Result<std::unique_ptr<Judge>> open_model_judge(const JudgeOptions& options,
                                                std::span<const std::string> instructions) {
  REDACT_ASSIGN(Model model, Model::open(options.model_path));
  REDACT_ASSIGN(const auto jinja, model.metadata().find_string("tokenizer.chat_template"));
  REDACT_ASSIGN(const ChatTemplate chat_template, options.chat_template.empty()
                                                      ? ChatTemplate::recognise(jinja.value_or(""))
                                                      : ChatTemplate::find(options.chat_template));
  const size_t most = model.config().n_context;
  if (options.context > most) {
    return Error{ErrorKind::kBadInput, "-c",
                 "the model was trained for " + std::to_string(most) + " tokens of context"};
  }
  const size_t context = options.context > 0 ? options.context : std::min(most, kUsualContext);
  std::map<std::string, Instruction> known;
  size_t prefix_pages = 0;
  for (const std::string& text : instructions) {
    if (known.contains(text)) continue;
    REDACT_ASSIGN(ChatPrompt prompt, write_prompt(text, chat_template, model.tokenizer()));
    if (prompt.before.size() >= context) {
      return Error{ErrorKind::kBadInput, "-c",
                   "an instruction fills the context of " + std::to_string(context) + " tokens"};
    }
    prefix_pages += pages_for(prompt.before.size());
    known.emplace(text, Instruction{std::move(prompt)});
  }
  const EngineOptions engine{kMaxRows, context, options.max_sequences, prefix_pages};
  REDACT_ASSIGN(auto shared,
                SharedModel::open(std::move(model), options.device, options.n_threads, engine));
  REDACT_ASSIGN(auto runner, ModelRunner::open(std::move(shared), options.n_threads));
  auto judge =
      std::make_unique<ModelJudge>(std::move(runner), chat_template, context, std::move(known));
  REDACT_TRY(judge->start());
  return std::unique_ptr<Judge>(std::move(judge));
}

}  // namespace redact::judge
