// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "server/guard.h"
#include "server/options.h"
#include "server/transport.h"

namespace redact::server {

// Who may ask: the sources of texts with their tokens, and the certificate.
struct Access {
  std::vector<Source> sources;  // at least one
  GuardRules rules;
  TlsContext tls;  // nullptr: connections are plain
};

// Reads the files of the options. A refusal says which option is at fault.
Checked<Access> read_access(const ServerOptions& options);

}  // namespace redact::server
