// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "server/asio.h"

struct sockaddr;

namespace redact::server {

// An IPv4 address that is written as one of IPv6 (::ffff:10.0.0.1) as one of IPv4.
Address plain_address(const Address& address);

// The address of a socket's end, without its port. nullopt if it has none: a Unix socket.
std::optional<Address> address_of(const sockaddr* name);
// Its port; 0 if it has none.
uint16_t port_of(const sockaddr* name);

}  // namespace redact::server
