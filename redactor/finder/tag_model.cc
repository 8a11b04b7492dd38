// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/tag_model.h"

#include <algorithm>
#include <utility>

#include "language/language.h"
#include "redactor/copy/tag_decoder.h"
#include "redactor/finder/answer_windows.h"
#include "redactor/listing/list_decoder.h"
#include "redactor/prompt/instruction.h"
#include "redactor/prompt/shots.h"

namespace redact {

namespace {

// The most bytes that a tag may replace, or that a line of a list may hold. The longest
// identifiers, one-line addresses, have some 100.
constexpr size_t kMaxSpan = 160;

// Default context in tokens. Planning memory for the longer contexts of some models would waste it.
constexpr size_t kUsualContext = 8192;

// In bytes: no vocabulary has a longer token; those of Llama 3 have up to 128. A prompt that cannot
// fit even if it consists of such tokens is refused before it is tokenised.
constexpr size_t kLongestToken = 256;

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
      // A tag for everything does not name a kind, so its label is OTHER.
      if (tag.label == Label::kOther) std::swap(same->label, same->also.back());
    }
  }
  return grammar;
}

Result<ListGrammar> make_list_grammar(const PromptOptions& prompt, const Tokenizer& tokenizer,
                                      const TokenTrie& trie, int32_t end_id) {
  std::vector<ListGrammar::Spelling> labels;
  for (const PromptTag& tag : prompt.tags) {
    labels.push_back({tag.label, std::string(kListGap).append(tag.open).append("\n")});
  }
  return ListGrammar::make(tokenizer, trie, labels, kListEnd, end_id, kMaxSpan);
}

// No spelling may be a prefix of another, since the two could not be told apart.
Result<void> check_tags(const TagGrammar& grammar) {
  if (grammar.tags.empty()) {
    return Error{ErrorKind::kBadInput, "policy", "hides no label that the task has a tag for"};
  }
  for (const GrammarTag& a : grammar.tags) {
    for (const GrammarTag& b : grammar.tags) {
      if (a.open.empty() || (&a != &b && b.open.starts_with(a.open))) {
        return Error{ErrorKind::kBadInput, "policy",
                     "the placeholder of " + std::string(label_name(a.label)) +
                         " is empty, or another one begins with it: a model's answer could not "
                         "be read"};
      }
    }
  }
  return {};
}

Error fills_context(size_t context) {
  return {ErrorKind::kBadInput, "context",
          "the instruction fills the context of " + std::to_string(context) + " tokens"};
}

Result<ChatPrompt> write_prompt(const DecodingOptions& decoding, std::string_view language,
                                const ChatTemplate& chat_template, const Tokenizer& tokenizer,
                                size_t context) {
  const PromptOptions& options = decoding.prompt;
  REDACT_ASSIGN(const Instruction instruction,
                options.instruction.is_given()
                    ? blame(setting::prompt.spelled(decoding.spelling),
                            Instruction::open(options.instruction, options.task, language))
                    : Instruction::builtin(options.task, language));
  std::vector<Shot> shots = instruction.shots(options.tags);
  if (options.shots.is_given()) {
    REDACT_ASSIGN(shots,
                  blame(setting::shots.spelled(decoding.spelling), read_shots(options.shots)));
  }
  std::vector<ChatTurn> turns = {{ChatRole::kSystem, instruction.text(options.tags)}};
  for (const Shot& shot : shots) {
    turns.push_back({ChatRole::kUser, shot.input});
    turns.push_back({ChatRole::kAssistant, shot.output});
  }
  turns.push_back({ChatRole::kUser, {}});
  size_t n_bytes = 0;
  for (const ChatTurn& turn : turns) n_bytes += turn.content.size();
  if (n_bytes / kLongestToken >= context) return fills_context(context);
  return write_chat_prompt(chat_template, turns, tokenizer);
}

class TagModel final : public RedactionModel {
 public:
  TagModel(std::shared_ptr<const SharedModel> shared, const ModelOptions& options,
           const SequenceRoom& room, std::shared_ptr<const RedactionModel> drafter)
      : RedactionModel(std::move(shared)),
        max_draft_(options.max_draft),
        room_(room),
        trie_(file().tokenizer()),
        drafter_(std::move(drafter)) {}

  const Thresholds& thresholds() const override { return kDecisionThresholds; }
  AnswerWay way(float bias) const { return {room_, bias, max_draft_}; }
  const TokenTrie& trie() const { return trie_; }

  Result<std::shared_ptr<const Decoding>> configure(const DecodingOptions& options) const override;

