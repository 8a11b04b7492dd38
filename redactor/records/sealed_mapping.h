// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"
#include "redactor/redaction.h"

namespace redact {

// Names a text of a mapping. A row of a table is also named by its position in the table's result,
// since rows without an id may have equal outputs, and numbers repeat in each table.
struct TextName {
  std::string id;
  std::string table = {};  // path of the result below the results' folder; empty: not of a table
  size_t row = 0;          // of the result, from 1; 0: not of a table
};

// The replacements of a text, sealed with AES-256-SIV (crypto/aes_siv.h) under a key drawn from the
// caller's. The result is one JSON line with the fields "id", "scheme", "out_sha256" (of the
// output), "table", "row" and "sealed"; an id or a path that is not UTF-8 is written as "id_hex" or
// "table_hex". Anyone can read the fields that are not sealed, and they may be file names. Without
// the key nobody can read the sealed part, or make or change a line; and a line opens only for its
// output, id and place. Lines can be left out unnoticed. The length of a line reveals that of the
// hidden texts to a KiB or, beyond 8, to an eighth.
//
// Equal arguments give equal bytes. Errors: kUnsupported for a source that is an archive or too
// large; kInternal if OpenSSL fails.
Result<std::string> seal_mapping(const Secret& key, const TextName& name, std::string_view source,
                                 const Redaction& redaction);

// A line that vouches for the whole result of a table: its rows are where the run put them.
// `result`: the SHA-256 of its bytes. Errors: kInternal if OpenSSL fails.
Result<std::string> seal_table(const Secret& key, const std::string& table, const Digest& result);

// Restores the source, byte for byte, from an output and its line. Errors: kBadInput if the line is
// malformed, is of another scheme, was sealed under another key, or belongs to another output.
Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output);

// Whether a line is complete and was sealed under this key.
bool is_sealed_by(const Secret& key, std::string_view line);

// The scheme of sealing. It has a number of its own, independent of the scheme of values, so that a
// mapping restores texts of any version.
constexpr int kSealingScheme = 3;
// The scheme of older versions: AES-256-GCM under nonces that repeat for texts chosen by an
// outsider, who can then exchange texts without the key. Such lines are read, and the user is
// warned.
constexpr int kWeakSealingScheme = 2;

// The text that a line belongs to; nullopt for text that is not such a line.
struct SealedFor {
  TextName name;  // of a whole table: without an id or row
  std::string out_sha256;
  int scheme;

  bool is_weak() const { return scheme == kWeakSealingScheme; }
  bool is_whole_table() const { return name.row == 0 && !name.table.empty(); }
};
std::optional<SealedFor> sealed_for(std::string_view line);

// The data of a line that AES-SIV authenticates beside the sealed part: all other fields, in a form
// in which no two different lines agree.
std::string associated_data(const SealedFor& line);

// kBadInput unless this program can open lines of a scheme.
Result<void> check_scheme(int scheme);

// A warning to the user about `n` lines of the weak scheme.
std::string weak_lines(size_t n);

}  // namespace redact
