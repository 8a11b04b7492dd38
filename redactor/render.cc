// SPDX-License-Identifier: Apache-2.0
#include "redactor/render.h"

#include <algorithm>
#include <utility>

#include "redactor/fields/fitting.h"

namespace redact {

namespace {

// The work for a replaced span, besides its bytes: some microseconds.
constexpr size_t kSpanUnits = 256;

std::string_view surface_of(const DocumentText& document, const Span& span) {
  return document.text().substr(span.begin, span.end - span.begin);
}

// Sets the source ranges of an entity in a document that consists of parts.
void set_ranges(const DocumentText& document, const std::vector<DocumentText::PartRange>& ranges,
                Entity& entity) {
  for (const auto& range : ranges) entity.ranges.push_back(document.source_of(range));
  entity.span.begin = entity.ranges.front().begin;
  entity.span.end = entity.ranges.back().end;
  if (entity.ranges.size() == 1) entity.ranges.clear();
}

void sort_by_source(std::vector<Entity>& entities) {
  std::stable_sort(entities.begin(), entities.end(),
                   [](const Entity& a, const Entity& b) { return a.span.begin < b.span.begin; });
}

// The edits of parts that replace ranges by an entity's replacement.
void add_edits(const std::vector<DocumentText::PartRange>& ranges, const std::string& replacement,
               std::vector<DocumentText::PartEdit>& edits) {
  for (size_t i = 0; i < ranges.size(); ++i) {
    const auto& [part, begin, end] = ranges[i];
    edits.push_back({part, {begin, end, i == 0 ? replacement : std::string()}});
  }
}

// A span as an entity, without a replacement.
Entity entity_of(const DocumentText& document, const Span& span) {
  return {span, std::string(surface_of(document, span)), {}, 0, 0, {}, {span.begin, span.end}};
}

// Adds a span as an entity with the edits that replace it.
void replace(const DocumentText& document, const Span& span, const std::string& replacement,
             const Replacer& replacer, Rendered& rendered) {
  Entity entity = entity_of(document, span);
  entity.replacement = replacement;
  if (document.is_whole()) {
    rendered.edits.push_back({span.begin, span.end, replacement});
  } else {
    const std::vector<DocumentText::PartRange> ranges = document.parts_of(span.begin, span.end);
    if (ranges.empty()) return;  // text that only joins two parts identifies nobody
    const auto is_there = [&](const std::string& written) {
      return document.has_characters_of(ranges.front().part, written);
    };
    if (!is_there(entity.replacement)) entity.replacement = replacer.tag(span.label);
    if (!is_there(entity.replacement)) {
      entity.replacement = "[" + std::string(label_name(span.label)) + "]";
    }
    set_ranges(document, ranges, entity);
    add_edits(ranges, entity.replacement, rendered.of_parts);
  }
  rendered.entities.push_back(std::move(entity));
}

// Writes a document that consists of parts, with the edits of numbers that hidden texts repeat.
Result<void> write_parts(const FormattedText& document, Rendered& rendered) {
  std::vector<HiddenText> hidden;
  for (const Entity& entity : rendered.entities) {
    const SpanSource source = entity.span.source;
    const bool is_guess = source == SpanSource::kModel || source == SpanSource::kRepeat;
    hidden.push_back({entity.surface, entity.replacement, entity.span.label, is_guess});
  }
  for (DocumentText::PartEdit& edit : edits_of_numbers(document, hidden)) {
    rendered.of_parts.push_back(std::move(edit));
  }
  std::stable_sort(rendered.of_parts.begin(), rendered.of_parts.end(),
                   [](const auto& a, const auto& b) {
                     return std::pair(a.part, a.edit.begin) < std::pair(b.part, b.edit.begin);
                   });
  fit(document, rendered.of_parts);
  sort_by_source(rendered.entities);
  REDACT_ASSIGN(auto written, document.text.write(rendered.of_parts));
  rendered.output = std::move(written.document);
  rendered.edits = std::move(written.edits);
  rendered.members = std::move(written.members);
  return {};
}

// The span, and the pieces that it goes on with, as one; `piece` is its index, and then that of its
// last piece. A piece that reads as another kind of identifier is one by itself.
Span whole_of(const std::vector<Span>& spans, size_t& piece) {
  Span whole = spans[piece];
  while (spans[piece].goes_on && piece + 1 < spans.size() &&
         spans[piece + 1].label == whole.label) {
    ++piece;
    whole.end = spans[piece].end;
    whole.support.add(spans[piece].support);
  }
  return whole;
}

// Sets the position of each entity in the output: that of the edit of its first bytes.
void set_places(const std::vector<Edit>& edits, std::vector<Entity>& entities) {
  size_t i = 0, done = 0, out = 0;  // the edit, the source before it, its position in the output
  for (Entity& entity : entities) {
    for (; i < edits.size() && edits[i].end <= entity.span.begin; ++i) {
      out += edits[i].begin - done + edits[i].text.size();
      done = edits[i].end;
    }
    if (i == edits.size()) break;
    entity.out_begin = out + edits[i].begin - done;
    entity.out_end = entity.out_begin + edits[i].text.size();
  }
}

}  // namespace

std::vector<Span> undivided(const std::vector<Span>& spans) {
  std::vector<Span> wholes;
  for (size_t i = 0; i < spans.size(); ++i) wholes.push_back(whole_of(spans, i));
  return wholes;
}

Result<Rendered> render(const FormattedText& formatted, const std::vector<Span>& spans,
                        Replacer& replacer, std::vector<DocumentText::PartEdit> values,
                        StopCheck& stop) {
  const DocumentText& document = formatted.text;
  Rendered rendered;
  rendered.of_parts = std::move(values);
  size_t n_written = 0;  // spans for which `replacement` was made
  Replacement replacement;
  for (size_t i = 0; i < spans.size(); ++i) {
    const Span& span = spans[i];
    if (stop.after(span.end - span.begin + kSpanUnits)) return *stop.error();
    if (i == n_written) {
      const Span whole = whole_of(spans, n_written);
      ++n_written;
      REDACT_ASSIGN(replacement,
                    replacer.replace(surface_of(document, whole), whole.label,
                                     document.text().substr(whole.end), whole.support));
    }
    if (replacement) {
      replace(document, span, *replacement, replacer, rendered);
    } else {
      rendered.kept.push_back(span);
    }
  }
  if (document.is_whole()) {
    rendered.output = with_edits(document.document(), rendered.edits);
  } else {
    REDACT_TRY(write_parts(formatted, rendered));
  }
  set_places(rendered.edits, rendered.entities);
  return rendered;
}

std::vector<Entity> find_entities(const FormattedText& formatted, const std::vector<Span>& spans) {
  const DocumentText& document = formatted.text;
  std::vector<Entity> entities;
  for (const Span& span : spans) {
    Entity entity = entity_of(document, span);
    if (!document.is_whole()) {
      const auto ranges = document.parts_of(span.begin, span.end);
      if (ranges.empty()) continue;
      set_ranges(document, ranges, entity);
    }
    entities.push_back(std::move(entity));
  }
  sort_by_source(entities);
  return entities;
}

}  // namespace redact
