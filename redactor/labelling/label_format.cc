// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/label_format.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "gguf_loader/metadata.h"
#include "redactor/labelling/class_format.h"
#include "runtime/engine/constraint.h"

namespace redact {

namespace {

constexpr uint64_t kMostLag = 16;  // each adds a row to every sequence

Result<std::vector<Label>> read_labels(const Metadata& metadata) {
  const std::string key = "redact.labels";
  REDACT_ASSIGN(const auto names, metadata.get_strings(key));
  std::vector<Label> labels;
  for (const std::string_view name : names) {
    const auto label = find_label(name);
    if (!label) return bad_input(key, "has an unknown label");
    if (std::find(labels.begin(), labels.end(), *label) != labels.end()) {
      return bad_input(key, "holds a label twice");
    }
    labels.push_back(*label);
  }
  if (labels.empty()) return bad_input(key, "is empty");
  return labels;
}

// The label in a token's text, as "<B:DATE>" names DATE; nullopt if there is none.
std::optional<Label> named_label(std::string_view text) {
  const size_t colon = text.find(':');
  if (!text.starts_with('<') || !text.ends_with('>') || colon == text.npos) return std::nullopt;
  return find_label(text.substr(colon + 1, text.size() - colon - 2));
}

// Assigns the tokens of a format to their uses, and refuses a token with two uses.
class Tokens {
 public:
  static Result<Tokens> read(const Metadata& metadata, size_t n_vocab) {
    Tokens tokens;
    tokens.n_vocab_ = n_vocab;
    REDACT_ASSIGN(tokens.texts_, metadata.get_strings("tokenizer.ggml.tokens"));
    return tokens;
  }

  // Takes `id` for the key's use, which is of one label or of none. Uses of the same kind may
  // share a token.
  Result<int32_t> take(const std::string& key, int64_t id, std::optional<Label> label,
                       const std::string& kind) {
    if (static_cast<uint64_t>(id) >= n_vocab_) {  // a negative one too
      return bad_input(key, "lies outside the vocabulary");
    }
    const auto [other, is_new] = uses_.try_emplace(id, kind);
    if (!is_new && other->second != kind) {
      return bad_input(key,
                       "holds token " + std::to_string(id) + ", which " + other->second + " holds");
    }
    const bool has_text = static_cast<uint64_t>(id) < texts_.size();
    const auto named = has_text ? named_label(texts_[static_cast<size_t>(id)]) : std::nullopt;
    if (named && named != label) {
      return bad_input(key,
                       "holds token " + std::to_string(id) + ", whose text names another label");
    }
    return static_cast<int32_t>(id);
  }

