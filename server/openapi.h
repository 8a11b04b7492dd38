// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::server {

// openapi.yaml: the paths of this server, as OpenAPI describes them.
const char* openapi();

}  // namespace redact::server
