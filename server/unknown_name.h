// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace redact::server {

// "the body has an unknown field; it may have text, id": a refusal of a name that is none of
// `known`. The name is repeated if it is a known one with at most two mistakes in it: any other may
// be a word of a document. `what`: "the body has an unknown field".
std::string unknown_name(const std::string& what, std::string_view name,
                         std::span<const std::string_view> known);

}  // namespace redact::server
