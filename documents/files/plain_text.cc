// SPDX-License-Identifier: Apache-2.0
#include "documents/files/plain_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"

namespace redact {

namespace {

using namespace std::string_view_literals;

// The bytes of a kind of file at an offset near its beginning and, if these could occur in a text,
// those at its beginning.
struct Mark {
  size_t at;
  std::string_view bytes;
  const char* kind;
  std::string_view begin = {};
};

constexpr auto kMarks = std::to_array<Mark>({
    {0, "\x1F\x8B"sv, "gzip"},
    {0, "\x1F\x9D"sv, "an archive"},
    {4, "1AY&SY"sv, "an archive", "BZh"},
    {0, "\xFD\x37zXZ\0"sv, "an archive"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "an archive"},
    {0, "Rar!\x1A\x07"sv, "an archive"},
    {0, "\x28\xB5\x2F\xFD"sv, "zstd"},
    {257, "ustar"sv, "an archive"},
    {0, kArchiveMark, "an archive or an Office document"},
    {0, "PK\x05\x06"sv, "an archive"},
    {0, "\x89PNG"sv, "an image"},
    {0, "\xFF\xD8\xFF"sv, "an image"},
    {0, "GIF87a"sv, "an image"},
    {0, "GIF89a"sv, "an image"},
    {0, "II*\0"sv, "an image"},
    {0, "MM\0*"sv, "an image"},
    {6, "\0\0\0\0"sv, "an image", "BM"},
    {0, "\0\0\0\x0CjP  "sv, "an image"},
    {8, "WEBP"sv, "an image", "RIFF"},
    {8, "WAVE"sv, "a sound", "RIFF"},
    {4, "ftyp"sv, "an image or a film", "\0\0\0"sv},
    {128, "DICM"sv, "DICOM"},
    {0, "ID3\x02"sv, "a sound"},
    {0, "ID3\x03"sv, "a sound"},
    {0, "ID3\x04"sv, "a sound"},
    {0, "OggS\0"sv, "a sound"},
    {0, "fLaC\0"sv, "a sound"},
    {0, "SQLite format 3\0"sv, "a database"},
    {0, "PAR1\x15"sv, "Parquet"},
    {0, "\xFF\xFE\0\0"sv, "a text in UTF-32"},
    {0, "\0\0\xFE\xFF"sv, "a text in UTF-32"},
});

// Names of streams in an OLE file (MS-CFB), in UTF-16.
constexpr std::string_view kOle = "\xD0\xCF\x11\xE0"sv;
constexpr auto kOleKinds = std::to_array<std::pair<std::string_view, const char*>>({
    {"_\0_\0s\0u\0b\0s\0t\0g\0001\0.\0000\0"sv, "an Outlook message (.msg)"},
    {"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"sv, "an encrypted Office document"},
});

const char* ole_kind(std::string_view bytes) {
  for (const auto& [name, kind] : kOleKinds) {
    if (bytes.find(name) != bytes.npos) return kind;
  }
  return "an Office document";
}

// Whether most of the first units of four bytes are characters, on one side or the other.
bool is_utf32(std::string_view bytes) {
  constexpr size_t kUnit = 4, kLooked = 64, kLeast = 4;  // units
  constexpr unsigned char kLastPlane = 0x10;
  const size_t n_units = std::min(bytes.size() / kUnit, kLooked);
  if (n_units < kLeast) return false;
  size_t n_low_first = 0, n_high_first = 0;
  for (size_t i = 0; i < n_units; ++i) {
    const std::string_view unit = bytes.substr(i * kUnit, kUnit);
    if (unit == "\0\0\0\0"sv) continue;
    n_low_first += unit[3] == '\0' && static_cast<unsigned char>(unit[2]) <= kLastPlane;
    n_high_first += unit[0] == '\0' && static_cast<unsigned char>(unit[1]) <= kLastPlane;
  }
  return std::max(n_low_first, n_high_first) * 4 >= n_units * 3;
}

// Whether what follows a mark of UTF-16 is plain ASCII nevertheless. Units of two such bytes are
// ideographs, and a text has other ones besides.
bool is_ascii_text(std::string_view bytes) {
  constexpr size_t kLooked = 256, kLeast = 8;
  const std::string_view head = bytes.substr(0, kLooked);
  return head.size() >= kLeast && std::all_of(head.begin(), head.end(), [](char c) {
           return (c >= ' ' && c < 0x7f) || (c >= '\t' && c <= '\r');
         });
}

}  // namespace

const char* binary_kind(std::string_view bytes) {
  for (const Mark& mark : kMarks) {
    if (bytes.size() < mark.at || !bytes.starts_with(mark.begin)) continue;
    if (bytes.substr(mark.at).starts_with(mark.bytes)) return mark.kind;
  }
  if (bytes.starts_with(kOle)) return ole_kind(bytes);
  if (is_utf32(bytes)) return "a text in UTF-32";
  // Readers of these formats allow other bytes before the mark.
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes.starts_with("%PDF-") ? "PDF" : nullptr;
}

bool may_be_text(std::string_view bytes) {
  if (binary_kind(bytes) != nullptr) return false;
  if (find_utf16(bytes)) return true;
  size_t n_control = 0, n_high = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    n_control += byte < 0x20 && !(byte >= '\t' && byte <= '\r');
    n_high += byte >= 0x80;
  }
  // A tenth of random bytes are such control characters, and half are above 0x7f. Texts in
  // Windows-1252, which are not UTF-8, consist mostly of ASCII letters.
  return n_control * 50 <= bytes.size() && (is_utf8(bytes) || n_high * 4 <= bytes.size());
}

std::optional<Utf16> find_utf16(std::string_view bytes) {
  if (const Utf16Mark mark = utf16_mark(bytes); mark != Utf16Mark::kNone) {
    if (is_ascii_text(bytes.substr(2))) return std::nullopt;
    return Utf16{2, mark == Utf16Mark::kHighFirst};
  }
  // Without a mark: among the first bytes nearly every second one is zero, and hardly any of the
  // others. Arabic has zero bytes only in spaces and digits, and needs the mark.
  constexpr size_t kLooked = 256;
  const std::string_view head = bytes.substr(0, kLooked);
  if (head.size() < 16 || bytes.size() % 2 != 0) return std::nullopt;
  std::array<size_t, 2> n_zero{};
  for (size_t i = 0; i < head.size(); ++i) n_zero[i % 2] += head[i] == '\0';
  const size_t n_pairs = head.size() / 2;
  for (const bool high_first : {false, true}) {
    const size_t high = n_zero[high_first ? 0 : 1], low = n_zero[high_first ? 1 : 0];
    if (high * 4 >= n_pairs * 3 && low * 16 <= n_pairs) return Utf16{0, high_first};
  }
  return std::nullopt;
}

Error not_plain_text(const char* kind) {
  return {ErrorKind::kBadInput, "text", std::string("is ") + kind + ", not plain text"};
}

}  // namespace redact
