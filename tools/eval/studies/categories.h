// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "redactor/policy/policy.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// The kinds of identifiers that a study counts separately, as coarse groups of labels
// (coarse_group), each with the tags that a policy writes for its labels: {"AGE", {"[ETÀ]"}}.
using Categories = std::map<std::string, std::set<std::u32string>>;
Categories categories_of(const Policy& policy);

// How often a string occurs in a text, counted from the left without overlap. It may occur inside a
// word. An empty string never occurs.
size_t count_occurrences(std::u32string_view text, std::u32string_view string);

// The tags of a category in a document's output, less those that its source has as text.
size_t count_tags(const Document& document, const std::set<std::u32string>& tags);

}  // namespace redact::eval
