// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redact::server {

// Presidio's name for a label, as in `redact --format presidio`. A label without such a name keeps
// its own.
std::string_view entity_of_label(std::string_view label);

// Whether a client that asks for an entity asks for a label: by the name above, by the label's own
// name, or by Presidio's name for one kind of it, such as US_SSN for SSN.
bool asks_for(std::string_view entity, std::string_view label);
// Whether an entity asks for any label.
bool is_asked_name(std::string_view entity);

// All names that entity_of_label() gives, in the order of the labels.
const std::vector<std::string>& supported_entities();

bool is_supported_language(std::string_view language);

}  // namespace redact::server
