// SPDX-License-Identifier: Apache-2.0
#include "server/server.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <csignal>
#include <new>
#include <thread>

#include "server/address.h"

namespace redact::server {

// The pause before the next attempt to accept a connection after a failure.
constexpr Milliseconds kAcceptPause{50};

Server::Server(asio::io_context& io, Service& service)
    : io_(io),
      service_(service),
      strand_(asio::make_strand(io)),
      listener_(strand_),
      reloads_(strand_) {}

void Server::run() {
  asio::co_spawn(strand_, accept(), asio::detached);
  asio::co_spawn(strand_, await_signals(), asio::detached);
  reloads_.add(SIGHUP);
  asio::co_spawn(strand_, await_reloads(), asio::detached);
}

asio::awaitable<void> Server::accept() {
  while (!service_.is_stopping) {
    try {
      co_await accept_one();
    } catch (const std::bad_alloc&) {  // drops this client; there may be memory for the next
      std::this_thread::sleep_for(kAcceptPause);  // a timer takes memory
    }
  }
}

asio::awaitable<void> Server::accept_one() {
  ErrorCode error;
  Socket socket{Executor(asio::make_strand(io_))};
  co_await listener_.acceptor().async_accept(socket,
                                             asio::redirect_error(asio::use_awaitable, error));
  if (service_.is_stopping) co_return;
  if (error) {  // the system has no descriptors left, for example
    asio::steady_timer pause(strand_, kAcceptPause);
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
    co_return;
  }
  const auto end = socket.remote_endpoint(error);
  if (error) co_return;  // the client has left
  const std::optional<Address> peer = address_of(end.data());
  socket.set_option(asio::ip::tcp::no_delay(true), error);
  const Executor strand = socket.get_executor();
  const std::shared_ptr<Setup> setup = service_.library.setup();
  const bool is_proxy = setup->rules().proxies.hold(peer);
  // Only a server that listens beyond loopback without a certificate has other peers.
  if (setup->tls() == nullptr && peer && !peer->is_loopback() && !is_proxy) {
    ++service_.metrics.refused_connections;
    asio::co_spawn(strand, refuse(std::move(socket), {403, "only trusted proxies need no TLS"}),
                   asio::detached);
    co_return;
  }
  const auto n_open = static_cast<size_t>(service_.metrics.connections.load());
  if (n_open >= service_.options.limits.connections) {
    ++service_.metrics.refused_connections;
    asio::co_spawn(strand, refuse(std::move(socket), {503, "too many connections are open"}),
                   asio::detached);
    co_return;
  }
  const auto connection = std::make_shared<Connection>(
      service_, make_transport(std::move(socket), setup->tls()), is_proxy);
  drop_ended();
  connections_.push_back(connection);
  asio::co_spawn(
      strand, [connection] { return connection->run(); }, asio::detached);
}

// Under TLS no answer is possible without a handshake, for which there is no room.
asio::awaitable<void> Server::refuse(Socket socket, Refusal refusal) {
  if (service_.library.setup()->tls() != nullptr) co_return;
  const HttpAnswer answer = error_answer(refusal);
  const std::string bytes = answer_head(answer, answer.body.size(), false) + answer.body;
  ErrorCode error;
  // The answer fits into the socket's buffer, so this does not wait.
  co_await asio::async_write(socket, asio::buffer(bytes),
                             asio::redirect_error(asio::use_awaitable, error));
  socket.shutdown(Socket::shutdown_send, error);
  asio::steady_timer pause(socket.get_executor(), Milliseconds(200));
  co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
}

asio::awaitable<void> Server::await_signals() {
  asio::signal_set signals(strand_, SIGTERM, SIGINT);
  ErrorCode error;
  co_await signals.async_wait(asio::redirect_error(asio::use_awaitable, error));
  stop();
  // While connections are open, waits for the signals and the end of the grace period.
  bool is_second = false;
  signals.async_wait([&is_second](const ErrorCode& ended, int) { is_second = !ended; });
  const auto end = std::chrono::steady_clock::now() + service_.options.limits.grace;
  while (service_.metrics.connections > 0 && !is_second && std::chrono::steady_clock::now() < end) {
    asio::steady_timer pause(strand_, Milliseconds(20));
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
  if (const int64_t n = service_.metrics.requests; n > 0) {
    service_.log.tell(std::to_string(n) + (n == 1 ? " request was" : " requests were") +
                      " dropped: the grace had ended");
  }
  io_.stop();
}

// Reading files and compiling lists takes a worker's time, so that clients go on meanwhile.
asio::awaitable<void> Server::await_reloads() {
  for (;;) {
    ErrorCode error;
    co_await reloads_.async_wait(asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    asio::post(service_.workers, [&service = service_] {
      const std::optional<Refusal> refusal = service.library.reload();
      service.log.tell(refusal ? "SIGHUP: all files stay as they were: " + refusal->message
                               : "SIGHUP: the files of the options were read again");
    });
  }
}

void Server::stop() {
  service_.is_stopping = true;
  listener_.close();
  for (const auto& weak : connections_) {
    if (const auto connection = weak.lock()) {
      asio::post(connection->strand(), [connection] { connection->stop(); });
    }
  }
}

void Server::drop_ended() {
  connections_.remove_if([](const auto& weak) { return weak.expired(); });
}

}  // namespace redact::server
