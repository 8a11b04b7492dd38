// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::server {

// openapi.yaml, which describes the paths of this server.
const char* openapi();

}  // namespace redact::server
