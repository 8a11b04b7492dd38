// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "server/refusal.h"

namespace redact::server {

// The YAML of the operator's policies, by the names under which clients ask for them: those of
// their files without ".yaml".
using OwnPolicies = std::map<std::string, std::string, std::less<>>;

// Reads the files NAME.yaml of a folder; an empty path has none. A refusal says what cannot be
// read.
Checked<OwnPolicies> read_own_policies(const std::string& folder);

}  // namespace redact::server
