// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "server/http.h"
#include "server/redact_body.h"
#include "server/refusal.h"

namespace redact::server {

// The kinds of body of POST /redact. Only a body in JSON holds its own options.
enum class RedactBodyKind { kJson, kFile, kStream };

// The query of POST /redact for a file or a stream.
struct RedactQuery {
  AskedTreatment asked;
  std::string patient;  // of a file
};

// Refuses a parameter that is unknown, empty, repeated or misplaced, since the client may believe
// that it has set an option. `explain`, `include_text` and `include_evidence` are accepted for a
// file, although they have no effect there.
Checked<RedactQuery> parse_redact_query(const RequestHead& head, RedactBodyKind kind);

}  // namespace redact::server
