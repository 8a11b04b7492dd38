// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "server/http.h"
#include "server/redact_body.h"
#include "server/refusal.h"

namespace redact::server {

// Of POST /redact. Only a body in JSON holds its own options.
enum class RedactBodyKind { kJson, kFile, kStream };

// What the query of POST /redact says about a file or a stream.
struct RedactQuery {
  AskedTreatment asked;
  std::string patient;  // of a file
};

// A parameter that is unknown, empty, repeated or misplaced is refused: it may be an option that
// the client believes to have set. `explain`, `include_text` and `include_evidence` are taken for a
// file, though they do nothing to it.
Checked<RedactQuery> parse_redact_query(const RequestHead& head, RedactBodyKind kind);

}  // namespace redact::server
