// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/compose.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/utf8.h"

namespace redact {

namespace {

// The maximum number of characters composed at a time: a letter and all its marks (Unicode's
// stream-safe form allows 30). A longer run is composed in pieces.
constexpr size_t kMostMarks = 64;

constexpr auto kOptions = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);

// Whether a character may combine with one before it: marks, characters that decompose into marks,
// and second parts of compositions, such as Hangul vowels and final consonants.
bool joins_backwards(int32_t point) {
  if (point < 0x300) return false;
  if ((point >= 0x1161 && point <= 0x1175) || (point >= 0x11a8 && point <= 0x11c2)) return true;
  const utf8proc_property_t* property = utf8proc_get_property(point);
  if (property->decomp_seqindex != UINT16_MAX) {
    utf8proc_int32_t apart[16];
    if (utf8proc_decompose_char(point, apart, 16, kOptions, nullptr) > 0) {
      property = utf8proc_get_property(apart[0]);
    }
  }
  const bool second = property->comb_index != UINT16_MAX && property->comb_index >= 0x8000;
  return property->combining_class != 0 || second;
}

// Appends the composed form of a few characters, as UTF-8.
void append_composed(std::vector<utf8proc_int32_t>& points, std::string& out) {
  std::vector<utf8proc_int32_t> apart(points.size() * 4 + 1);
  size_t n = 0;
  for (const utf8proc_int32_t point : points) {
    n += static_cast<size_t>(utf8proc_decompose_char(
        point, apart.data() + n, static_cast<utf8proc_ssize_t>(apart.size() - n), kOptions,
        nullptr));
  }
  // Sorts marks by combining class, keeping the order within a class.
  for (size_t i = 1; i < n; ++i) {
    for (size_t k = i; k > 0; --k) {
      const auto before = utf8proc_get_property(apart[k - 1])->combining_class;
      const auto after = utf8proc_get_property(apart[k])->combining_class;
      if (after == 0 || before <= after) break;
      std::swap(apart[k - 1], apart[k]);
    }
  }
  const auto n_composed =
      utf8proc_normalize_utf32(apart.data(), static_cast<utf8proc_ssize_t>(n), kOptions);
  for (utf8proc_ssize_t i = 0; i < n_composed; ++i) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(apart[static_cast<size_t>(i)], bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
  }
}

// The bytes of the last characters that two texts share.
size_t shared_tail(std::string_view a, std::string_view b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[a.size() - 1 - n] == b[b.size() - 1 - n]) ++n;
  while (n > 0 && is_continuation(a[a.size() - n])) --n;  // within a character
  return n;
}

}  // namespace

size_t ComposedText::source_of(size_t place, size_t& at) const {
  while (at < changes.size() && changes[at].end <= place) ++at;
  if (at < changes.size() && changes[at].begin < place) {
    const Change& in = changes[at];
    return std::min(in.source_begin + (place - in.begin), in.source_end);
  }
  if (at == 0) return place;
  return changes[at - 1].source_end + (place - changes[at - 1].end);
}

void ComposedText::to_source(std::span<uint32_t> places, size_t base) const {
  size_t at = 0;
  for (uint32_t& place : places) place = static_cast<uint32_t>(base + source_of(place, at));
}

ComposedText compose(std::string_view source) {
  ComposedText out;
  std::vector<utf8proc_int32_t> points;
  for (size_t begin = 0; begin < source.size();) {
    Utf8Unit unit = decode_utf8(source, begin);
    size_t end = begin + unit.n_bytes;
    points.assign(1, unit.code_point);
    while (unit.code_point >= 0 && end < source.size() && points.size() < kMostMarks) {
      unit = decode_utf8(source, end);
      if (!joins_backwards(unit.code_point)) break;
      points.push_back(unit.code_point);
      end += unit.n_bytes;
    }
    const std::string_view piece = source.substr(begin, end - begin);
    const size_t at = out.text.size();
    if (points[0] < 0x80 && points.size() == 1) {
      out.text += piece;  // ASCII, or a byte that is not valid UTF-8
    } else {
      append_composed(points, out.text);
      const std::string_view composed = std::string_view(out.text).substr(at);
      if (composed != piece) {
        // Marks behind those that were composed stay as they are, and so do their bytes.
        const size_t tail = shared_tail(composed, piece);
        out.changes.push_back({at, out.text.size() - tail, begin, end - tail});
      }
    }
    begin = end;
  }
  return out;
}

}  // namespace redact
