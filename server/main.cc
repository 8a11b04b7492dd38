// SPDX-License-Identifier: Apache-2.0
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <thread>
#include <vector>

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

// The reason that a file with a secret must not be used, if there is one.
std::optional<Refusal> check_secret_file(const std::string& option, const std::string& path) {
  struct stat state {};
  if (::stat(path.c_str(), &state) != 0) return Refusal{500, option + ": can't be read"};
  if ((state.st_mode & 077) != 0) {
    return Refusal{500, option + ": its group or others have access to it"};
  }
  return std::nullopt;
}

// The token in a file that only its owner can read or write, without a line end.
Checked<std::string> read_token(const std::string& path) {
  if (auto refusal = check_secret_file("--token-file", path)) return *refusal;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Refusal{500, "--token-file: can't be read"};
  std::string token((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  const auto is_plain = [](unsigned char c) { return c > ' ' && c < 0x7f; };
  if (token.size() < 16 || !std::all_of(token.begin(), token.end(), is_plain)) {
    return Refusal{500, "--token-file: a token is 16 or more printable characters of ASCII"};
  }
  return token;
}

bool is_loopback(const std::string& host) {
  ErrorCode error;
  const auto address = asio::ip::make_address(host, error);
  return !error && address.is_loopback();
}

// The rules for requests, and the certificate. Beyond loopback both a token and TLS are required:
// notes cross a network on which everybody can send requests.
Checked<GuardRules> make_rules(const ServerOptions& options, const std::vector<Source>& sources) {
  GuardRules rules{{"localhost", "127.0.0.1", "[::1]"}};
  std::set<std::string> tokens;
  for (const std::string& host : options.hosts) rules.hosts.push_back(host_name(host));
  const bool is_v6 = options.host.find(':') != std::string::npos;
  rules.hosts.push_back(host_name(is_v6 ? "[" + options.host + "]" : options.host));
  rules.is_tls = !options.tls_cert.empty();
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    return Refusal{500, "--tls-cert and --tls-key belong together"};
  }
  for (const Source& source : sources) {
    if (source.token_path.empty()) break;  // no token is needed
    SERVER_ASSIGN(std::string token, read_token(source.token_path));
    if (!tokens.insert(token).second) return Refusal{500, "two sources have one token"};
    rules.tokens.emplace_back(token);
  }
  if (!is_loopback(options.host) && (rules.tokens.empty() || !rules.is_tls)) {
    return Refusal{500, "an address beyond loopback needs --token-file, --tls-cert and --tls-key"};
  }
  return rules;
}

// The sources of texts: first that of the options, unless only sources of the file have tokens.
Checked<std::vector<Source>> find_sources(const ServerOptions& options) {
  const Source& own = options.own;
  if (!own.key_path.empty() && own.token_path.empty()) {
    return Refusal{500, "--key-file needs --token-file: whoever may send texts can test guesses"};
  }
  if (!own.policies.empty() && own.key_path.empty()) {
    return Refusal{500, "--keyed-policy needs --key-file"};
  }
  if (options.sources_path.empty()) return std::vector{own};
  SERVER_ASSIGN(std::vector<Source> sources, read_sources(options.sources_path));
  if (!own.token_path.empty()) sources.insert(sources.begin(), own);
  return sources;
}

int serve(const ServerOptions& options) {
  Checked<std::vector<Source>> sources = find_sources(options);
  if (!sources.ok()) return complain(sources.refusal().message);
  const Checked<GuardRules> rules = make_rules(options, *sources);
  if (!rules.ok()) return complain(rules.refusal().message);
  TlsContext tls;
  if ((*rules).is_tls) {
    const auto refusal = check_secret_file("--tls-key", options.tls_key);
    if (refusal) return complain(refusal->message);
    auto opened = open_tls(options.tls_cert, options.tls_key);
    if (!opened.ok()) return complain(opened.refusal().message);
    tls = *opened;
  }
  auto library = Library::open(options, *std::move(sources));
  if (!library.ok()) return complain(library.refusal().message);
  // Threads that read and write, and as many that read bodies. The redactor's own threads do the
  // work.
  const unsigned n_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 4U);
  Service service(options, **library, *rules, n_threads);
  asio::io_context io(static_cast<int>(n_threads));
  Server server(io, service, tls);
  const Checked<uint16_t> port = server.listen(options.host, options.port);
  if (!port.ok()) return complain(port.refusal().message);
  server.run();
  std::printf("redact-server: listening on %s:%u\n", options.host.c_str(), *port);
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
  std::set_terminate(redact::server::end_at_once);
  const auto options = redact::server::parse_options(argc, argv);
  if (const int* exit_code = std::get_if<int>(&options)) return *exit_code;
  return redact::server::serve(std::get<redact::server::ServerOptions>(options));
}
