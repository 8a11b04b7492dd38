// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/address.h"
#include "server/http.h"

namespace redact::server {

// The proxies to which an operator leaves the TLS of clients, and what they say of these.
class TrustedProxies {
 public:
  // `ranges`: "10.1.0.0/16", "fd00::/8", "10.1.2.3", or "unix", the clients of a Unix socket. A
  // refusal if one is malformed, or has bits behind its prefix.
  static Checked<TrustedProxies> parse(const std::vector<std::string>& ranges);

  // Whether some are on a network.
  bool have_addresses() const { return !ranges_.empty(); }
  // `peer`: nullopt is a client of a Unix socket.
  bool hold(const std::optional<Address>& peer) const;

  // The address of the client of a request that has come through a trusted proxy: of those in
  // X-Forwarded-For or, without it, in Forwarded (RFC 7239), the last one that is no trusted proxy
  // itself, since those before it may be the client's invention. nullopt if there is none.
  std::optional<Address> client_of(const RequestHead& head) const;

 private:
  // An address of IPv4 stands as the one of IPv6 that means it.
  using Bytes = std::array<uint8_t, 16>;
  struct Range {
    Bytes first;
    unsigned n_bits;
  };
  static std::optional<Range> parse_range(const std::string& text);
  static bool has(const Range& range, const Bytes& bytes);
  static Bytes bytes_of(const Address& address);

  std::vector<Range> ranges_;
  bool has_unix_ = false;
};

}  // namespace redact::server
