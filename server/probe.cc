// SPDX-License-Identifier: Apache-2.0
#include "server/probe.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <string_view>

#include "server/asio.h"

namespace redact::server {

namespace {

constexpr unsigned kPatience = 5;  // seconds

template <typename Stream>
bool says_ready(Stream& stream) {
  constexpr std::string_view kAsked =
      "GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  constexpr std::string_view kReady = "HTTP/1.1 200 ";
  std::array<char, kReady.size()> answer;
  ErrorCode error;
  asio::write(stream, asio::buffer(kAsked), error);
  if (!error) asio::read(stream, asio::buffer(answer), error);
  return !error && std::string_view(answer.data(), answer.size()) == kReady;
}

}  // namespace

bool is_ready(const ServerOptions& options) {
  ::alarm(kPatience);
  asio::io_context io;
  ErrorCode error;
  Socket socket(io);
  if (options.unix_path.empty()) {
    const Address address = asio::ip::make_address(options.host, error);
    if (!error) socket.connect(asio::ip::tcp::endpoint(address, options.port), error);
  } else {
    socket.connect(asio::local::stream_protocol::endpoint(options.unix_path), error);
  }
  if (error) return false;
  if (options.tls_cert.empty()) return says_ready(socket);
  // The certificate is not checked: it names the server as its clients call it.
  asio::ssl::context context(asio::ssl::context::tls_client);
  asio::ssl::stream<Socket> stream(std::move(socket), context);
  stream.handshake(asio::ssl::stream_base::client, error);
  return !error && says_ready(stream);
}

}  // namespace redact::server
