// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>

#include "server/deadline.h"
#include "server/exchange.h"
#include "server/request_parser.h"
#include "server/transport.h"

namespace redact::server {

// A client's connection: reads requests, refuses those that must not be served, and writes answers.
// All functions but the constructor are called on the strand of its socket.
class Connection final : public Exchange, public std::enable_shared_from_this<Connection> {
 public:
  // `is_proxied`: the peer is a trusted proxy.
  Connection(Service& service, std::unique_ptr<Transport> transport, bool is_proxied);
  ~Connection() override;

  // Serves the client until it leaves or the server ends the connection.
  asio::awaitable<void> run();
  // Ends the connection after the answer to the current request.
  void stop();

  const RequestHead& head() const override { return head_; }
  Service& service() override { return service_; }
  Executor strand() override { return transport_->socket().get_executor(); }
  std::shared_ptr<Waker> waker() override { return waker_; }
  bool has_client_left() override { return transport_->is_left(); }
  asio::awaitable<Checked<bool>> read_more(std::string& into) override;
  void expect_more() override { reading_.set(limits_.receive); }
  void stop_reading() override { transport_->stop_reading(); }
  asio::awaitable<bool> begin(const HttpAnswer& answer) override;
  asio::awaitable<bool> write_part(std::string_view part) override;
  asio::awaitable<bool> end() override;

 private:
  // What to do after a step.
  enum class Next { kGoOn, kClose };

  asio::awaitable<bool> shake_hands();
  asio::awaitable<Next> serve_one();
  asio::awaitable<Checked<bool>> read_head();
  asio::awaitable<HttpAnswer> answer_to(const Route& route);
  asio::awaitable<HttpAnswer> work_on(const Route& route);
  asio::awaitable<Checked<std::string>> read_body();
  Checked<const Route*> find_route() const;
  asio::awaitable<Next> write_answer(HttpAnswer answer);
  asio::awaitable<bool> write(std::string_view bytes);
  asio::awaitable<bool> fill();
  std::optional<Refusal> parse();
  asio::awaitable<void> linger();
  bool has_body() const;
  bool stays_open() const;
  void note(int status);
  bool hold_bytes(size_t n);

  Service& service_;
  const bool is_proxied_;
  const Limits& limits_;
  std::unique_ptr<Transport> transport_;
  std::shared_ptr<Waker> waker_;
  Deadline reading_, writing_;
  std::array<char, 65536> in_;  // bytes not parsed yet
  size_t n_in_ = 0;

  // The current request.
  RequestParser* parser_ = nullptr;
  RequestHead head_;
  std::string_view route_;
  std::string id_;  // Request-Id of its answer
  std::chrono::steady_clock::time_point begun_;
  size_t n_body_ = 0, n_held_ = 0, n_sent_ = 0;
  bool is_idle_ = true, is_stream_ = false;
  bool has_read_all_ = true;
};

}  // namespace redact::server
