// SPDX-License-Identifier: Apache-2.0
#include "server/operation_outcome.h"

#include <nlohmann/json.hpp>

namespace redact::server {

namespace {

// The code of FHIR's value set issue-type.
const char* issue_of(int status) {
  switch (status) {
    case 401: return "login";
    case 403:
    case 421: return "forbidden";
    case 404: return "not-found";
    case 405:
    case 406:
    case 415: return "not-supported";
    case 408: return "timeout";
    case 413: return "too-long";
    case 422: return "processing";
    case 429: return "throttled";
    case 500: return "exception";
    case 503: return "transient";
    default: return "invalid";
  }
}

}  // namespace

HttpAnswer operation_outcome(HttpAnswer error) {
  const nlohmann::ordered_json issue = {
      {"severity", "error"}, {"code", issue_of(error.status)}, {"diagnostics", error.error}};
  const nlohmann::ordered_json outcome = {{"resourceType", "OperationOutcome"},
                                          {"issue", nlohmann::ordered_json::array({issue})}};
  error.type = kFhirJson;
  error.body = outcome.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  return error;
}

}  // namespace redact::server
