// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/markup_format.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "gguf_loader/metadata.h"

namespace redact {

namespace {

// A window's prompt and copy must fit memory planned at start; 4,096 is 16 times today's model.
constexpr uint64_t kMaxWindowTokens = 4096;

Result<int32_t> token_id(const Metadata& metadata, const std::string& key, size_t n_vocab) {
  REDACT_ASSIGN(const uint64_t id, metadata.get_count(key));
  if (id >= n_vocab) return Error{ErrorKind::kBadInput, key, "lies outside the vocabulary"};
  return static_cast<int32_t>(id);
}

// One token per label.
Result<std::vector<int32_t>> token_ids(const Metadata& metadata, const std::string& key,
                                       size_t n_labels, size_t n_vocab) {
  REDACT_ASSIGN(std::vector<int32_t> ids, metadata.get_ints(key));
  if (ids.size() != n_labels) {
    return Error{ErrorKind::kBadInput, key, "must hold one token per label"};
  }
  for (const int32_t id : ids) {
    if (id < 0 || static_cast<size_t>(id) >= n_vocab) {
      return Error{ErrorKind::kBadInput, key, "lies outside the vocabulary"};
    }
  }
  return ids;
}

Result<void> read_draft_head(const Metadata& metadata, size_t n_vocab, MarkupFormat& format) {
  const std::string key = "redact.draft.lag";
  REDACT_ASSIGN(const auto lag, metadata.find_count(key));
  if (!lag) return {};
  if (*lag > 16) return Error{ErrorKind::kBadInput, key, "is more than 16"};
  format.draft_lag = *lag;
  REDACT_ASSIGN(format.draft_outside, token_id(metadata, "redact.draft.outside", n_vocab));
  REDACT_ASSIGN(format.draft_inside, token_id(metadata, "redact.draft.inside", n_vocab));
  REDACT_ASSIGN(format.draft_begin,
                token_ids(metadata, "redact.draft.begin", format.labels.size(), n_vocab));
  return {};
}

// A label or a tag that stands for two things would decide nothing, and many copies cost time.
bool are_different(std::vector<int32_t> ids) {
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}

Result<void> read_labels(const Metadata& metadata, size_t n_vocab, MarkupFormat& format) {
  REDACT_ASSIGN(const auto names, metadata.get_strings("redact.labels"));
  for (const std::string_view name : names) {
    const auto label = find_label(name);
    if (!label) return Error{ErrorKind::kBadInput, "redact.labels", "has an unknown label"};
    format.labels.push_back(*label);
  }
  if (format.labels.empty()) return Error{ErrorKind::kBadInput, "redact.labels", "is empty"};
  std::vector<int32_t> labels;
  for (const Label label : format.labels) labels.push_back(static_cast<int32_t>(label));
  if (!are_different(std::move(labels))) {
    return Error{ErrorKind::kBadInput, "redact.labels", "holds a label twice"};
  }
  REDACT_ASSIGN(format.open,
                token_ids(metadata, "redact.token.open", format.labels.size(), n_vocab));
  return {};
}

}  // namespace

Result<MarkupFormat> MarkupFormat::read(const Metadata& metadata, size_t n_vocab) {
  REDACT_ASSIGN(const auto grammar, metadata.find_string("redact.grammar"));
  if (!grammar) {
    return Error{ErrorKind::kUnsupported, "redact.grammar",
                 "is missing: this is not a redaction model"};
  }
  if (*grammar != "markup") {
    return Error{ErrorKind::kUnsupported, "redact.grammar", "only markup can be run from a file"};
  }
  MarkupFormat format;
  REDACT_ASSIGN(format.bos, token_id(metadata, "tokenizer.ggml.bos_token_id", n_vocab));
  REDACT_ASSIGN(format.separator, token_id(metadata, "redact.token.separator", n_vocab));
  REDACT_ASSIGN(format.copy, token_id(metadata, "redact.token.copy", n_vocab));
  REDACT_ASSIGN(format.close, token_id(metadata, "redact.token.close", n_vocab));
  REDACT_TRY(read_labels(metadata, n_vocab, format));
  std::vector<int32_t> tags = format.open;
  tags.insert(tags.end(), {format.copy, format.close});
  if (!are_different(std::move(tags))) {
    return Error{ErrorKind::kBadInput, "redact.token", "gives two tags one token"};
  }
  REDACT_TRY(read_draft_head(metadata, n_vocab, format));

  REDACT_ASSIGN(const uint64_t window, metadata.get_count("redact.window_tokens"));
  if (window < 2 || window > kMaxWindowTokens) {
    return Error{ErrorKind::kBadInput, "redact.window_tokens",
                 "is outside 2.." + std::to_string(kMaxWindowTokens)};
  }
  format.window_tokens = window;
  REDACT_ASSIGN(const auto context, metadata.find_count("redact.context_tokens"));
  if (context && *context > window / 2) {
    return Error{ErrorKind::kBadInput, "redact.context_tokens",
                 "is more than half of redact.window_tokens"};
  }
  format.context_tokens = context.value_or(0);
  REDACT_ASSIGN(const auto bidirectional, metadata.find_bool("redact.bidirectional_source"));
  format.bidirectional_source = bidirectional.value_or(false);
  REDACT_ASSIGN(const uint64_t offset, metadata.get_count("redact.copy_position_offset"));
  if (offset != window + 1) {
    return Error{ErrorKind::kBadInput, "redact.copy_position_offset",
                 "must be redact.window_tokens + 1"};
  }
  format.copy_offset = static_cast<int32_t>(offset);
  REDACT_ASSIGN(const auto bias, metadata.find_float("redact.bias"));
  format.bias = static_cast<float>(bias.value_or(0));
  if (!std::isfinite(format.bias)) {
    return Error{ErrorKind::kBadInput, "redact.bias", "must be finite"};
  }
  return format;
}

}  // namespace redact
