// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/segment_text.h"

#include <algorithm>
#include <utility>

#include "documents/structured/codec.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

// Edits of a decoded text, widened to whole units; edits that share a unit are one.
std::vector<Edit> widened(const Decoded& decoded, std::span<const Edit> edits) {
  const std::string_view text = decoded.text();
  std::vector<Edit> whole;
  size_t done = 0;  // the text before `done` is in whole.back() already
  const auto finish = [&] {
    if (!whole.empty()) whole.back().text += text.substr(done, whole.back().end - done);
  };
  for (const Edit& edit : edits) {
    const ByteRange range = decoded.whole_units(edit.begin, edit.end);
    if (!whole.empty() && range.begin < whole.back().end) {
      whole.back().text += text.substr(done, edit.begin - done);
      whole.back().end = std::max(whole.back().end, range.end);
    } else {
      finish();
      whole.push_back({range.begin, range.end,
                       std::string(text.substr(range.begin, edit.begin - range.begin))});
    }
    whole.back().text += edit.text;
    done = edit.end;
  }
  finish();
  return whole;
}

// Adds spaces so that the text keeps `least` bytes.
void pad(std::string_view text, size_t least, std::vector<Edit>& edits) {
  const size_t size = with_edits(text, edits).size();
  if (edits.empty() || size >= least) return;
  if (edits.back().end < text.size()) {
    edits.push_back({text.size() - 1, text.size(), std::string(text.substr(text.size() - 1))});
  }
  edits.back().text.append(least - size, ' ');
}

// Each edit of a decoded text as an edit of its source.
Result<std::vector<Edit>> encode_each(std::string_view source, const Decoded& decoded,
                                      const Coding& coding, std::span<const Edit> edits) {
  if (coding.codec == Codec::kBase64) return edit_base64(source, decoded, edits);
  std::vector<Edit> out;
  for (const Edit& edit : widened(decoded, edits)) {
    const ByteRange range = decoded.source_of(edit.begin, edit.end);
    REDACT_ASSIGN(std::string written,
                  encode(edit.text, coding,
                         {.before = source.substr(0, range.begin),
                          .after = source.substr(range.end),
                          .replaced = source.substr(range.begin, range.end - range.begin)}));
    out.push_back({range.begin, range.end, std::move(written)});
  }
  return out;
}

// Edits of a decoded text as edits of its source; as a single edit of all of it if only that can be
// written: a field of a table then gets quotes.
Result<std::vector<Edit>> encoded(std::string_view source, const Decoded& decoded,
                                  const Coding& coding, std::span<const Edit> edits) {
  auto pieces = encode_each(source, decoded, coding, edits);
  if (!pieces.ok() && coding.codec == Codec::kTableField) {
    REDACT_ASSIGN(std::string whole, encode(with_edits(decoded.text(), edits), coding));
    pieces = std::vector<Edit>{{0, source.size(), std::move(whole)}};
  }
  REDACT_ASSIGN(std::vector<Edit> out, std::move(pieces));
  REDACT_ASSIGN(const Decoded again, decode(with_edits(source, out), coding));
  if (again.text() != with_edits(decoded.text(), edits)) {
    return Error{ErrorKind::kUnsupported,
                 {},
                 "a replacement would read differently beside the bytes around it"};
  }
  return out;
}

}  // namespace

std::string with_edits(std::string_view source, std::span<const Edit> edits) {
  std::string out;
  size_t at = 0;
  for (const Edit& edit : edits) {
    out.append(source.substr(at, edit.begin - at)).append(edit.text);
    at = edit.end;
  }
  return out.append(source.substr(at));
}

Result<SegmentText> SegmentText::read(std::string_view file, const TextSegment& segment) {
  SegmentText read;
  read.source_ = bytes_of(file, segment);
  read.begin_ = segment.begin;
  read.codings_ = segment.codings;
  if (read.codings_.empty()) read.codings_.push_back({.codec = Codec::kVerbatim});
  for (const Coding& coding : read.codings_) {
    const std::string_view source =
        read.layers_.empty() ? read.source_ : std::string_view(read.layers_.back().text());
    auto decoded = decode(source, coding);
    if (!decoded.ok()) {
      return blame("the segment at byte " + std::to_string(segment.begin),
                   Result<SegmentText>(std::move(decoded).error()));
    }
    read.layers_.push_back(std::move(decoded).value());
  }
  return read;
}

ByteRange SegmentText::source_of(size_t begin, size_t end) const {
  for (size_t layer = layers_.size(); layer-- > 0;) {
    const ByteRange range = layers_[layer].source_of(begin, end);
    begin = range.begin;
    end = range.end;
  }
  return {begin_ + begin, begin_ + end};
}

Result<void> SegmentText::enclose(std::vector<TextSegment>& segments) const {
  const bool is_base64 = std::any_of(codings_.begin(), codings_.end(), [](const Coding& coding) {
    return coding.codec == Codec::kBase64;
  });
  if (is_base64) {
    return error_at(begin_, "a text in Base64", ErrorKind::kUnsupported);
  }
  for (TextSegment& segment : segments) {
    ByteRange range{segment.begin, segment.end};
    for (size_t layer = layers_.size(); layer-- > 0;) {
      const ByteRange whole = layers_[layer].whole_units(range.begin, range.end);
      if (whole.begin != range.begin || whole.end != range.end) {
        return error_at(begin_, "a text that begins or ends inside an escape",
                        ErrorKind::kUnsupported);
      }
      range = layers_[layer].source_of(range.begin, range.end);
    }
    segment.begin = begin_ + range.begin;
    segment.end = begin_ + range.end;
    segment.codings.insert(segment.codings.begin(), codings_.begin(), codings_.end());
  }
  return {};
}

bool SegmentText::has_characters_of(std::string_view text) const {
  const bool is_encoded = source_.starts_with("=?") && source_.ends_with("?=");
  return std::all_of(codings_.begin(), codings_.end(),
                     [&](const Coding& coding) {
                       switch (coding.codec) {
                         case Codec::kCharset:
                         case Codec::kAscii: return encode(text, coding).ok();
                         // Between other words there is no room for encoded ones.
                         case Codec::kMailText: return is_encoded || encode_ascii(text).ok();
                         default: return true;
                       }
                     }) ||
         std::any_of(codings_.begin(), codings_.end(),
                     [](const Coding& c) { return c.ascii_only; });
}

Result<std::vector<Edit>> SegmentText::write(std::span<const Edit> edits) const {
  std::vector<Edit> now(edits.begin(), edits.end());
  for (size_t layer = layers_.size(); layer-- > 0;) {
    const std::string_view source =
        layer == 0 ? source_ : std::string_view(layers_[layer - 1].text());
    pad(layers_[layer].text(), codings_[layer].least, now);
    REDACT_ASSIGN(now, encoded(source, layers_[layer], codings_[layer], now));
  }
  for (Edit& edit : now) {
    edit.begin += begin_;
    edit.end += begin_;
  }
  return now;
}

}  // namespace redact
