// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/exchange.h"

namespace redact::server {

// POST /redact with lines of JSON: a result for each line as soon as it is there, in their order.
asio::awaitable<HttpAnswer> redact_stream(Exchange& exchange);

}  // namespace redact::server
