// SPDX-License-Identifier: Apache-2.0
#include "tests/attack/mutated/mutator.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace redact::testing {

namespace {

using namespace std::string_view_literals;

constexpr size_t kMostBytes = 200'000;  // of a file: deep nesting is tried, large files are not

// Signs of the formats, escapes good and bad, and characters that are read in ways of their own.
constexpr auto kPieces = std::to_array<std::string_view>({"\"",
                                                          "\\",
                                                          "\\\"",
                                                          "\\u0041",
                                                          "\\ud83d",
                                                          "\\ude00\\u0000",
                                                          "{",
                                                          "}",
                                                          "[",
                                                          "]",
                                                          ",",
                                                          ":",
                                                          "<",
                                                          ">",
                                                          "/>",
                                                          "</",
                                                          "<!--",
                                                          "-->",
                                                          "]]>",
                                                          "<![CDATA[",
                                                          "<?x",
                                                          "?>",
                                                          "&amp;",
                                                          "&",
                                                          "&#0;",
                                                          "&#x41;",
                                                          "&not",
                                                          "&lt",
                                                          "&#xD800;",
                                                          "&#1114112;",
                                                          "'",
                                                          "=",
                                                          "|",
                                                          "^",
                                                          "~",
                                                          "\\E\\",
                                                          "\\F\\",
                                                          "\\X41\\",
                                                          "\\.br\\",
                                                          "\\Zx\\",
                                                          "\r",
                                                          "\n",
                                                          "\r\n",
                                                          "\0"sv,
                                                          "\v",
                                                          "\x1c\r",
                                                          "\xEF\xBB\xBF",
                                                          "\xE2\x80\x8B",
                                                          "e\xCC\x81",
                                                          "\xE2\x80\x8F",
                                                          "\xF0\x9F\x98\x80",
                                                          "\xED\xA0\x80",
                                                          "\xC3",
                                                          "\xFF",
                                                          "\xC0\x80",
                                                          "\xEF\xBC\xA1",
                                                          "\xC2\xA0",
                                                          "\"\"",
                                                          ";",
                                                          "\t",
                                                          "[PATIENT]",
                                                          "<b>",
                                                          "</b>",
                                                          "<br>",
                                                          "<p>",
                                                          "</p>",
                                                          "<script>",
                                                          "</script>",
                                                          "<title>",
                                                          "<textarea>",
                                                          "<plaintext>",
                                                          "<svg>",
                                                          "<table>",
                                                          "Ana Greco",
                                                          "12/03/2024",
                                                          "1948-03-14",
                                                          "2024-03",
                                                          "0117 496 0382",
                                                          "MSH|^~\\&|",
                                                          "\rOBX|1|TX|x||",
                                                          "\"data\":\"TXIgUXVpbGw=\"",
                                                          "\"birthDate\":\"1948\",",
                                                          "\"resourceType\":\"Patient\",",
                                                          "masked",
                                                          "<birthDate value=\"1948-03-14\"/>",
                                                          "xmlns=\"http://hl7.org/fhir\"",
                                                          "xmlns=\"urn:hl7-org:v3\"",
                                                          "xml:space='preserve'",
                                                          "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                                                          "encoding=\"ISO-8859-1\"",
                                                          "&b;",
                                                          "W1JFTU9WRURd",
                                                          "=\r\n",
                                                          "=C3=BC",
                                                          "=?utf-8?q?Ana_=C3=BC?=",
                                                          "=?utf-8?b?",
                                                          "\r\n--b\r\n",
                                                          "--b--\n",
                                                          "\nContent-Type: ",
                                                          "message/rfc822\n\n",
                                                          "base64\n",
                                                          "multipart/mixed; boundary=b\n\n",
                                                          "\x1b[0m"});

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k) {
      word = word << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      const bool is_there = i + k <= bytes.size();
      out += is_there ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

std::string in_json(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      out += c;
    }
  }
  return out;
}

std::string in_xml(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string repeated(std::string_view text, size_t n) {
  std::string out;
  while (n-- > 0) out += text;
  return out;
}

void replace_all(std::string& bytes, std::string_view old, std::string_view by) {
  for (size_t at = bytes.find(old); at != bytes.npos; at = bytes.find(old, at + by.size())) {
    bytes.replace(at, old.size(), by);
  }
}

}  // namespace

