// SPDX-License-Identifier: Apache-2.0
#include "redactor/labelling/label_format.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gguf_loader/metadata.h"
#include "redactor/labelling/best_labels.h"

namespace redact {

namespace {

constexpr uint64_t kMostLag = 16;  // each adds a row to every sequence

Error bad(const std::string& key, const std::string& what) {
  return {ErrorKind::kBadInput, key, what};
}

bool in_vocabulary(int64_t id, size_t n_vocab) {
  return id >= 0 && static_cast<uint64_t>(id) < n_vocab;
}

Result<int32_t> token_id(const Metadata& metadata, const std::string& key, size_t n_vocab) {
  REDACT_ASSIGN(const uint64_t id, metadata.get_count(key));
  if (id >= n_vocab) return bad(key, "lies outside the vocabulary");
  return static_cast<int32_t>(id);
}

Result<std::vector<Label>> read_labels(const Metadata& metadata) {
  const std::string key = "redact.labels";
  REDACT_ASSIGN(const auto names, metadata.get_strings(key));
  std::vector<Label> labels;
  for (const std::string_view name : names) {
    const auto label = find_label(name);
    if (!label) return bad(key, "has an unknown label");
    if (std::find(labels.begin(), labels.end(), *label) != labels.end()) {
      return bad(key, "holds a label twice");
    }
    labels.push_back(*label);
  }
  if (labels.empty()) return bad(key, "is empty");
  return labels;
}

Result<std::vector<int32_t>> read_outputs(const Metadata& metadata, size_t n_labels,
                                          size_t n_vocab) {
  std::vector<int32_t> outputs(1);
  REDACT_ASSIGN(outputs[0], token_id(metadata, "redact.token.outside", n_vocab));
  for (const char* place : {"begin", "inside", "end", "single"}) {
    const std::string key = std::string("redact.token.") + place;
    REDACT_ASSIGN(const std::vector<int32_t> ids, metadata.get_ints(key));
    if (ids.size() != n_labels) return bad(key, "must hold one token per label");
    for (const int32_t id : ids) {
      if (!in_vocabulary(id, n_vocab)) return bad(key, "lies outside the vocabulary");
      if (id == outputs[0]) return bad(key, "holds the token of redact.token.outside");
    }
    outputs.insert(outputs.end(), ids.begin(), ids.end());
  }
  return outputs;
}

Result<void> read_window(const Metadata& metadata, LabelFormat& format) {
  REDACT_ASSIGN(const uint64_t window, metadata.get_count("redact.window_tokens"));
  if (window < 1 || window > kMostLabelled) {
    return bad("redact.window_tokens", "is outside 1.." + std::to_string(kMostLabelled));
  }
  REDACT_ASSIGN(const uint64_t context, metadata.get_count("redact.context_tokens"));
  if (context > window / 4) {  // at least half of the rows decide
    return bad("redact.context_tokens", "is more than a quarter of redact.window_tokens");
  }
  REDACT_ASSIGN(const auto lag, metadata.find_count("redact.lag"));
  format.lag = lag.value_or(0);
  if (format.lag > kMostLag) {
    return bad("redact.lag", "is more than " + std::to_string(kMostLag));
  }
  format.window_tokens = window;
  format.context_tokens = context;
  return {};
}

Result<void> read_bias(const Metadata& metadata, LabelFormat& format) {
  REDACT_ASSIGN(const auto bias, metadata.find_float("redact.bias"));
  format.bias = static_cast<float>(bias.value_or(0));
  if (!std::isfinite(format.bias)) return bad("redact.bias", "must be finite");
  const std::string key = "redact.label_bias";
  format.label_bias.assign(format.labels.size(), 0);
  if (!metadata.has(key)) return {};
  REDACT_ASSIGN(format.label_bias, metadata.get_floats(key));
  if (format.label_bias.size() != format.labels.size()) {
    return bad(key, "must hold one number per label");
  }
  for (const float x : format.label_bias) {
    if (!std::isfinite(x)) return bad(key, "must be finite");
  }
  return {};
}

constexpr size_t kMostClasses = 8;  // a set of classes is one byte

Result<void> read_hints(const Metadata& metadata, size_t n_vocab, LabelFormat& format) {
  const std::string entries = "redact.gazetteer", hints = "redact.token.hint";
  const std::string classes = "redact.gazetteer_classes";
  if (!metadata.has(entries) && !metadata.has(hints)) return {};
  REDACT_ASSIGN(format.gazetteer, metadata.get_bytes(entries));
  REDACT_ASSIGN(format.hints, metadata.get_ints(hints));
  REDACT_ASSIGN(const auto names, metadata.get_strings(classes));
  if (names.empty() || names.size() > kMostClasses) {
    return bad(classes, "holds not 1.." + std::to_string(kMostClasses) + " names");
  }
  format.classes.assign(names.begin(), names.end());
  if (format.hints.size() + 1 != size_t{1} << names.size()) {
    return bad(hints, "must hold one token per set of redact.gazetteer_classes");
  }
  for (const int32_t id : format.hints) {
    if (!in_vocabulary(id, n_vocab)) return bad(hints, "lies outside the vocabulary");
  }
  return {};
}

}  // namespace

Result<LabelFormat> LabelFormat::read(const Metadata& metadata, size_t n_vocab) {
  LabelFormat format{};
  REDACT_ASSIGN(format.bos, token_id(metadata, "tokenizer.ggml.bos_token_id", n_vocab));
  REDACT_ASSIGN(format.labels, read_labels(metadata));
  REDACT_ASSIGN(format.outputs, read_outputs(metadata, format.labels.size(), n_vocab));
  REDACT_TRY(read_window(metadata, format));
  REDACT_TRY(read_bias(metadata, format));
  REDACT_TRY(read_hints(metadata, n_vocab, format));
  return format;
}

}  // namespace redact
