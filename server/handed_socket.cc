// SPDX-License-Identifier: Apache-2.0
#include "server/handed_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "server/address.h"

namespace redact::server {

namespace {

constexpr int kFirstSocket = 3;  // SD_LISTEN_FDS_START

std::string take_variable(const char* name) {
  const char* const value = std::getenv(name);
  const std::string taken = value == nullptr ? "" : value;
  ::unsetenv(name);
  return taken;
}

bool is_listening(int fd) {
  int type = 0, listens = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return false;
  size = sizeof listens;
  if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0) return false;
  return type == SOCK_STREAM && listens != 0;
}

}  // namespace

Checked<bool> take_handed_socket(ServerOptions& options) {
  const std::string pid = take_variable("LISTEN_PID"), n = take_variable("LISTEN_FDS");
  take_variable("LISTEN_FDNAMES");
  // Otherwise they are meant for a process that started this one.
  if (n.empty() || pid != std::to_string(::getpid())) return false;
  sockaddr_storage storage{};
  auto* const name = reinterpret_cast<sockaddr*>(&storage);
  socklen_t size = sizeof storage;
  if (n != "1" || !is_listening(kFirstSocket) || ::getsockname(kFirstSocket, name, &size) != 0 ||
      (name->sa_family != AF_UNIX && !address_of(name))) {
    return Refusal{500, "LISTEN_FDS: what was handed over is not one listening stream socket"};
  }
  ::fcntl(kFirstSocket, F_SETFD, FD_CLOEXEC);
  const auto address = address_of(name);
  options.handed_socket = kFirstSocket;
  options.host = address ? address->to_string() : "";
  options.port = port_of(name);
  return true;
}

}  // namespace redact::server
