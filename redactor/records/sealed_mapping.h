// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/secret.h"
#include "redactor/request.h"

namespace redact {

// The replacements of a document, sealed with AES-256-GCM under a key that is drawn from the
// caller's. The result is one JSON line with the fields "id" (or "id_hex" if the id is not UTF-8),
// "scheme" (kValueScheme of policy/replacer.h; 1 if absent), "out_sha256", "nonce" and "sealed".
// The id is readable by anyone, and it may be a file name. Without the key nobody can read the
// sealed part or change any field unnoticed, and a line opens only for the output that it was made
// for.
//
// Two documents with one id may have the same output. Then neither is restored (cli/restore.cc),
// since one patient's text must not come back as another's.

// The nonce is drawn from the key and everything that is sealed, so a repeated run gives the same
// bytes, and nothing else is sealed under the same nonce. Errors: kInternal if OpenSSL fails.
Result<std::string> seal_mapping(const Secret& key, std::string_view id, std::string_view source,
                                 const Redaction& redaction);

// Restores the source, byte for byte, from an output and its line. Errors: kBadInput if the line is
// malformed, is of another scheme, was sealed under another key, or belongs to another output.
Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output);

// Whether a line is complete and was sealed under this key.
bool is_sealed_by(const Secret& key, std::string_view line);

// The document and the output that a line belongs to; nullopt for text that is not such a line.
struct SealedFor {
  std::string id;
  std::string out_sha256;
  int scheme;
};
std::optional<SealedFor> sealed_for(std::string_view line);

// kBadInput unless a mapping is of this program's scheme: under another one the same name has
// another value, so texts of both would not agree.
Result<void> check_scheme(int scheme);

}  // namespace redact
