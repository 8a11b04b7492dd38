// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/spoken/runs.h"

namespace redact {

// The e-mail and web addresses that are spoken in a text: "s dot pickering at aldhelms dot
// example", "www punto tictac punto com barra citas". The pieces of each, in order; addresses do
// not overlap. Words stand as they are written, without spaces between them. An address ends with
// the last part of a domain that is known, or else with the first word after a point; what stands
// before the sign goes back over marks, letters and numbers, and as far as a word that announces
// it ("mail").
std::vector<std::vector<SpokenPiece>> read_addresses(std::string_view text,
                                                     const std::vector<SpokenToken>& tokens);

}  // namespace redact
