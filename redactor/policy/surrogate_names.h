// SPDX-License-Identifier: Apache-2.0
// Made-up names that resemble the names that a model misses.
//
// A reader who knows the lists must not be able to tell which names in a text were missed. A fourth
// of the made-up names are names of surrogate_names.txt, drawn by how many people bear them. The
// others join the beginning of one such name to the end of another at a letter that both have
// ("Schneider" and "Meier": "Schneier"), half of these with a changed letter ("Schnaier"): missed
// names are mostly rare, so they are on no list, and many cannot be joined from it.
// bench/results/persons.md has the accuracy with which the two can be told apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "crypto/secret.h"

namespace redact {

// A made-up name in small letters, which depends only on the arguments. `language`: one of
// kLanguages (language/language.h). `list`: female, male or last. `message`: the purpose of the
// name; another message gives an independent name. nullopt if the two drawn names have no letter at
// which they could be joined: up to a third of the draws. Errors are those of Secret::draw.
Result<std::optional<std::string>> make_up_name(const Secret& secret, std::string_view language,
                                                std::string_view list, std::string_view message);

}  // namespace redact