 private:
  size_t n_vocab_ = 0;
  std::vector<std::string_view> texts_;
  std::map<int64_t, std::string> uses_;
};

// A token that begins a span names its label, so it belongs to one label only. Labels may share the
// tokens that only continue or end a span.
Result<std::vector<int32_t>> read_outputs(const Metadata& metadata,
                                          const std::vector<Label>& labels, Tokens& tokens) {
  std::vector<int32_t> outputs(1);
  REDACT_ASSIGN(const uint64_t outside, metadata.get_count("redact.token.outside"));
  REDACT_ASSIGN(outputs[0], tokens.take("redact.token.outside", static_cast<int64_t>(outside),
                                        std::nullopt, "redact.token.outside"));
  for (const std::string place : {"begin", "inside", "end", "single"}) {
    const std::string key = "redact.token." + place;
    const bool begins = place == "begin" || place == "single";
    REDACT_ASSIGN(const std::vector<int32_t> ids, metadata.get_ints(key));
    if (ids.size() != labels.size()) return bad_input(key, "must hold one token per label");
    for (size_t i = 0; i < ids.size(); ++i) {
      const std::string kind = begins ? key + " of " + std::string(label_name(labels[i]))
                                      : "redact.token.inside or redact.token.end";
      REDACT_ASSIGN(const int32_t id, tokens.take(key, ids[i], labels[i], kind));
      outputs.push_back(id);
    }
  }
  return outputs;
}

// Each layer of a privacy-filter sees so many tokens to either side, so windows whose context is
// all that the layers see decide what one pass over the whole text would.
Result<void> read_filter_window(const Metadata& metadata, LabelFormat& format) {
  const std::string prefix = std::string(kPrivacyFilter) + ".";
  const std::string seen = prefix + "attention.sliding_window";
  REDACT_ASSIGN(const uint64_t positions, metadata.get_count(prefix + "context_length"));
  REDACT_ASSIGN(const uint64_t n_layers, metadata.get_count(prefix + "block_count"));
  REDACT_ASSIGN(const uint64_t n_seen, metadata.get_count(seen));
  const uint64_t window = std::min<uint64_t>(positions, kMostLabelled);
  if (window < 1) return bad_input(prefix + "context_length", "is 0");
  if (n_layers > 0 && n_seen > window / 4 / n_layers) {  // at least half of the rows decide
    return bad_input(seen, "times block_count is more than a quarter of a window of " +
                               std::to_string(window) + " tokens");
  }
  format.window_tokens = window;
  format.context_tokens = n_layers * n_seen;
  return {};
}

Result<void> read_window(const Metadata& metadata, LabelFormat& format) {
  if (is_published_filter(metadata)) return read_filter_window(metadata, format);
  REDACT_ASSIGN(const uint64_t window, metadata.get_count("redact.window_tokens"));
  if (window < 1 || window > kMostLabelled) {
    return bad_input("redact.window_tokens", "is outside 1.." + std::to_string(kMostLabelled));
  }
  REDACT_ASSIGN(const uint64_t context, metadata.get_count("redact.context_tokens"));
  if (context > window / 4) {  // at least half of the rows decide
    return bad_input("redact.context_tokens", "is more than a quarter of redact.window_tokens");
  }
  format.window_tokens = window;
  format.context_tokens = context;
  return {};
}

// Reads the limits of a model whose rows are words. A row holds all bytes of a character, which may
// be four tokens. It has an added id for each token after its first, and one for a hint.
Result<void> read_rows(const Metadata& metadata, LabelFormat& format) {
  const std::string tokens = "redact.row_tokens", digits = "redact.row_digits";
  REDACT_ASSIGN(format.row_tokens, metadata.get_count(tokens));
  if (format.row_tokens < 4 || format.row_tokens > kMostAddedIds) {
    return bad_input(tokens, "is outside 4.." + std::to_string(kMostAddedIds));
  }
  REDACT_ASSIGN(format.row_digits, metadata.get_count(digits));
  if (format.row_digits < 1 || format.row_digits > format.row_tokens) {
    return bad_input(digits, "is outside 1..redact.row_tokens");
  }
  return {};
}

Result<void> read_lag(const Metadata& metadata, LabelFormat& format) {
  REDACT_ASSIGN(const auto lag, metadata.find_count("redact.lag"));
  format.lag = lag.value_or(0);
  if (format.lag > kMostLag) {
    return bad_input("redact.lag", "is more than " + std::to_string(kMostLag));
  }
  return {};
}

Result<void> read_bias(const Metadata& metadata, LabelFormat& format) {
  REDACT_ASSIGN(const auto bias, metadata.find_float("redact.bias"));
  format.bias = static_cast<float>(bias.value_or(0));
  if (!std::isfinite(format.bias)) return bad_input("redact.bias", "must be finite");
  for (const char* of_recall : {"redact.bias_high", "redact.bias_precise"}) {
    REDACT_ASSIGN(const auto other, metadata.find_float(of_recall));
    if (other && !std::isfinite(*other)) return bad_input(of_recall, "must be finite");
  }
  const std::string key = "redact.label_bias";
  format.label_bias.assign(format.labels.size(), 0);
  if (!metadata.has(key)) return {};
  REDACT_ASSIGN(format.label_bias, metadata.get_floats(key));
  if (format.label_bias.size() != format.labels.size()) {
    return bad_input(key, "must hold one number per label");
  }
  for (const float x : format.label_bias) {
    if (!std::isfinite(x)) return bad_input(key, "must be finite");
  }
  return {};
}

Result<void> read_transitions(const Metadata& metadata, Transitions& out) {
  const std::string key = "redact.classifier.transitions";
  if (!metadata.has(key)) return {};
  REDACT_ASSIGN(const auto given, metadata.get_floats(key));
  if (given.size() != 6) return bad_input(key, "must hold six numbers");
  for (const float x : given) {
    if (!(std::abs(x) <= kMostTransition)) return bad_input(key, "must be within 1024 of 0");
  }
  out = {given[0], given[1], given[2], given[3], given[4], given[5]};
  return {};
}

constexpr size_t kMostClasses = 8;  // a set of classes is one byte

// The names of the classes, which users write in files of hints.
Result<std::vector<std::string>> read_classes(const Metadata& metadata) {
  const std::string key = "redact.gazetteer_classes";
  REDACT_ASSIGN(const auto names, metadata.get_strings(key));
  if (names.empty() || names.size() > kMostClasses) {
    return bad_input(key, "holds not 1.." + std::to_string(kMostClasses) + " names");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty() || !is_utf8(names[i])) return bad_input(key, "has a name that is no text");
    if (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i) {
      return bad_input(key, "holds a name twice");
    }
  }
  return std::vector<std::string>(names.begin(), names.end());
}

Result<void> read_hints(const Metadata& metadata, Tokens& tokens, LabelFormat& format) {
  const std::string entries = "redact.gazetteer", hints = "redact.token.hint";
  if (!metadata.has(entries) && !metadata.has(hints)) return {};
  REDACT_ASSIGN(format.gazetteer, metadata.get_bytes(entries));
  REDACT_ASSIGN(format.hints, metadata.get_ints(hints));
  REDACT_ASSIGN(format.classes, read_classes(metadata));
  if (format.hints.size() + 1 != size_t{1} << format.classes.size()) {
    return bad_input(hints, "must hold one token per set of redact.gazetteer_classes");
  }
  for (size_t i = 0; i < format.hints.size(); ++i) {
    const std::string kind = hints + " of set " + std::to_string(i + 1);
    REDACT_TRY(tokens.take(hints, format.hints[i], std::nullopt, kind));
  }
  return {};
}

}  // namespace

