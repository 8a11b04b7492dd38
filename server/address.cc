// SPDX-License-Identifier: Apache-2.0
#include "server/address.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

namespace redact::server {

Address plain_address(const Address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

std::optional<Address> address_of(const sockaddr* name) {
  if (name->sa_family == AF_INET) {
    const auto& v4 = *reinterpret_cast<const sockaddr_in*>(name);
    return asio::ip::address_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (name->sa_family != AF_INET6) return std::nullopt;
  const auto& v6 = *reinterpret_cast<const sockaddr_in6*>(name);
  asio::ip::address_v6::bytes_type bytes;
  std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
  return plain_address(asio::ip::address_v6(bytes));
}

uint16_t port_of(const sockaddr* name) {
  if (name->sa_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in*>(name)->sin_port);
  }
  if (name->sa_family != AF_INET6) return 0;
  return ntohs(reinterpret_cast<const sockaddr_in6*>(name)->sin6_port);
}

}  // namespace redact::server
