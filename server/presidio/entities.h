// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact::server {

// Whether a client that asks for an entity asks for a label of redact.h: by Presidio's name for it,
// by its own or by Presidio's name for one kind of it, as US_SSN is one of SSN.
bool asks_for(std::string_view entity, const char* label);
// Whether it asks for any label.
bool is_asked_name(std::string_view entity);

// All names that redact_presidio_name() gives, in the order of the labels.
const std::vector<std::string>& supported_entities();

bool is_supported_language(std::string_view language);

}  // namespace redact::server
