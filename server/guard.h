// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"
#include "server/trusted_proxies.h"

namespace redact::server {

// A secret that clients send, kept as its hash, so that comparing takes the same time for any
// input.
class Token {
 public:
  explicit Token(std::string_view secret);
  bool is(std::string_view given) const;

 private:
  std::array<unsigned char, 32> hash_;
};

inline constexpr char kNoToken[] = "the token is missing or wrong";

// The rules on which requests may be served.
struct GuardRules {
  std::vector<std::string> hosts;  // names by which clients may address the server, in lower case
  bool is_tls = false;
  std::vector<Token> tokens = {};  // of the sources, in their order; empty: no token is needed
  TrustedProxies proxies = {};
};

// The reason that a request must not be served, whatever it asks for: its frame is ambiguous, it is
// meant for another host, it comes from a page of another origin, or it lacks a token. A web page
// that is open on this machine can send requests to the loopback address too, under any name that
// resolves to it. `is_proxied`: it comes from a trusted proxy, where the TLS of browsers ends.
std::optional<Refusal> check_head(const RequestHead& head, const GuardRules& rules,
                                  bool is_proxied);

// Whether the Host of a request is a name of the server.
bool names_server(const RequestHead& head, const GuardRules& rules);

// The number of the source whose token a request has; 0 if no token is needed; nullopt if no source
// has it.
std::optional<size_t> source_of(const RequestHead& head, const GuardRules& rules);

// The host of a Host field in lower case, without its port; empty if it is malformed.
std::string host_name(std::string_view field);

}  // namespace redact::server
