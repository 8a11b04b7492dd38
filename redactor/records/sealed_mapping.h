// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/policy/secret.h"
#include "redactor/redactor.h"

namespace redact {

// What was replaced in a document, sealed with AES-256-GCM under a key drawn from the caller's: one
// JSON line {"id" (or "id_hex", where it is no UTF-8), "out_sha256", "nonce", "sealed"}. Nobody
// without the key reads it or changes it unseen, its id included, and it opens only for the very
// output that it was made for.

// The nonce is drawn from the key and everything that is sealed, so the same run seals the same
// bytes and nothing else is sealed under its nonce. Errors: kInternal where OpenSSL fails.
Result<std::string> seal_mapping(const Secret& key, std::string_view id, std::string_view source,
                                 const Redaction& redaction);

// The source, byte for byte, from an output and its line. Errors: kBadInput when the line is
// malformed, was sealed under another key, or belongs to another output.
Result<std::string> restore(const Secret& key, std::string_view line, std::string_view output);

// Whom a line belongs to; nullopt for what is no such line.
struct SealedFor {
  std::string id;
  std::string out_sha256;
};
std::optional<SealedFor> sealed_for(std::string_view line);

}  // namespace redact
