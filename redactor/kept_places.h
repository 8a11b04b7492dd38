// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// Evidence for places that a policy hides although it leaves their label in the text. A policy that
// hides towns and leaves states or countries means places of that size, and a model may take a town
// for one: what it labels STATE or COUNTRY stays only if it is a known name of a state or a country
// (text/regions.h); else it is a CITY. Nothing for other policies, or from other sources than the
// model.
std::vector<Span> hide_unknown_places(std::string_view text, const std::vector<Span>& evidence,
                                      const Policy& policy, StopCheck& stop = StopCheck::never());

}  // namespace redact
