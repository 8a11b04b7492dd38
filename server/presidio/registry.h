// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "server/presidio/ad_hoc.h"

namespace redact::server {

// The recognizers of a registry in a file of YAML, which the library reads. None without a path.
Checked<std::vector<AdHocRecognizer>> read_recognizers(const std::string& path);

}  // namespace redact::server
