// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/lessons.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "redactor/span/merge_spans.h"
#include "tools/eval/label_sets.h"

namespace redact::eval {

namespace {

// The gold spans in bytes, under the labels of this project; spans that overlap become one.
std::vector<Span> gold_spans(const Document& document) {
  std::vector<Span> spans;
  const std::u32string_view text = document.text;
  size_t at = 0, byte = 0;  // the same place in code points and in bytes
  const auto byte_of = [&](size_t point) {
    if (point < at) at = byte = 0;
    byte += to_utf8(text.substr(at, point - at)).size();
    at = point;
    return byte;
  };
  for (const Annotation& gold : document.gold) {
    if (!is_identifier(gold)) continue;
    const std::u32string_view surface = text.substr(gold.begin, gold.end - gold.begin);
    const size_t begin = byte_of(gold.begin);
    spans.push_back({begin, byte_of(gold.end), own_labels(gold.label, surface)[0], 0});
  }
  return merge_spans(std::move(spans));
}

}  // namespace

Result<std::string> to_lessons(const Decoding& decoding, const std::vector<Document>& documents) {
  std::string lines;
  for (const Document& document : documents) {
    const std::string text = to_utf8(document.text);
    const std::vector<Span> spans = gold_spans(document);
    REDACT_ASSIGN(const std::vector<Lesson> lessons, decoding.lessons({text, spans}));
    for (const Lesson& lesson : lessons) {
      std::vector<int32_t> prompt = lesson.prompt->before;
      prompt.insert(prompt.end(), lesson.text.begin(), lesson.text.end());
      prompt.insert(prompt.end(), lesson.prompt->after.begin(), lesson.prompt->after.end());
      const nlohmann::ordered_json line = {{"id", document.id},
                                           {"shared", lesson.prompt->before.size()},
                                           {"prompt", prompt},
                                           {"answer", lesson.answer}};
      lines += line.dump() + "\n";
    }
  }
  return lines;
}

}  // namespace redact::eval
