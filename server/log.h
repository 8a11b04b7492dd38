// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "server/metrics.h"

namespace redact::server {

// The log on standard error: lines for people, or JSON lines with the time. It holds no word that a
// client wrote. Safe for concurrent calls.
class Log {
 public:
  explicit Log(bool is_json) : is_json_(is_json) {}

  // A message about the server or its operator's files.
  void tell(std::string_view message) const;
  // A finished request. `id`: the Request-Id of its answer; `client`: the address that a trusted
  // proxy names, or empty.
  void tell(const Served& served, std::string_view id, const std::string& client) const;

 private:
  bool is_json_;
};

}  // namespace redact::server
