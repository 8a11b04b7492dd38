// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/tag_finder.h"

#include <algorithm>
#include <utility>

#include "redactor/finder/tag_windows.h"
#include "redactor/prompt/instruction.h"
#include "redactor/prompt/shots.h"
#include "redactor/text/language.h"

namespace redact {

namespace {

// The most bytes that a tag may stand for. The longest identifiers, one-line addresses, have
// some 100.
constexpr size_t kMaxSpan = 160;

// Default context in tokens. Planning memory for the longer contexts of some models would be a
// waste.
constexpr size_t kUsualContext = 8192;

TagGrammar make_grammar(const PromptOptions& prompt, const Tokenizer& tokenizer,
                        const TokenTrie& trie, int32_t end_id) {
  TagGrammar grammar{
      prompt.task == PromptTask::kMarkup ? TagGrammar::Kind::kMark : TagGrammar::Kind::kReplace,
      &tokenizer,
      &trie,
      {},
      prompt.task == PromptTask::kVerdict ? std::string(kVerdictWord) : std::string(),
      end_id,
      kMaxSpan};
  for (const PromptTag& tag : prompt.tags) {
    const auto same = std::find_if(grammar.tags.begin(), grammar.tags.end(),
                                   [&](const GrammarTag& t) { return t.open == tag.open; });
    if (same == grammar.tags.end()) {
      grammar.tags.push_back({tag.open, tag.close, tag.label});
    } else {
      same->also.push_back(tag.label);
      // A tag for everything says nothing about the kind, so its label is OTHER.
      if (tag.label == Label::kOther) std::swap(same->label, same->also.back());
    }
  }
  return grammar;
}

// No spelling may be a prefix of another: the two could not be told apart.
Result<void> check_tags(const TagGrammar& grammar) {
  if (grammar.tags.empty()) {
    return Error{ErrorKind::kBadInput, "policy", "hides no label that the task has a tag for"};
  }
  for (const GrammarTag& a : grammar.tags) {
    for (const GrammarTag& b : grammar.tags) {
      if (&a != &b && (a.open.empty() || b.open.starts_with(a.open))) {
        return Error{ErrorKind::kBadInput, "policy",
                     "the placeholder of " + std::string(label_name(a.label)) +
                         " is empty, or another one begins with it: a model's answer could not "
                         "be read"};
      }
    }
  }
  return {};
}

Result<ChatPrompt> write_prompt(const PromptOptions& options, std::string_view language,
                                const ChatTemplate& chat_template, const Tokenizer& tokenizer) {
  REDACT_ASSIGN(
      const Instruction instruction,
      options.instruction_path.empty()
          ? Instruction::builtin(options.task, language)
          : blame("--prompt", Instruction::open(options.instruction_path, options.task, language)));
  std::vector<Shot> shots = instruction.shots(options.tags);
  if (!options.shots_path.empty()) {
    REDACT_ASSIGN(shots, blame("--shots", read_shots(options.shots_path)));
  }
  std::vector<ChatTurn> turns = {{ChatRole::kSystem, instruction.text(options.tags)}};
  for (const Shot& shot : shots) {
    turns.push_back({ChatRole::kUser, shot.input});
    turns.push_back({ChatRole::kAssistant, shot.output});
  }
  turns.push_back({ChatRole::kUser, {}});
  return write_chat_prompt(chat_template, turns, tokenizer);
}

class TagFinder final : public ModelFinder {
 public:
  TagFinder(std::unique_ptr<ModelRunner> runner, const ModelOptions& options, SequenceRoom room,
            Prompts prompts, std::unique_ptr<SpanFinder> drafter)
      : ModelFinder(std::move(runner), std::move(drafter), options.bias.value_or(0),
                    options.max_draft),
        room_(room),
        prompts_(std::move(prompts)),
        trie_(this->runner().model().tokenizer()),
        grammar_(make_grammar(options.prompt, this->runner().model().tokenizer(), trie_,
                              prompts_.begin()->second.end_id)) {}

  // Runs the part of the prompt before the text in every language; must be called first.
  Result<void> start() {
    REDACT_TRY(check_tags(grammar_));
    for (const auto& [language, prompt] : prompts_) {
      REDACT_ASSIGN(const size_t prefix, runner().engine().share_prefix(prompt.before));
      conversations_[language] = {prefix, prompt.before.size(), prompt.after,
                                  prompt.text_continues};
    }
    return {};
  }

 private:
  std::unique_ptr<WindowGrammar> open_grammar(const Query& query,
                                              std::optional<std::vector<Span>> guess) override {
    const auto own = conversations_.size() > 1 ? conversations_.find(guess_language(query.text))
                                               : conversations_.begin();
    return std::make_unique<TagWindows>(grammar_, room_, bias(), max_draft(), own->second,
                                        std::move(guess), query.forced);
  }

  SequenceRoom room_;
  Prompts prompts_;
  TokenTrie trie_;
  TagGrammar grammar_;
  std::map<std::string, TagConversation, std::less<>> conversations_;  // by language
};

}  // namespace

Result<Prompts> write_prompts(const PromptOptions& options, const Model& model) {
  REDACT_ASSIGN(const auto jinja, model.metadata().find_string("tokenizer.chat_template"));
  REDACT_ASSIGN(const ChatTemplate chat_template, options.chat_template.empty()
                                                      ? ChatTemplate::recognise(jinja.value_or(""))
                                                      : ChatTemplate::find(options.chat_template));
  // A user's instruction has one language; the label descriptions are in English unless --lang
  // names another.
  std::vector<std::string> languages(kLanguages.begin(), kLanguages.end());
  if (!options.language.empty()) languages = {options.language};
  if (options.language.empty() && !options.instruction_path.empty()) languages = {"en"};
  Prompts prompts;
  for (const std::string& language : languages) {
    REDACT_ASSIGN(prompts[language],
                  write_prompt(options, language, chat_template, model.tokenizer()));
  }
  return prompts;
}

Result<std::unique_ptr<SpanFinder>> open_tag_finder(Model model, const ModelOptions& options,
                                                    std::unique_ptr<SpanFinder> drafter) {
  const size_t most = model.config().n_context;
  const size_t wanted = options.prompt.context;
  if (wanted > most) {
    return Error{ErrorKind::kBadInput, "-c",
                 "the model was trained for " + std::to_string(most) + " tokens of context"};
  }
  const size_t context = wanted > 0 ? wanted : std::min(most, kUsualContext);
  REDACT_ASSIGN(Prompts prompts, write_prompts(options.prompt, model));
  EngineOptions engine{options.max_rows, context, options.max_sequences};
  for (const auto& [language, prompt] : prompts) {
    const TagConversation whole{0, prompt.before.size(), prompt.after, false};
    if (TagWindows::window_tokens(whole, context) == 0) {
      return Error{ErrorKind::kBadInput, "-c",
                   "the instruction fills the context of " + std::to_string(context) + " tokens"};
    }
    engine.prefix_pages += pages_for(prompt.before.size());
  }
  const SequenceRoom room{context, model.config().n_context, model.long_above()};
  REDACT_ASSIGN(auto runner,
                ModelRunner::open(std::move(model), options.device, options.n_threads, engine));
  auto finder = std::make_unique<TagFinder>(std::move(runner), options, room, std::move(prompts),
                                            std::move(drafter));
  REDACT_TRY(finder->start());
  return std::unique_ptr<SpanFinder>(std::move(finder));
}

}  // namespace redact