  Result<std::unique_ptr<ModelSession>> open_session(int n_threads) const override {
    REDACT_ASSIGN(auto runner, ModelRunner::open(shared(), n_threads));
    ModelSession::Drafter drafter;
    if (drafter_ != nullptr) {
      REDACT_ASSIGN(drafter.session, drafter_->open_session(n_threads));
      REDACT_ASSIGN(drafter.decoding, drafter_->configure({}));
    }
    return std::make_unique<ModelSession>(std::move(runner), std::move(drafter));
  }

 private:
  size_t max_draft_;
  SequenceRoom room_;
  TokenTrie trie_;
  std::shared_ptr<const RedactionModel> drafter_;
};

// The text of a window as its decoder needs it. `continues`: the prompt continues after it.
Result<CopyText> read_window(const TagGrammar& grammar, std::string_view text, bool continues) {
  return CopyText::make(text, *grammar.tokenizer, continues);
}
Result<PieceIndex> read_window(const ListGrammar& grammar, std::string_view text, bool continues) {
  return PieceIndex::make(grammar, text, continues);
}

// The windows of a document, whose answers `Decoder` reads.
template <typename Grammar, typename Decoder>
class DecodedWindows final : public AnswerWindows {
 public:
  // `grammar` must outlive the object; the others are those of AnswerWindows.
  DecodedWindows(const Grammar& grammar, const AnswerWay& way,
                 std::shared_ptr<const ChatPrompt> prompt, std::string_view text,
                 std::span<const Span> expected)
      : AnswerWindows(way, std::move(prompt), text, expected), grammar_(grammar) {}

 private:
  Result<std::unique_ptr<WindowDecoder>> open(Source source) override {
    REDACT_ASSIGN(auto text, read_window(grammar_, source.text, text_continues()));
    AnswerPrompt prompt = prompt_around(text.tokens().ids, source.prefix);
    auto window =
        std::make_unique<AnswerWindow<Decoder>>(document(), source.begin, grammar_, std::move(text),
                                                std::move(prompt), way().bias, way().max_draft);
    window->decoder().guess(source.expected);
    return std::unique_ptr<WindowDecoder>(std::move(window));
  }

  const Grammar& grammar_;
};

// The answer that the decoder reads as the expected spans; nullopt if there is no such answer.
std::optional<std::vector<int32_t>> answer_to(const CopyText& text, const TagGrammar& grammar,
                                              std::span<const Span> expected) {
  const TagAutomaton automaton(grammar, text);
  TagPlan plan(automaton);
  std::vector<CopySpan> spans;
  for (const Span& span : expected) spans.push_back({span.begin, span.end, span.label, 0});
  plan.expect(std::move(spans));
  return plan.answer();
}
std::optional<std::vector<int32_t>> answer_to(const PieceIndex& text, const ListGrammar& grammar,
                                              std::span<const Span> expected) {
  const ListAutomaton automaton(grammar, text);
  ListPlan plan(automaton);
  plan.expect(expected);
  auto answer = plan.items();
  const auto end = grammar.tokenizer->tokenize_continuation(kListEnd);
  if (!answer || !end.ok()) return std::nullopt;
  answer->insert(answer->end(), end->ids.begin(), end->ids.end());
  answer->push_back(grammar.end_id);
  return answer;
}

// The decoding of an instruct model: `Grammar` defines its answers.
template <typename Grammar, typename Decoder>
class AnswerDecoding final : public Decoding {
 public:
  AnswerDecoding(std::shared_ptr<const TagModel> model, Grammar grammar, Prompts prompts,
                 float bias)
      : model_(std::move(model)),
        grammar_(std::move(grammar)),
        prompts_(std::move(prompts)),
        bias_(bias) {}

  float bias() const override { return bias_; }

  DocumentWindows open(const Query& query) const override {
    // Each window repeats the prompt, so passages are read together.
    return DocumentWindows(
        *grammar_.tokenizer, {query.text, query.expected},
        std::make_unique<DecodedWindows<Grammar, Decoder>>(
            grammar_, model_->way(bias_), prompt_for(query.text), query.text, query.expected));
  }

  Result<std::vector<Lesson>> lessons(const Query& query) const override {
    const auto& prompt = prompt_for(query.text);
    const size_t most = AnswerWindows::window_tokens(*prompt, model_->way(bias_).room.context);
    REDACT_ASSIGN(TokenizedText tokens, grammar_.tokenizer->tokenize(query.text));
    const TextRows rows = cut_rows(query.text, std::move(tokens), {});
    std::vector<Lesson> lessons;
    for (const Window& window : cut_windows(query.text, rows, {most, most})) {
      const size_t begin = rows.begin(window.begin), end = rows.end(window.end - 1);
      REDACT_ASSIGN(const auto text, read_window(grammar_, query.text.substr(begin, end - begin),
                                                 prompt->text_continues));
      auto answer = answer_to(text, grammar_, spans_within(query.expected, begin, end));
      if (answer) lessons.push_back({prompt, text.tokens().ids, *std::move(answer)});
    }
    return lessons;
  }

