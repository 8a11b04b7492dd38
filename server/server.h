// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/signal_set.hpp>
#include <list>
#include <memory>
#include <string>

#include "server/asio.h"
#include "server/connection.h"
#include "server/listener.h"
#include "server/service.h"
#include "server/transport.h"

namespace boost::asio {
class io_context;
}

namespace redact::server {

// Accepts connections until it is told to stop.
class Server {
 public:
  // The context and the service outlive it.
  Server(asio::io_context& io, Service& service);

  // Starts listening and returns where, or the reason that it can't listen.
  Checked<std::string> listen() { return listener_.open(service_.options); }
  // After SIGHUP the files of the options are read again. After SIGTERM or SIGINT the current
  // requests are finished, within the limits; a second signal ends them at once. The context is
  // then idle.
  void run();

 private:
  asio::awaitable<void> accept();
  asio::awaitable<void> accept_one();
  asio::awaitable<void> await_signals();
  asio::awaitable<void> await_reloads();
  asio::awaitable<void> refuse(Socket socket, Refusal refusal);
  void stop();
  void drop_ended();

  asio::io_context& io_;
  Service& service_;
  Executor strand_;  // of the members below
  Listener listener_;
  asio::signal_set reloads_;
  std::list<std::weak_ptr<Connection>> connections_;
};

}  // namespace redact::server
