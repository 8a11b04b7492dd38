// SPDX-License-Identifier: Apache-2.0
#include "server/listener.h"

#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "server/address.h"

namespace redact::server {

namespace {

using Tcp = asio::ip::tcp;
using Unix = asio::local::stream_protocol;

constexpr mode_t kOthersAndPrograms = 0117;  // of a file: all but reading and writing by a group

// Removes the file of a Unix socket that a server has left behind when it was killed.
void remove_left(const std::string& path, const Unix::endpoint& endpoint, const Executor& executor) {
  struct stat state {};
  if (::lstat(path.c_str(), &state) != 0 || !S_ISSOCK(state.st_mode)) return;
  Unix::socket probe(executor);
  ErrorCode error;
  probe.open(endpoint.protocol(), error);
  probe.non_blocking(true, error);  // a server may be too busy to accept
  probe.connect(endpoint, error);
  if (error == asio::error::connection_refused) ::unlink(path.c_str());
}

}  // namespace

Checked<std::string> Listener::open(const ServerOptions& options) {
  ErrorCode error;
  const std::string where = options.host.empty()
                                ? "a Unix socket"
                                : (options.host.find(':') == std::string::npos
                                       ? options.host
                                       : "[" + options.host + "]") +
                                      ":";
  if (options.handed_socket >= 0) {
    const Address address = options.host.empty() ? Address() : asio::ip::make_address(options.host);
    const int family = options.host.empty() ? AF_UNIX : address.is_v4() ? AF_INET : AF_INET6;
    acceptor_.assign(asio::generic::stream_protocol(family, 0), options.handed_socket, error);
    if (error) return Refusal{500, "LISTEN_FDS: " + error.message()};
    return options.host.empty() ? where : where + std::to_string(options.port);
  }
  if (!options.unix_path.empty()) return open_unix(options.unix_path);
  const Address address = asio::ip::make_address(options.host, error);
  if (error) return Refusal{500, "--host: is not an IP address"};
  const Tcp::endpoint endpoint(address, options.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) return Refusal{500, "can't listen on this address and port: " + error.message()};
  return where + std::to_string(port_of(acceptor_.local_endpoint().data()));
}

Checked<std::string> Listener::open_unix(const std::string& path) {
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return Refusal{500, "--unix-socket: the path is too long for a socket"};
  }
  const Unix::endpoint endpoint(path);
  remove_left(path, endpoint, acceptor_.get_executor());
  ErrorCode error;
  acceptor_.open(endpoint.protocol(), error);
  const mode_t before = ::umask(kOthersAndPrograms);
  if (!error) acceptor_.bind(endpoint, error);
  ::umask(before);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) return Refusal{500, "--unix-socket: can't listen there: " + error.message()};
  struct stat state {};
  if (::lstat(path.c_str(), &state) == 0) {
    path_ = path;
    file_number_ = state.st_ino;
  }
  return std::string("a Unix socket");
}

void Listener::close() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  struct stat state {};
  const bool is_own = !path_.empty() && ::lstat(path_.c_str(), &state) == 0 &&
                      state.st_ino == file_number_ && S_ISSOCK(state.st_mode);
  if (is_own) ::unlink(path_.c_str());
  path_.clear();
}

}  // namespace redact::server
