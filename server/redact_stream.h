// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/exchange.h"

namespace redact::server {

// POST /redact with lines of JSON: each line's result is sent as soon as it and those before it are
// ready.
asio::awaitable<HttpAnswer> redact_stream(Exchange& exchange);

}  // namespace redact::server
