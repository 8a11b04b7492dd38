// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "server/exchange.h"
#include "server/redact_body.h"

namespace redact::server {

// Documents of one request in hand at a time: enough for full passes of the model, and few enough
// that other requests get their turn.
inline constexpr size_t kInHand = 32;

// POST /redact with a body in JSON, or a file.
asio::awaitable<HttpAnswer> redact_json_or_file(Exchange& exchange, std::string body);

// POST /fhir/$de-identify: data of FHIR in JSON, alone or in Parameters.
asio::awaitable<HttpAnswer> de_identify(Exchange& exchange, std::string body);

// Waits until a document has ended. False if the client has left.
asio::awaitable<bool> wait_for(Exchange& exchange, PendingDocument& document);

// The configuration that a client asks for, with the key of its source.
Checked<SharedConfig> config_for(Exchange& exchange, const AskedConfig& asked);

// A document under a configuration, asking for its record.
DocumentAsk ask_record(SharedConfig config, AskedText asked, const AskedTreatment& treatment);

// Counts a document that has ended. Returns whether it has a result.
bool count_document(Service& service, const PendingDocument& document);

// The record of a document with a result, with its line end.
std::string record_of(PendingDocument& document);

// The reason that a document has no result, as an answer.
Refusal refusal_of(const PendingDocument& document);

// The record of a withheld document, as the program writes it, with its line end.
std::string failed_record(Service& service, const redact_config& config, const std::string& id);

}  // namespace redact::server
