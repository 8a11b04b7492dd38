// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <string>

#include "server/asio.h"
#include "server/options.h"
#include "server/refusal.h"

namespace redact::server {

// The socket on which the server listens: at an address, at a path or handed over by systemd.
class Listener {
 public:
  using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

  explicit Listener(const Executor& executor) : acceptor_(executor) {}
  ~Listener() { close(); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Starts listening. Returns where, in words: "127.0.0.1:3000".
  Checked<std::string> open(const ServerOptions& options);
  // Ends listening, and removes the file of a Unix socket that open() has made.
  void close();

  Acceptor& acceptor() { return acceptor_; }

 private:
  Checked<std::string> open_unix(const std::string& path);

  Acceptor acceptor_;
  std::string path_;     // of a file to remove
  ino_t file_number_{};  // by which it is known: another server may have made a new one
};

}  // namespace redact::server
