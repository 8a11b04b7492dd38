// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/word_list.h"
#include "redactor/span/span.h"

namespace redact {

// How many of several models must have found a byte for their evidence to count. Rules, lists and
// fields are never voted down.
enum class Agreement : unsigned char { kAny, kMajority, kAll };
inline constexpr std::array<std::string_view, 3> kAgreementNames = {"any", "majority", "all"};

constexpr std::optional<Agreement> find_agreement(std::string_view name) {
  return find_named<Agreement>(kAgreementNames, name);
}

// The findings of several finders in a text, as those of one. Each byte is voted on, after spans
// are widened to whole words; labels do not matter. A majority is more than half. Found bytes that
// the vote leaves in the text are near misses with a score of 0, so that a person looks at them. A
// finder's spans are sorted and disjoint; those of the result may overlap. Their support names the
// finders, unless there is only one.
Findings agree(std::string_view text, std::vector<Findings> findings, Agreement agreement);

}  // namespace redact
