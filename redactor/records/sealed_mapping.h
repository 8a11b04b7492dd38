// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/secret.h"
#include "redactor/redactor.h"

namespace redact {

// What was replaced in a document, sealed with AES-256-GCM under a key that is drawn from the
// caller's. It is one JSON line with the fields "id" (or "id_hex" where the id is not UTF-8),
// "out_sha256", "nonce" and "sealed". The id stands there for all to read, and it may be a file's
// name. Without the key nobody can read what is sealed, or change any field without being noticed,
// and a line opens for the output alone that it was made for.
//
// Two documents of one id may come out as the same text. Neither is restored then (cli/restore.cc),
// since one patient's text must not come back as another's.

// The nonce is drawn from the key and everything that is sealed, so the same run seals the same
// bytes and nothing else is sealed under its nonce. Errors: kInternal where OpenSSL fails.
Result<std::string> seal_mapping(const Secret& key, std::string_view id, std::string_view source,
                                 const Redaction& redaction);

// The source, byte for byte, from an output and its line. Errors: kBadInput when the line is
// malformed, was sealed under another key, or belongs to another output.
Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output);

// Whether a line is whole and was sealed under this key.
bool is_sealed_by(const Secret& key, std::string_view line);

// Which document and which output a line belongs to; nullopt for text that is not such a line.
struct SealedFor {
  std::string id;
  std::string out_sha256;
};
std::optional<SealedFor> sealed_for(std::string_view line);

}  // namespace redact
