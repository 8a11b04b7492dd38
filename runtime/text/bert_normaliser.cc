// SPDX-License-Identifier: Apache-2.0
// The rules of the BertNormalizer and BertPreTokenizer of Hugging Face's tokenizers, in their
// order: control characters are dropped, white space and ideographs separate words, accents are
// stripped, letters are put into lower case, punctuation is cut off.
#include "runtime/text/bert_normaliser.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

namespace redact {

namespace {

constexpr int32_t kReplacement = 0xfffd, kDottedCapitalI = 0x130, kDotAbove = 0x307;

bool separates_words(int32_t point, utf8proc_category_t category) {
  return point == '\t' || point == '\n' || point == '\r' || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_dropped(int32_t point, utf8proc_category_t category) {
  if (point == '\t' || point == '\n' || point == '\r') return false;
  return point == kReplacement || category == UTF8PROC_CATEGORY_CC ||
         category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CO;
}

// The ranges of the published normaliser: those of CJK Unified Ideographs, their extensions A to E,
// and the compatibility ideographs. Extension E begins 256 characters late there.
bool is_ideograph(int32_t point) {
  constexpr int32_t kRanges[][2] = {{0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xf900, 0xfaff},
                                    {0x20000, 0x2a6df}, {0x2a700, 0x2b73f}, {0x2b740, 0x2b81f},
                                    {0x2b920, 0x2ceaf}, {0x2f800, 0x2fa1f}};
  return std::any_of(std::begin(kRanges), std::end(kRanges), [point](const auto& range) {
    return point >= range[0] && point <= range[1];
  });
}

bool is_punctuation(int32_t point) {
  if (point < 0x80) {
    return (point >= '!' && point <= '/') || (point >= ':' && point <= '@') ||
           (point >= '[' && point <= '`') || (point >= '{' && point <= '~');
  }
  const auto category = utf8proc_category(point);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

// Calls take(code point) for each of the canonical decomposition, without the marks.
template <typename Take>
void strip(int32_t point, const Take& take) {
  std::array<utf8proc_int32_t, 4> apart;
  const auto n = utf8proc_decompose_char(point, apart.data(), apart.size(),
                                         static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE), nullptr);
  for (utf8proc_ssize_t i = 0; i < n; ++i) {
    const int32_t part = apart[static_cast<size_t>(i)];
    if (utf8proc_category(part) != UTF8PROC_CATEGORY_MN) take(part);
  }
}

}  // namespace

BertNormaliser::Character BertNormaliser::normalise(int32_t point) const {
  if (point < 0) return {Kind::kDropped};
  const auto category = utf8proc_category(point);
  if (is_dropped(point, category)) return {Kind::kDropped};
  if (separates_words(point, category)) return {Kind::kSpace};
  Character out{Kind::kInWord};
  const auto add = [&out](int32_t each) {
    out.alone[out.n] = is_punctuation(each);
    out.points[out.n++] = each;
  };
  const auto lower = [&](int32_t each) {
    if (!lowercase) return add(each);
    if (each != kDottedCapitalI) return add(utf8proc_tolower(each));
    add('i'), add(kDotAbove);  // the only lower case of two code points
  };
  if (strip_accents && point >= 0x80) {
    strip(point, lower);
  } else {
    lower(point);
  }
  if (out.n == 0) return {Kind::kDropped};
  if (is_ideograph(point) || (out.n == 1 && out.alone[0])) out.kind = Kind::kAlone;
  return out;
}

}  // namespace redact
