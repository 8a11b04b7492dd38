// SPDX-License-Identifier: Apache-2.0
// What is known beside a document, and which of its bytes are hidden with that knowledge.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "redactor/stages.h"
#include "tests/support/test_key.h"

namespace redact::testing {

using HiddenBytes = std::vector<bool>;  // of a source

struct Knowledge {
  struct Term {
    Label label;
    std::string text;
  };
  std::vector<Term> denied, known, rules;  // a rule finds its text, which has no line end

  void add(const Knowledge& more) {
    denied.insert(denied.end(), more.denied.begin(), more.denied.end());
    known.insert(known.end(), more.known.begin(), more.known.end());
    rules.insert(rules.end(), more.rules.begin(), more.rules.end());
  }

  std::string told() const {
    std::string out;
    const auto tell = [&](const char* what, const std::vector<Term>& terms) {
      for (const Term& term : terms) {
        out.append(what).append(" ").append(label_name(term.label));
        out.append(" \"").append(term.text).append("\"\n");
      }
    };
    tell("denied", denied);
    tell("known", known);
    tell("rule", rules);
    return out;
  }

  Result<RuleSet> rule_set() const {
    if (rules.empty()) return RuleSet();
    std::string yaml = "rules:\n";
    for (const Term& rule : rules) {
      yaml += "  - label: " + std::string(label_name(rule.label)) + "\n    pattern: '";
      for (const char c : rule.text) {
        const bool is_plain = static_cast<unsigned char>(c) >= 0x80 || std::isalnum(c) || c == ' ';
        if (!is_plain) yaml += '\\';
        yaml += c;
        if (c == '\'') yaml += c;
      }
      yaml += "'\n";
    }
    return RuleSet::parse(yaml);
  }
};

// Redacts with one model.
class Hider {
 public:
  static Result<Hider> open(const ModelOptions& options, DecodingOptions decoding = {}) {
    Hider hider;
    REDACT_ASSIGN(hider.model_, open_redaction_model(options));
    REDACT_ASSIGN(hider.session_, hider.model_->open_session(1));
    hider.decoding_ = std::move(decoding);
    return hider;
  }

  Result<std::shared_ptr<const Configuration>> configure(const std::string& policy,
                                                         const Knowledge& knowledge = {}) const {
    Settings settings;
    settings.policy = policy;
    settings.key = test_key("knowledge");
    settings.decoding = decoding_;
    REDACT_ASSIGN(Configuration compiled, Configuration::compile(settings));
    for (const auto& term : knowledge.denied) compiled.guides.deny.add(term.text, term.label);
    REDACT_ASSIGN(compiled.guides.own_rules, knowledge.rule_set());
    return std::move(compiled).with(model_, decoding_);
  }

  // The bytes that the model hides by itself, whatever the fields of the document say.
  Result<HiddenBytes> hidden_by_model(const Configuration& configuration, std::string_view source,
                                      Format format, const ChosenFields* chosen) const {
    REDACT_ASSIGN(const FormattedText document, read_document(source, format, chosen));
    const DocumentText& text = document.text;
    const ReadingView view(text.text());
    const std::vector<size_t> passages = view.to_view(text.passages());
    const std::vector<size_t> walls = view.to_view(text.walls());
    REDACT_ASSIGN(Findings found, session_->find(*configuration.decodings.front(),
                                                 {view.text(), {}, passages, walls}));
    HiddenBytes bytes(source.size());
    for (const Span& span :
         resolve(view, std::move(found.spans), configuration.policy, text.walls())) {
      for (const auto& part : text.parts_of(span.begin, span.end)) {
        const ByteRange range = text.source_of(part);
        std::fill(bytes.begin() + static_cast<ptrdiff_t>(range.begin),
                  bytes.begin() + static_cast<ptrdiff_t>(range.end), true);
      }
    }
    return bytes;
  }

  // The bytes that are replaced in the output.
  Result<HiddenBytes> hidden(const std::shared_ptr<const Configuration>& configuration,
                             const std::vector<Knowledge::Term>& known_terms,
                             std::string_view source, Format format = Format::kText,
                             std::shared_ptr<const ChosenFields> chosen = nullptr) const {
    TermList known(configuration->policy.date_order());
    for (const auto& term : known_terms) known.add_known(term.text, term.label);
    DocumentInput input{source, format, std::move(chosen)};
    input.patient = "p";
    input.known = {&known};
    REDACT_ASSIGN(const Redaction redaction, redact_now(input, *configuration, *session_));
    HiddenBytes bytes(source.size());
    for (const Edit& edit : redaction.edits) {
      std::fill(bytes.begin() + static_cast<ptrdiff_t>(edit.begin),
                bytes.begin() + static_cast<ptrdiff_t>(edit.end), true);
    }
    return bytes;
  }

 private:
  Hider() = default;

  std::shared_ptr<const RedactionModel> model_;
  std::unique_ptr<ModelSession> session_;
  DecodingOptions decoding_;
};

// The bytes of a source that `less` hides and `more` does not. White space may come back between
// two spans.
inline std::string uncovered(std::string_view source, const HiddenBytes& less,
                             const HiddenBytes& more) {
  std::string out;
  for (size_t i = 0; i < source.size(); ++i) {
    if (less[i] && !more[i] && !is_space(source[i])) out += source[i];
  }
  return out;
}

}  // namespace redact::testing
