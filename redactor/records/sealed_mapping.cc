// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/sealed_mapping.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "crypto/aes_gcm.h"
#include "crypto/aes_siv.h"
#include "crypto/digest.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

// Sealed content begins with this byte, since AES-SIV seals no empty text.
constexpr char kStart = '\n';
// Sealed content is padded to a multiple of this, or of an eighth of its size; otherwise a line
// would reveal the length of the hidden texts. Those of an ordinary note fit into one unit.
constexpr size_t kUnitBytes = 1024;
constexpr size_t kNoMore = SIZE_MAX;  // in place of a range: padding follows

// Ids and paths may not be valid UTF-8.
void put_string(OrderedJson& line, const std::string& field, const std::string& value) {
  if (is_utf8(value)) {
    line[field] = value;
  } else {
    line[field + "_hex"] = to_hex(value);
  }
}

struct SealedLine {
  SealedFor of;
  std::string nonce;  // of the weak scheme
  std::string sealed;
};

// The fields of a line; reading gives nullopt if one is missing or malformed.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : json_(OrderedJson::parse(text, nullptr, false)) {}

  std::optional<SealedLine> read() const {
    const auto id = name("id"), out_sha256 = string("out_sha256"), sealed = string("sealed");
    const auto scheme = number("scheme", 1);  // lines of the first scheme have no number
    if (!id || !out_sha256 || !sealed || !scheme || *scheme > INT_MAX) return std::nullopt;
    SealedLine line{{{*id}, *out_sha256, static_cast<int>(*scheme)}, {}, from_hex(*sealed)};
    if (line.of.scheme < kSealingScheme) {
      const auto nonce = string("nonce");
      if (!nonce) return std::nullopt;
      line.nonce = from_hex(*nonce);
      return line;
    }
    const auto table = name("table");
    const auto row = number("row", std::nullopt);
    if (!table || !row) return std::nullopt;
    line.of.name.table = *table;
    line.of.name.row = *row;
    return line;
  }

 private:
  bool has(const std::string& field) const { return json_.is_object() && json_.contains(field); }

  std::optional<std::string> string(const std::string& field) const {
    if (!has(field) || !json_[field].is_string()) return std::nullopt;
    return json_[field].get<std::string>();
  }

  std::optional<std::string> name(const std::string& field) const {
    const auto hex = string(field + "_hex");
    return hex ? from_hex(*hex) : string(field);
  }

  std::optional<size_t> number(const std::string& field, std::optional<size_t> otherwise) const {
    if (!has(field)) return otherwise;
    if (!json_[field].is_number_unsigned()) return std::nullopt;
    return json_[field].get<size_t>();
  }

  OrderedJson json_;
};

std::optional<SealedLine> parse(std::string_view text) { return LineReader(text).read(); }

Error broken(std::string what) { return {ErrorKind::kBadInput, "mapping", std::move(what)}; }

void append_size(std::string& out, size_t value) {
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(value >> shift);
}

bool take_size(std::string_view& in, size_t& value) {
  if (in.size() < 8) return false;
  value = 0;
  for (int i = 7; i >= 0; --i)
    value = value << 8 | static_cast<uint8_t>(in[static_cast<size_t>(i)]);
  in.remove_prefix(8);
  return true;
}

void pad(std::string& packed) {
  append_size(packed, kNoMore);
  const size_t unit = std::max(kUnitBytes, std::bit_floor(packed.size()) / 8);
  packed.resize((packed.size() + unit - 1) / unit * unit);
}

// Ranges of the output and the source bytes that they replaced.
std::string pack(std::string_view source, const Redaction& redaction) {
  std::string out;
  size_t done = 0, at = 0;  // positions in the source and in the output
  for (const Edit& edit : redaction.edits) {
    at += edit.begin - done;
    append_size(out, at);
    at += edit.text.size();
    append_size(out, at);
    append_size(out, edit.end - edit.begin);
    out += source.substr(edit.begin, edit.end - edit.begin);
    done = edit.end;
  }
  pad(out);
  return out;
}

// Lines from before the padding end with their last range.
Result<std::string> unpack(std::string_view packed, std::string_view output) {
  std::string source;
  size_t at = 0;
  while (!packed.empty()) {
    size_t begin = 0, end = 0, size = 0;
    if (!take_size(packed, begin)) return broken("does not fit the text");
    if (begin == kNoMore) break;
    const bool whole = take_size(packed, end) && take_size(packed, size);
    if (!whole || begin < at || end < begin || end > output.size() || size > packed.size()) {
      return broken("does not fit the text");
    }
    source += output.substr(at, begin - at);
    source += packed.substr(0, size);
    packed.remove_prefix(size);
    at = end;
  }
  source += output.substr(at);
  return source;
}

