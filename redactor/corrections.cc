// SPDX-License-Identifier: Apache-2.0
#include "redactor/corrections.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/file_io.h"
#include "base/utf8.h"
#include "documents/files/json_id.h"

namespace redact {

namespace {

using Json = nlohmann::json;

// The bytes at which the characters of a text begin, and its end.
std::vector<size_t> starts_of_characters(std::string_view text) {
  std::vector<size_t> starts;
  size_t at = 0;
  for (; at < text.size(); at += decode_utf8(text, at).n_bytes) starts.push_back(at);
  starts.push_back(at);
  return starts;
}

std::optional<size_t> offset(const Json& span, const char* field, size_t most) {
  if (!span.contains(field) || !span[field].is_number_unsigned()) return std::nullopt;
  const auto value = span[field].get<uint64_t>();
  return value <= most ? std::optional(static_cast<size_t>(value)) : std::nullopt;
}

Result<std::vector<Span>> read_spans(const Json& list, std::string_view text,
                                     const std::string& where) {
  const auto bad = [&where](const char* what) { return Error{ErrorKind::kBadInput, where, what}; };
  const std::vector<size_t> starts = starts_of_characters(text);
  std::vector<Span> spans;
  for (const Json& one : list) {
    if (!one.is_object()) return bad("has a span that is not an object");
    const auto begin = offset(one, "start", starts.size() - 1);
    const auto end = offset(one, "end", starts.size() - 1);
    if (!begin || !end || *begin >= *end)
      return bad("has a span that is empty or outside its text");
    const bool has_label = one.contains("label") && one["label"].is_string();
    const auto label = has_label ? find_label(one["label"].get<std::string>()) : std::nullopt;
    if (!label) return bad("has a span without a label of this program");
    Span span{starts[*begin], starts[*end], *label, 0, SpanSource::kCorrection};
    span.support.add(span.source, span.label);
    spans.push_back(span);
  }
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return a.begin < b.begin; });
  for (size_t i = 1; i < spans.size(); ++i) {
    if (spans[i].begin < spans[i - 1].end) return bad("has spans that overlap");
  }
  return spans;
}

bool hide_the_same(const std::vector<Span>& some, const std::vector<Span>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                    [](const Span& a, const Span& b) {
                      return a.begin == b.begin && a.end == b.end && a.label == b.label;
                    });
}

}  // namespace

Result<Corrections> Corrections::read(const UserFile& file) {
  REDACT_ASSIGN(const std::string content, file.read());
  Corrections corrections;
  REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) {
    return corrections.add(line, number);
  }));
  return corrections;
}

Result<void> Corrections::add(const std::string& line, size_t number) {
  const std::string where = "line " + std::to_string(number);
  const auto bad = [&where](const char* what) { return Error{ErrorKind::kBadInput, where, what}; };
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return bad("is not a JSON object");
  const auto id = json.contains("id") ? json_id(json["id"]) : std::nullopt;
  if (!id) return bad("has no id that is a string or a whole number");
  if (!json.contains("text") || !json["text"].is_string()) return bad("has no text");
  if (!json.contains("spans") || !json["spans"].is_array()) return bad("has no list of spans");
  const auto text = json["text"].get<std::string>();
  Correction correction;
  REDACT_ASSIGN(correction.text, sha256(text));
  REDACT_ASSIGN(correction.spans, read_spans(json["spans"], text, where));
  std::vector<Correction>& others = by_id_[*id];
  for (const Correction& other : others) {
    if (other.text != correction.text) continue;
    if (hide_the_same(other.spans, correction.spans)) return {};
    return bad("corrects a text differently from an earlier line");
  }
  others.push_back(std::move(correction));
  return {};
}

const std::vector<Correction>* Corrections::find(const std::string& id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &found->second;
}

Result<std::vector<Span>> corrected_spans(const std::vector<Correction>& corrections,
                                          std::string_view text) {
  REDACT_ASSIGN(const Digest digest, sha256(text));
  for (const Correction& correction : corrections) {
    if (correction.text == digest) return correction.spans;
  }
  return Error{ErrorKind::kBadInput, {}, "the document has changed since it was corrected"};
}

}  // namespace redact
