// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/digest.h"

namespace redact {

// Opens texts that older versions sealed with AES-256-GCM: `sealed` is the encrypted text and 16
// bytes that authenticate it. This version seals nothing with GCM. Two texts with one nonce under
// one key reveal GCM's authentication key, which allows sealed texts to be changed unnoticed;
// AES-SIV (aes_siv.h) has no nonce.
//
// Errors: kBadInput if any argument differs from the sealed one, or is too long for OpenSSL;
// kInternal if OpenSSL fails.
Result<std::string> gcm_open(const Digest& key, std::string_view nonce, std::string_view associated,
                             std::string_view sealed);

}  // namespace redact
