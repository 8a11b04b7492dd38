// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "server/source.h"

namespace redact::server {

// The limits of a client and of all clients.
struct Limits {
  size_t body_bytes = size_t{32} << 20;       // of one request, or of one line of a stream
  size_t all_body_bytes = size_t{512} << 20;  // of all requests together
  size_t connections = 512;
  size_t requests = 256;             // in work or waiting
  std::chrono::seconds work{120};    // for a request, or a line of a stream
  std::chrono::seconds receive{60};  // for a body, or a line of a stream
  std::chrono::seconds head{10};     // for a head and for the handshake of TLS
  std::chrono::seconds idle{60};     // between the requests of a connection
  std::chrono::seconds send{60};     // until a client takes the next part of an answer
  std::chrono::seconds grace{30};    // for current requests after SIGTERM
};

struct ServerOptions {
  std::string host = "127.0.0.1";    // empty: a Unix socket
  uint16_t port = 3000;              // 0: any free port
  std::string unix_path;             // of a Unix socket, in place of host and port; empty: none
  int handed_socket = -1;            // one that systemd hands over, in place of all; -1: none
  std::vector<std::string> proxies;  // ranges of addresses of trusted proxies
  std::vector<std::string> hosts;    // further names by which clients may address the server
  std::string tls_cert, tls_key;

  std::vector<std::string> models;  // "bundled": the bundled model; empty: it alone
  std::string device;               // empty: the CPU
  std::string policy, recall, agree;
  std::string policies;  // a folder of policies for clients; empty: none
  std::string rules, deny, allow, hints, fhir_rules, recognizers;  // paths
  Source own;                // of the token and the key of the options
  std::string sources_path;  // a file of further sources; empty: none
  bool legacy_key = false;
  int n_threads = 0;
  size_t memory_bytes = size_t{256} << 20;  // for documents in hand

  Limits limits;
  bool logs_requests = false, logs_json = false;
  bool probes = false;  // asks a server, in place of being one
};

// The options, or an exit code after the program has printed help or an error in an argument.
std::variant<ServerOptions, int> parse_options(int argc, char** argv);

}  // namespace redact::server