Mutator::Mutator(Kind kind, uint32_t seed, size_t max_seed_bytes)
    : kind_(kind), random_(seed * 16 + static_cast<uint32_t>(kind)) {
  seeds_ = seeds(kind, max_seed_bytes);
  n_written_ = seeds(kind, 0).size();
  for (const Kind other : {Kind::kFhirJson, Kind::kFhirXml, Kind::kCda, Kind::kHl7, Kind::kHtml,
                           Kind::kNote, Kind::kUtf16, Kind::kMail, Kind::kRtf}) {
    if (other == kind) continue;
    for (const std::string& bytes : seeds(other, 0)) more_.push_back(bytes);
  }
  if (is_archive(kind)) archives_ = archive_seeds(kind);
}

std::string Mutator::pick_seed() {
  // Most are small, so that a change is likely to hit something that matters.
  const bool is_written = seeds_.size() == n_written_ || chance(70);
  return is_written ? seeds_[below(n_written_)]
                    : seeds_[n_written_ + below(seeds_.size() - n_written_)];
}

std::string Mutator::next() {
  if (!is_archive(kind_)) return mutated(pick_seed());
  ZipEntries members = archives_[below(archives_.size())];
  for (size_t n = below(3); n > 0; --n) {
    const size_t i = below(members.size());
    if (chance(90)) {
      members[i].second = mutated(members[i].second);
    } else if (chance(50)) {
      members.push_back({"word/" + std::to_string(below(3)) + ".xml", more_[below(more_.size())]});
    } else {
      members.erase(members.begin() + static_cast<long>(i));
      if (members.empty()) return {};
    }
  }
  std::string bytes = zip_archive(members);
  // A change of the archive itself nearly always breaks it.
  for (size_t n = chance(25) ? 1 + below(3) : 0; n > 0 && !bytes.empty(); --n) {
    switch (below(4)) {
      case 0: bytes.resize(below(bytes.size())); break;
      case 1: bytes[below(bytes.size())] = static_cast<char>(random_()); break;
      case 2:
        bytes.insert(below(bytes.size()), bytes.substr(below(bytes.size()), below(40)));
        break;
      // The directory at the end.
      default:
        bytes[bytes.size() - 1 - below(std::min<size_t>(bytes.size(), 300))] ^= 1 << below(8);
    }
  }
  return bytes;
}

std::string Mutator::mutated(std::string bytes) {
  constexpr std::array<size_t, 10> kChanges = {0, 1, 1, 1, 1, 2, 2, 3, 4, 8};
  for (size_t n = kChanges[below(kChanges.size())]; n > 0; --n) {
    mutate(bytes);
    if (bytes.size() > kMostBytes) bytes.resize(kMostBytes);
  }
  return bytes;
}

size_t Mutator::place(const std::string& bytes) {
  size_t at = below(bytes.size() + 1);
  if (chance(50)) at = bytes.find_first_of("\"\\<>&|^,;[]{}/ \r\n", at);
  return std::min(at, bytes.size()) + (chance(50) && at < bytes.size() ? 1 : 0);
}

void Mutator::mutate(std::string& bytes) {
  size_t begin = place(bytes), end = place(bytes);
  if (end < begin) std::swap(begin, end);
  // Long stretches at times, short ones else.
  if (chance(60)) end = std::min(end, begin + below(24));
  const std::string stretch = bytes.substr(begin, end - begin);
  const std::string_view piece = kPieces[below(kPieces.size())];
  switch (below(14)) {
    case 0: bytes.resize(end); break;
    case 1: bytes.erase(0, chance(50) ? below(8) : begin); break;
    case 2: bytes.erase(begin, end - begin); break;
    case 3: bytes.insert(chance(50) ? end : place(bytes), stretch); break;
    case 4: bytes.insert(end, repeated(stretch, 1 + below(20))); break;
    case 5:
    case 6:
      for (size_t n = 1 + below(4); n > 0 && !bytes.empty(); --n) {
        const size_t at = below(bytes.size());
        bytes[at] = chance(50) ? static_cast<char>(random_())
                               : static_cast<char>(bytes[at] ^ 1 << below(8));
      }
      break;
    case 7:
    case 8:
    case 9: bytes.insert(begin, piece); break;
    case 10: bytes.replace(begin, std::min(end - begin, below(4)), piece); break;
    case 11: {
      const std::string other = chance(50) ? pick_seed_or(bytes) : more_[below(more_.size())];
      const size_t at = below(other.size());
      bytes.insert(begin, other.substr(at, chance(50) ? below(60) : other.size()));
      break;
    }
    case 12: nest(bytes); break;
    default: encode(bytes);
  }
}