// The 64 bytes of an AES-256-SIV key: for S2V and for CTR, as RFC 5297 orders them.
Result<std::string> sealing_key(const Secret& key) {
  REDACT_ASSIGN(const Digest s2v, key.draw("seal with AES-SIV", "S2V"));
  REDACT_ASSIGN(const Digest ctr, key.draw("seal with AES-SIV", "CTR"));
  return std::string(bytes_of(s2v)).append(bytes_of(ctr));
}

Result<std::string> open_weak(const Secret& key, const SealedLine& line) {
  REDACT_ASSIGN(const Digest weak_key, key.draw("seal", ""));
  const std::string associated =
      std::to_string(kWeakSealingScheme) + '\n' + line.of.out_sha256 + line.of.name.id;
  return gcm_open(weak_key, line.nonce, associated, line.sealed);
}

Result<std::string> open_strong(const Secret& key, const SealedLine& line) {
  REDACT_ASSIGN(const std::string sealing, sealing_key(key));
  REDACT_ASSIGN(const std::string plain,
                siv_open(sealing, {associated_data(line.of)}, line.sealed));
  return plain.substr(1);
}

// Opens the sealed content of a line.
Result<std::string> open_line(const Secret& key, const SealedLine& line) {
  REDACT_TRY(check_scheme(line.of.scheme));
  auto opened = line.of.is_weak() ? open_weak(key, line) : open_strong(key, line);
  if (opened.ok() || opened.error().kind == ErrorKind::kInternal) return opened;
  return broken("was sealed under another key, or has been changed");
}

Result<std::string> seal(const Secret& key, const SealedFor& of, const std::string& content) {
  REDACT_ASSIGN(const std::string sealing, sealing_key(key));
  REDACT_ASSIGN(const std::string sealed,
                siv_seal(sealing, {associated_data(of)}, kStart + content));
  OrderedJson line = OrderedJson::object();
  put_string(line, "id", of.name.id);
  line["scheme"] = of.scheme;
  line["out_sha256"] = of.out_sha256;
  put_string(line, "table", of.name.table);
  line["row"] = of.name.row;
  line["sealed"] = to_hex(sealed);
  return line.dump();
}

}  // namespace

Result<std::string> seal_mapping(const Secret& key, const TextName& name, std::string_view source,
                                 const Redaction& redaction) {
  if (redaction.edits.empty() && redaction.output != source) {
    return Error{ErrorKind::kUnsupported, "mapping",
                 "cannot hold a file that is an archive, such as an Office file"};
  }
  const std::string content = pack(source, redaction);
  if (content.size() >= INT_MAX) {
    return Error{ErrorKind::kUnsupported, "mapping", "is above 2 GiB"};
  }
  REDACT_ASSIGN(std::string out_sha256, sha256_hex(redaction.output));
  return seal(key, {name, std::move(out_sha256), kSealingScheme}, content);
}

Result<std::string> seal_table(const Secret& key, const std::string& table, const Digest& result) {
  return seal(key, {{{}, table, 0}, to_hex(bytes_of(result)), kSealingScheme}, {});
}

std::string associated_data(const SealedFor& line) {
  return message_of({std::to_string(line.scheme), line.out_sha256, line.name.id, line.name.table,
                     std::to_string(line.name.row)});
}

std::optional<SealedFor> sealed_for(std::string_view line) {
  auto parsed = parse(line);
  if (!parsed) return std::nullopt;
  return std::move(parsed->of);
}

Result<void> check_scheme(int scheme) {
  if (scheme == kSealingScheme || scheme == kWeakSealingScheme) return {};
  return broken("is sealed by scheme " + std::to_string(scheme) +
                ", which this version cannot open; use the version that wrote it");
}

bool is_sealed_by(const Secret& key, std::string_view line) {
  const auto parsed = parse(line);
  return parsed && open_line(key, *parsed).ok();
}

Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output) {
  const auto parsed = parse(line);
  if (!parsed || parsed->of.is_whole_table()) return broken("is not a line of a mapping file");
  REDACT_TRY(check_scheme(parsed->of.scheme));
  REDACT_ASSIGN(const std::string out_hash, sha256_hex(output));
  if (parsed->of.out_sha256 != out_hash) return broken("belongs to another text");
  REDACT_ASSIGN(const std::string content, open_line(key, *parsed));
  return unpack(content, output);
}

std::string weak_lines(size_t n) {
  return std::to_string(n) +
         (n == 1 ? " line of the mapping was sealed" : " lines of the mapping were sealed") +
         " by an older version, in a way that lets somebody without the key exchange two texts "
         "(AES-GCM whose nonces can repeat): check who could write the mapping, or redact the "
         "sources again into a new one";
}

}  // namespace redact
