// SPDX-License-Identifier: Apache-2.0
#include "server/transport.h"

#include <poll.h>

#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>

namespace redact::server {

namespace {

class PlainTransport final : public Transport {
 public:
  explicit PlainTransport(Socket socket) : socket_(std::move(socket)) {}

  asio::awaitable<void> shake_hands(ErrorCode&) override { co_return; }
  asio::awaitable<size_t> read_some(asio::mutable_buffer into, ErrorCode& error) override {
    co_return co_await socket_.async_read_some(into,
                                               asio::redirect_error(asio::use_awaitable, error));
  }
  asio::awaitable<void> write(asio::const_buffer all, ErrorCode& error) override {
    co_await asio::async_write(socket_, all, asio::redirect_error(asio::use_awaitable, error));
  }
  Socket& socket() override { return socket_; }

 private:
  Socket socket_;
};

class TlsTransport final : public Transport {
 public:
  TlsTransport(Socket socket, TlsContext context)
      : context_(std::move(context)), stream_(std::move(socket), *context_) {}

  asio::awaitable<void> shake_hands(ErrorCode& error) override {
    co_await stream_.async_handshake(asio::ssl::stream_base::server,
                                     asio::redirect_error(asio::use_awaitable, error));
  }
  asio::awaitable<size_t> read_some(asio::mutable_buffer into, ErrorCode& error) override {
    co_return co_await stream_.async_read_some(into,
                                               asio::redirect_error(asio::use_awaitable, error));
  }
  asio::awaitable<void> write(asio::const_buffer all, ErrorCode& error) override {
    co_await asio::async_write(stream_, all, asio::redirect_error(asio::use_awaitable, error));
  }
  Socket& socket() override { return stream_.next_layer(); }

 private:
  TlsContext context_;
  asio::ssl::stream<Socket> stream_;
};

}  // namespace

void Transport::stop_reading() {
  reads_ = false;
  ErrorCode ignored;
  socket().shutdown(Socket::shutdown_receive, ignored);
}

bool Transport::is_left() {
  // Once this side has stopped reading, poll() reports POLLRDHUP, too.
  const short left = POLLHUP | POLLERR | (reads_ ? POLLRDHUP : 0);
  pollfd state{socket().native_handle(), left, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & left) != 0;
}

Checked<TlsContext> open_tls(const std::string& chain_path, const std::string& key_path) {
  const auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  ErrorCode error;
  context->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1 |
                           asio::ssl::context::single_dh_use,
                       error);
  ::SSL_CTX_set_options(context->native_handle(), SSL_OP_CLEANSE_PLAINTEXT);
  context->use_certificate_chain_file(chain_path, error);
  if (error) return Refusal{500, "--tls-cert: is not a chain of certificates in PEM form"};
  context->use_private_key_file(key_path, asio::ssl::context::pem, error);
  if (error) return Refusal{500, "--tls-key: is not the key of the certificate in PEM form"};
  return context;
}

std::unique_ptr<Transport> make_transport(Socket socket, const TlsContext& tls) {
  if (tls == nullptr) return std::make_unique<PlainTransport>(std::move(socket));
  return std::make_unique<TlsTransport>(std::move(socket), tls);
}

}  // namespace redact::server
