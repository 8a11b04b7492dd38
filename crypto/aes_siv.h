// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// AES-SIV (RFC 5297): encryption whose result follows from key, associated data and plain text
// alone. It needs no nonce, so none can repeat: two messages under one key reveal whether they are
// equal, with all their associated data, and nothing else. The key has 64 bytes (AES-256-SIV) or 32
// (AES-128-SIV, for which RFC 5297 has test vectors). A sealed text has 16 bytes, which
// authenticate everything, and the encrypted plain text.
//
// Neither the plain text nor a string of associated data may be empty: OpenSSL up to 3.0.9 leaves
// empty strings out of what it authenticates (CVE-2023-2975), and it seals no empty plain text.
// Each has at most INT_MAX bytes.
//
// Errors: kInternal for lengths other than these, and if OpenSSL fails; kBadInput from siv_open()
// if any argument differs from the sealed one.
using AssociatedData = std::initializer_list<std::string_view>;
Result<std::string> siv_seal(std::string_view key, AssociatedData associated,
                             std::string_view plain);
Result<std::string> siv_open(std::string_view key, AssociatedData associated,
                             std::string_view sealed);

}  // namespace redact
