// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "server/exchange.h"

namespace redact::server {

// The paths of Presidio's analyzer and anonymizer.
asio::awaitable<HttpAnswer> post_analyze(Exchange& exchange, std::string body);
asio::awaitable<HttpAnswer> post_anonymize(Exchange& exchange, std::string body);
asio::awaitable<HttpAnswer> post_deanonymize(Exchange& exchange, std::string body);
asio::awaitable<HttpAnswer> get_recognizers(Exchange& exchange, std::string);
asio::awaitable<HttpAnswer> get_supported_entities(Exchange& exchange, std::string);
asio::awaitable<HttpAnswer> get_anonymizers(Exchange& exchange, std::string);
asio::awaitable<HttpAnswer> get_deanonymizers(Exchange& exchange, std::string);

}  // namespace redact::server
