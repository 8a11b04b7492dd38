// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "server/asio.h"
#include "server/refusal.h"

namespace boost::asio::ssl {
class context;
}

namespace redact::server {

// The bytes of a connection, plain or under TLS. Used on the socket's strand, by one reader and one
// writer at a time.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual asio::awaitable<void> shake_hands(ErrorCode& error) = 0;
  virtual asio::awaitable<size_t> read_some(asio::mutable_buffer into, ErrorCode& error) = 0;
  virtual asio::awaitable<void> write(asio::const_buffer all, ErrorCode& error) = 0;
  virtual Socket& socket() = 0;

  // Ends reading for good; writing continues.
  void stop_reading();
  // Whether the client has closed its side, so that it will not see an answer.
  bool is_left();

 private:
  bool reads_ = true;
};

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// `chain_path` and the key are files in PEM form: a chain of certificates and its key.
Checked<TlsContext> open_tls(const std::string& chain_path, const std::string& key_path);

// If `tls` is nullptr, the transport is plain.
std::unique_ptr<Transport> make_transport(Socket socket, const TlsContext& tls);

}  // namespace redact::server
