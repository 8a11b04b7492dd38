// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/options.h"

namespace redact::server {

// Whether the server that runs with these options says that it is ready. What supervises a
// container calls this, where there is no other program that could ask. A server that does not
// answer ends the process, by SIGALRM.
bool is_ready(const ServerOptions& options);

}  // namespace redact::server
