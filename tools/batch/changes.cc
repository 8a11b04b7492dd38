// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/changes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace redact::batch {

namespace {

using Json = nlohmann::json;

// An archive's parts are compressed, so its bytes differ everywhere, and digests must suffice.
bool is_archive(std::string_view text) { return text.starts_with("PK\x03\x04"); }

// Of the source: begin, end and bytes written. Of the result: begin and end.
constexpr size_t kOfSource = 3, kOfResult = 2;

bool are_edits(const Json& list, size_t size) {
  return list.is_array() && std::all_of(list.begin(), list.end(), [size](const Json& edit) {
           return edit.is_array() && edit.size() == size &&
                  std::all_of(edit.begin(), edit.end(),
                              [](const Json& n) { return n.is_number_unsigned(); });
         });
}

// Checks by ranges of the result, each of which replaces at least one byte of the source. The first
// position at which a piece is found is as good as a later one, which leaves less of the source for
// the next pieces.
std::string find_change_around(std::string_view source, std::string_view result, const Json& list) {
  size_t at = 0, out = 0;
  for (const Json& edit : list) {
    const size_t begin = edit[0], end = edit[1];
    if (begin < out || end < begin || end > result.size())
      return "the ranges overlap or leave the result";
    const std::string_view piece = result.substr(out, begin - out);
    const bool is_first = &edit == &list.front();
    const size_t found =
        is_first ? (source.starts_with(piece) ? 0 : source.npos) : source.find(piece, at);
    if (found == source.npos || found + piece.size() == source.size())
      return "changed outside the ranges, before byte " + std::to_string(begin);
    at = found + piece.size() + 1;
    out = end;
  }
  const std::string_view last = result.substr(out);
  const bool is_sound = list.empty() ? source == last : source.substr(at).ends_with(last);
  return is_sound ? "" : "changed outside the ranges, after the last one";
}

}  // namespace

std::string find_change(std::string_view source, std::string_view result,
                        const std::string& edits) {
  const Json list = Json::parse(edits, nullptr, false);
  if (are_edits(list, kOfResult)) return find_change_around(source, result, list);
  if (!are_edits(list, kOfSource)) return "the ranges cannot be read";
  size_t at = 0, out = 0;
  const auto copies = [&](size_t end) {
    const size_t n = end - at;
    if (out + n > result.size() || source.substr(at, n) != result.substr(out, n)) return false;
    at = end;
    out += n;
    return true;
  };
  for (const Json& edit : list) {
    const size_t begin = edit[0], end = edit[1], n_written = edit[2];
    if (begin < at || end < begin || end > source.size())
      return "the ranges overlap or leave the text";
    if (!copies(begin)) return "changed outside the ranges, before byte " + std::to_string(begin);
    if (n_written > result.size() - out) return "the result is shorter than the ranges say";
    at = end;
    out += n_written;
  }
  if (!copies(source.size())) return "changed outside the ranges, after the last one";
  return out == result.size() ? "" : "the result is longer than the ranges say";
}

std::string find_change(const Unit& unit, std::string_view written, const std::string& edits,
                        const Reading& reading) {
  if (is_archive(unit.text)) return {};
  if (reading.format == "brat" || reading.format == "i2b2") return {};  // annotations
  if (!unit.is_record) {
    if (!written.starts_with(unit.before) || !written.ends_with(unit.after) ||
        written.size() < unit.before.size() + unit.after.size()) {
      return "the text around the result has changed";
    }
    written.remove_prefix(unit.before.size());
    written.remove_suffix(unit.after.size());
    return find_change(unit.text, written, edits);
  }
  const Json record = Json::parse(written, nullptr, false);
  const Json* holder = &record;
  if (reading.format == "presidio" && record.is_object() && record.contains("anonymizer_result")) {
    holder = &record["anonymizer_result"];
  }
  if (!holder->is_object() || !holder->contains("text") || !(*holder)["text"].is_string()) {
    return "the record has no text";
  }
  return find_change(unit.text, (*holder)["text"].get_ref<const std::string&>(), edits);
}

}  // namespace redact::batch