 private:
  const std::shared_ptr<const ChatPrompt>& prompt_for(std::string_view text) const {
    return (prompts_.size() > 1 ? prompts_.find(guess_language(text)) : prompts_.begin())->second;
  }

  std::shared_ptr<const TagModel> model_;
  Grammar grammar_;
  Prompts prompts_;
  float bias_;
};

Result<std::shared_ptr<const Decoding>> TagModel::configure(const DecodingOptions& options) const {
  REDACT_ASSIGN(const float bias, choose_bias(options, 0));
  REDACT_TRY(check_hints(options));
  REDACT_ASSIGN(Prompts prompts, write_prompts(options, file(), room_.context));
  for (const auto& [language, prompt] : prompts) {
    if (AnswerWindows::window_tokens(*prompt, room_.context) == 0) {
      return fills_context(room_.context);
    }
  }
  const int32_t end_id = prompts.begin()->second->end_id;
  auto self = std::static_pointer_cast<const TagModel>(shared_from_this());
  if (options.prompt.task == PromptTask::kList) {
    REDACT_ASSIGN(ListGrammar grammar,
                  make_list_grammar(options.prompt, file().tokenizer(), trie_, end_id));
    return std::shared_ptr<const Decoding>(
        std::make_shared<AnswerDecoding<ListGrammar, ListDecoder>>(
            std::move(self), std::move(grammar), std::move(prompts), bias));
  }
  TagGrammar grammar = make_grammar(options.prompt, file().tokenizer(), trie_, end_id);
  REDACT_TRY(check_tags(grammar));
  return std::shared_ptr<const Decoding>(std::make_shared<AnswerDecoding<TagGrammar, TagDecoder>>(
      std::move(self), std::move(grammar), std::move(prompts), bias));
}

}  // namespace

Result<Prompts> write_prompts(const DecodingOptions& decoding, const Model& model, size_t context) {
  const PromptOptions& options = decoding.prompt;
  REDACT_ASSIGN(const auto jinja, model.metadata().find_string("tokenizer.chat_template"));
  Result<ChatTemplate> found = options.chat_template.empty()
                                   ? ChatTemplate::recognise(jinja.value_or(""))
                                   : ChatTemplate::find(options.chat_template);
  if (!found.ok() && !options.chat_template.empty()) {
    return Error{found.error().kind, setting::chat_template.spelled(decoding.spelling),
                 found.error().what};
  }
  REDACT_ASSIGN(const ChatTemplate chat_template, std::move(found));
  // A user's instruction has one language; the label descriptions are in English unless --lang
  // names another.
  std::vector<std::string> languages(kLanguages.begin(), kLanguages.end());
  if (!options.language.empty()) languages = {options.language};
  if (options.language.empty() && options.instruction.is_given()) languages = {"en"};
  Prompts prompts;
  for (const std::string& language : languages) {
    REDACT_ASSIGN(ChatPrompt prompt,
                  write_prompt(decoding, language, chat_template, model.tokenizer(), context));
    prompts[language] = std::make_shared<const ChatPrompt>(std::move(prompt));
  }
  return prompts;
}

Result<std::shared_ptr<const RedactionModel>> open_tag_model(
    Model model, const ModelOptions& options, std::shared_ptr<const RedactionModel> drafter) {
  const size_t most = model.config().n_context;
  const size_t wanted = options.context;
  if (wanted > most) {
    return Error{ErrorKind::kBadInput, "context",
                 "the model was trained for " + std::to_string(most) + " tokens of context"};
  }
  const size_t context = wanted > 0 ? wanted : std::min(most, kUsualContext);
  EngineOptions engine{given_or(options.max_rows, kUsualRows), context,
                       given_or(options.max_sequences, kUsualWindows)};
  // Instructions take as much memory as one more sequence: the shipped ones in all languages take
  // 5,000 entries. A session forgets instructions if it needs the memory for others.
  engine.prefix_pages = pages_for(context);
  const SequenceRoom room{context, most, model.long_above()};
  REDACT_ASSIGN(auto shared,
                SharedModel::open(std::move(model), options.device, options.n_threads, engine));
  return std::shared_ptr<const RedactionModel>(
      std::make_shared<TagModel>(std::move(shared), options, room, std::move(drafter)));
}

}  // namespace redact
