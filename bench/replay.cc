// SPDX-License-Identifier: Apache-2.0
#include "bench/replay.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "redactor/text/code_points.h"

namespace redact::bench {

Result<std::vector<Note>> read_notes(const std::string& path, size_t limit) {
  std::ifstream file(path);
  if (!file) return Error{ErrorKind::kNotFound, "notes", "can't be read"};
  std::vector<Note> notes;
  for (std::string line; notes.size() < limit && std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded()) return Error{ErrorKind::kBadInput, "notes", "a line is no JSON"};
    Note note{json.at("id"), json.at("text"), {}};
    std::vector<size_t> byte_of;  // of each code point
    for (size_t i = 0; i < note.text.size(); ++i) {
      if ((note.text[i] & 0xc0) != 0x80) byte_of.push_back(i);
    }
    byte_of.push_back(note.text.size());
    for (const auto& span : json.at("spans")) {
      note.gold.push_back({byte_of.at(span.at("start").get<size_t>()),
                           byte_of.at(span.at("end").get<size_t>()), Label::kName, 0,
                           SpanSource::kModel});
    }
    std::sort(note.gold.begin(), note.gold.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
    notes.push_back(std::move(note));
  }
  return notes;
}

MarkupFormat stand_in_format(const Tokenizer& tokenizer, size_t n_vocab, size_t window_tokens) {
  constexpr size_t kLabels = kLabelNames.size();
  int32_t next = static_cast<int32_t>(n_vocab) - static_cast<int32_t>(kLabels) - 4;
  MarkupFormat format{};
  format.bos = std::max(tokenizer.bos_id(), 0);
  format.separator = next++;
  format.copy = next++;
  format.close = next++;
  for (size_t i = 0; i < kLabels; ++i) {
    format.open.push_back(next++);
    format.labels.push_back(static_cast<Label>(i));
  }
  format.window_tokens = window_tokens;
  format.copy_offset = static_cast<int32_t>(window_tokens) + 1;
  return format;
}

Replay::Replay(const MarkupFormat& format, std::vector<int32_t> source,
               std::vector<TokenSpan> script, size_t max_draft)
    : format_(format),
      source_(std::move(source)),
      begins_(source_.size() + 1, 0),
      ends_(source_.size() + 1, 0),
      decoder_(format, source_, 0, 0, max_draft) {
  for (const TokenSpan& span : script) {
    begins_[span.begin] = 1;
    ends_[span.end] = 1;
  }
}

// A row at position copy_offset + i decides what comes before source token i. It has two candidates
// inside a span and more outside.
Result<size_t> Replay::judge(const Draft& draft, std::span<const float> logits) {
  scripted_.assign(logits.size(), 0.0f);
  const auto name = std::find(format_.labels.begin(), format_.labels.end(), Label::kName);
  const auto open = static_cast<size_t>(name - format_.labels.begin());
  for (size_t row = 0; row < draft.n_rows(); ++row) {
    const size_t at = draft.candidate_offsets[row];
    const size_t n = draft.candidate_offsets[row + 1] - at;
    if (n == 0) continue;
    const auto token = static_cast<size_t>(draft.positions[row] - format_.copy_offset);
    const bool inside = n == 2;
    const bool tag = inside ? ends_[token] : begins_[token];
    scripted_[at + (!tag ? 0 : inside ? 1 : 1 + open)] = 20.0f;
  }
  return decoder_.judge(draft, scripted_);
}

}  // namespace redact::bench
