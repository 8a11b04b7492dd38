// SPDX-License-Identifier: Apache-2.0
#include "redactor/verify.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace redact {

namespace {

Error broken(std::string where, std::string what) {
  return {ErrorKind::kInternal, std::move(where), std::move(what)};
}

// Whether bytes [begin, end) lie in one edit. `edits` are ascending.
bool is_edited(const std::vector<Edit>& edits, size_t begin, size_t end) {
  const auto edit = std::ranges::upper_bound(edits, begin, {}, &Edit::end);
  return edit != edits.end() && edit->begin <= begin && end <= edit->end;
}

bool is_text(PartRole role) { return role == PartRole::kRead || role == PartRole::kValue; }

void append_visible(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (std::string_view(" \t\r\n\f").find(c) == std::string_view::npos) out += c;
  }
}

// The text of a document's parts, with edits applied, without white space. A document that is text
// as a whole is one part.
std::string said(const DocumentText& document, const std::vector<DocumentText::PartEdit>& edits) {
  std::string out;
  // A note whose pieces of HTML were all hidden can have such an output.
  if (document.is_whole()) append_visible(document.text(), out);
  size_t next = 0;           // of the edits
  bool is_replaced = false;  // the part and the text that belongs to it
  for (size_t part = 0; part < document.parts().size(); ++part) {
    const std::string_view text = document.part_text(part);
    std::string now;
    size_t done = 0;
    for (; next < edits.size() && edits[next].part == part; ++next) {
      const Edit& edit = edits[next].edit;
      now.append(text.substr(done, edit.begin - done)).append(edit.text);
      done = edit.end;
    }
    now.append(text.substr(done));
    const PartRole role = document.parts()[part].role;
    const bool was_replaced = std::exchange(is_replaced, role == PartRole::kWhole && done > 0);
    if (!was_replaced && is_text(role)) append_visible(now, out);
  }
  return out;
}

// Whether the edits of each part are ascending and disjoint. Text between edits that overlap would
// be written twice.
bool are_disjoint(const std::vector<DocumentText::PartEdit>& edits) {
  for (size_t i = 1; i < edits.size(); ++i) {
    const auto &last = edits[i - 1], &next = edits[i];
    if (last.part == next.part && next.edit.begin < last.edit.end) return false;
  }
  return true;
}

// Compares a source with its output, like verify() for its entities.
Result<size_t> compare(std::string_view source, const std::vector<Edit>& edits,
                       std::string_view output) {
  size_t s = 0, o = 0, n_outside = 0, next = 0;
  const auto differs = [&s] {
    return broken("byte " + std::to_string(s),
                  "the output differs from the source outside its spans");
  };
  while (s < source.size() || next < edits.size()) {
    if (next < edits.size() && edits[next].begin == s) {
      const Edit& edit = edits[next++];
      if (edit.end <= s || edit.end > source.size() ||
          output.substr(o, edit.text.size()) != edit.text) {
        return differs();
      }
      s = edit.end;
      o += edit.text.size();
      continue;
    }
    if (s >= source.size() || o >= output.size() || source[s] != output[o]) return differs();
    ++s, ++o, ++n_outside;
  }
  if (o != output.size()) return differs();
  return n_outside;
}

}  // namespace

Result<size_t> verify(std::string_view source, const Rendered& rendered) {
  REDACT_ASSIGN(const size_t n_outside, compare(source, rendered.edits, rendered.output));
  for (const Entity& entity : rendered.entities) {
    for (const ByteRange& piece : entity.pieces()) {
      if (is_edited(rendered.edits, piece.begin, piece.end)) continue;
      return broken("byte " + std::to_string(entity.span.begin), "a span is still in the output");
    }
  }
  return n_outside;
}

Result<size_t> verify_archive(const DocumentText& document, const Rendered& rendered,
                              const DocumentText& output) {
  size_t n_outside = 0;
  const auto& before = document.members();
  const auto& after = output.members();
  if (before.size() != after.size()) return broken("archive", "has other members");
  for (size_t i = 0; i < before.size(); ++i) {
    if (document.written_name(i) != after[i].name) return broken("archive", "has other members");
  }
  for (const auto& [index, edits] : rendered.members) {
    REDACT_ASSIGN(const size_t n,
                  compare(document.member_bytes(index), edits, output.member_bytes(index)));
    n_outside += n;
  }
  return n_outside;
}

Result<void> verify_parts(const DocumentText& document, const Rendered& rendered,
                          const DocumentText& output) {
  if (!are_disjoint(rendered.of_parts)) return broken("output", "has edits that overlap");
  if (said(document, rendered.of_parts) == said(output, {})) return {};
  return broken("output", "reads differently from the source with its replacements");
}

}  // namespace redact
