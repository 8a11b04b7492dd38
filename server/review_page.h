// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/http.h"

namespace redact::server {

// The review page (program/pages/README.md) without documents. A person opens notes on it, which it
// sends to POST /redact. The page shows `model` and `policy`.
HttpAnswer review_page(const char* model, const char* policy);

}  // namespace redact::server