Result<LabelFormat> LabelFormat::read(const Metadata& metadata, size_t n_vocab) {
  LabelFormat format{};
  const std::string bos = "tokenizer.ggml.bos_token_id";
  REDACT_ASSIGN(Tokens tokens, Tokens::read(metadata, n_vocab));
  REDACT_ASSIGN(const auto grammar, grammar_of(metadata));
  // Nothing begins a text of privacy-filter, whatever a published file says.
  const bool is_filter = is_privacy_filter(metadata);
  format.bos = -1;
  if (!is_filter || (metadata.has(bos) && !is_published_filter(metadata))) {
    REDACT_ASSIGN(const uint64_t bos_id, metadata.get_count(bos));
    REDACT_ASSIGN(format.bos, tokens.take(bos, static_cast<int64_t>(bos_id), std::nullopt, bos));
  }
  REDACT_TRY(read_window(metadata, format));
  if (grammar == "classes") {
    if (format.bos >= 0) {
      const std::string eos = "tokenizer.ggml.eos_token_id";
      REDACT_ASSIGN(const uint64_t eos_id, metadata.get_count(eos));
      REDACT_ASSIGN(format.eos, tokens.take(eos, static_cast<int64_t>(eos_id), std::nullopt, eos));
    }
    format.whole_words = !is_filter;  // whose windows are exact only with all of their context
    REDACT_ASSIGN(const Classes classes, Classes::read(metadata));
    format.labels = classes.labels;
    format.outputs = classes.outputs;
    REDACT_TRY(read_bias(metadata, format));
    REDACT_TRY(read_transitions(metadata, format.transitions));
    for (float& bias : format.label_bias) bias += classes.bias;
    return format;
  }
  REDACT_ASSIGN(format.labels, read_labels(metadata));
  REDACT_ASSIGN(format.outputs, read_outputs(metadata, format.labels, tokens));
  if (grammar == kWordGrammar) REDACT_TRY(read_rows(metadata, format));
  REDACT_TRY(read_lag(metadata, format));
  REDACT_TRY(read_bias(metadata, format));
  REDACT_TRY(read_hints(metadata, tokens, format));
  return format;
}

}  // namespace redact