std::string Mutator::pick_seed_or(const std::string& bytes) {
  return seeds_.empty() ? bytes : pick_seed();
}

void Mutator::nest(std::string& bytes) {
  const std::string other = chance(50) ? bytes : more_[below(more_.size())];
  const size_t at = place(bytes);
  const size_t deep = chance(90) ? 1 + below(30) : 1 + below(20'000);
  switch (below(14)) {
    case 0: bytes = repeated("[", deep) + bytes + repeated("]", deep); break;
    case 1: bytes = repeated("{\"a\":", deep) + bytes + repeated("}", deep); break;
    case 2: bytes = repeated("<a>", deep) + bytes + repeated("</a>", deep); break;
    case 3:
      bytes = "{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":" + bytes +
              "},{\"resource\":" + bytes + "}]}";
      break;
    case 4: bytes.insert(at, repeated("<b>", deep)); break;
    case 5: bytes.insert(at, in_json(other)); break;
    case 6: bytes.insert(at, in_xml(other)); break;
    case 7: bytes.insert(at, base64(other)); break;
    case 8: replace_all(bytes, "TXIgUXVpbGwgd2VudA==", base64(other)); break;
    case 9: replace_all(bytes, "PHA+TXJzIEFuYSA8Yj5HcmVjbzwvYj48L3A+", base64(other)); break;
    case 10:
      bytes = "{\"resourceType\":\"DocumentReference\",\"content\":[{\"attachment\":{\"data\":\"" +
              base64(bytes) + "\"}}]}";
      break;
    case 11: replace_all(bytes, "Owen", in_xml(in_json(other))); break;
    case 12: bytes.insert(at, "<![CDATA[" + other + "]]>"); break;
    default: bytes.insert(at, repeated(kPieces[below(kPieces.size())], deep));
  }
}

void Mutator::encode(std::string& bytes) {
  const auto wide = [&](bool high_first, bool marked) {
    std::string out = marked ? high_first ? "\xFE\xFF" : "\xFF\xFE" : "";
    for (const char c : bytes) {
      if (high_first) out += '\0';
      out += c;
      if (!high_first) out += '\0';
    }
    bytes = std::move(out);
  };
  switch (below(10)) {
    case 0: wide(false, chance(70)); break;
    case 1: wide(true, chance(70)); break;
    case 2: bytes.insert(0, "\xEF\xBB\xBF"); break;
    case 3: replace_all(bytes, "a", "\xE9"); break;  // Windows-1252, Latin-1
    case 4: replace_all(bytes, "n", "\xC3\xB1"); break;
    case 5: replace_all(bytes, "\r", "\n"); break;
    case 6: replace_all(bytes, "\n", chance(50) ? "\r\n" : "\r"); break;
    case 7:
      replace_all(bytes, chance(50) ? "UTF-8" : "1.0\"",
                  chance(50) ? "ISO-8859-1" : "1.0\" encoding=\"US-ASCII\"");
      break;
    case 8: {  // each letter of a stretch as an escape of one of the formats
      static constexpr char kHex[] = "0123456789abcdef";
      const size_t begin = place(bytes);
      const size_t form = below(4);
      std::string out;
      for (size_t i = begin; i < std::min(bytes.size(), begin + 12); ++i) {
        const auto c = static_cast<uint8_t>(bytes[i]);
        const std::string hex{kHex[c >> 4], kHex[c & 15]};
        out += form == 0   ? "\\u00" + hex
               : form == 1 ? "&#x" + hex + ";"
               : form == 2 ? "&#" + std::to_string(c) + ";"
                           : "\\X" + hex + "\\";
      }
      bytes.replace(begin, 12, out);
      break;
    }
    default:
      for (char& c : bytes) {  // other quotes
        if (c == '"') c = '\'';
      }
  }
}

}  // namespace redact::testing
