// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/spoken/runs.h"

namespace redact {

// The e-mail and web addresses that are spoken in a text: "s dot pickering at aldhelms dot
// example", "www punto tictac punto com barra citas". Each is a list of pieces in order; addresses
// do not overlap. Words stay as written, without spaces between them. An address ends with the last
// known part of a domain, or else with the first word after a point. Before the sign, it extends
// back over marks, letters and numbers, and up to a word that announces it ("mail").
std::vector<std::vector<SpokenPiece>> read_addresses(std::string_view text,
                                                     const std::vector<SpokenToken>& tokens);

}  // namespace redact
