// SPDX-License-Identifier: Apache-2.0
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/handed_socket.h"
#include "server/probe.h"
#include "server/server.h"

namespace redact::server {
namespace {

// A crash must not write notes to the disk.
void forbid_core_dumps() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
}

int complain(const std::string& message) {
  std::fprintf(stderr, "redact-server: %s\n", message.c_str());
  return 1;
}

// An uncaught exception ends the server here: its message may name a file or hold a part of a
// request.
[[noreturn]] void end_at_once() {
  complain("internal error");
  _exit(1);
}

int serve(const ServerOptions& options) {
  auto library = Library::open(options);
  if (!library.ok()) return complain(library.refusal().message);
  // Threads that read and write, and as many that read bodies. The redactor's own threads do the
  // work.
  const unsigned n_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 4U);
  Service service(options, **library, n_threads);
  asio::io_context io(static_cast<int>(n_threads));
  Server server(io, service);
  const Checked<std::string> where = server.listen();
  if (!where.ok()) return complain(where.refusal().message);
  server.run();
  std::printf("redact-server: listening on %s\n", where->c_str());
  std::fflush(stdout);
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < n_threads; ++i) threads.emplace_back([&io] { io.run(); });
  io.run();
  for (std::thread& thread : threads) thread.join();
  service.is_over = true;
  service.workers.join();
  (*library)->close();  // the last callbacks use the context
  return 0;
}

}  // namespace
}  // namespace redact::server

int main(int argc, char** argv) {
  redact::server::forbid_core_dumps();
  std::signal(SIGHUP, SIG_IGN);  // until the files have been read for the first time
  std::set_terminate(redact::server::end_at_once);
  auto parsed = redact::server::parse_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&parsed)) return *exit_code;
  auto& options = std::get<redact::server::ServerOptions>(parsed);
  if (options.probes) return redact::server::is_ready(options) ? 0 : 1;
  const auto taken = redact::server::take_handed_socket(options);
  if (!taken.ok()) return redact::server::complain(taken.refusal().message);
  return redact::server::serve(options);
}
