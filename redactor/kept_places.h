// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// Evidence for towns that a policy hides, although the model gave them a label that the policy
// leaves. A policy that hides towns and leaves states or countries means places of that size, but a
// model may mislabel a town: a finding of the model labelled STATE or COUNTRY stays only if it is a
// known name of a state or a country (language/regions.h); otherwise it is a CITY. Returns nothing
// for other policies, and ignores sources other than the model.
std::vector<Span> hide_unknown_places(std::string_view text, const std::vector<Span>& evidence,
                                      const Policy& policy, StopCheck& stop = StopCheck::never());

}  // namespace redact
