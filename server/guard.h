// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"

namespace redact::server {

// A secret that clients send, kept as its hash, so that comparing takes the same time whatever they
// send.
class Token {
 public:
  explicit Token(std::string_view secret);
  bool is(std::string_view given) const;

 private:
  std::array<unsigned char, 32> hash_;
};

// Who may ask.
struct GuardRules {
  std::vector<std::string> hosts;  // names under which the server may be asked, in lower case
  bool is_tls = false;
  std::vector<Token> tokens = {};  // of the sources, in their order; empty: nobody needs one
};

// Why a request must not be served, whatever it asks for: its frame is ambiguous, it is meant for
// another host, it comes from a page of another origin, or it has no token. A web page that a user
// of this machine has open can send requests to the loopback address too, under any name that
// resolves to it.
std::optional<Refusal> check_head(const RequestHead& head, const GuardRules& rules);

// The number of the source whose token a request has; 0 if nobody needs one. nullopt: of none.
std::optional<size_t> source_of(const RequestHead& head, const GuardRules& rules);

// The host of a Host field in lower case, without its port; empty if it is malformed.
std::string host_name(std::string_view field);

}  // namespace redact::server
