// SPDX-License-Identifier: Apache-2.0
#include "server/access.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace redact::server {

namespace {

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

// The rules for requests. Beyond loopback both a token and TLS are required, since notes cross a
// network on which everybody can send requests; a trusted proxy may be where the TLS ends.
Checked<GuardRules> make_rules(const ServerOptions& options, const std::vector<Source>& sources) {
  GuardRules rules{{"localhost", "127.0.0.1", "[::1]"}};
  std::set<std::string> tokens;
  for (const std::string& host : options.hosts) rules.hosts.push_back(host_name(host));
  const bool is_unix = options.host.empty();
  const bool is_v6 = options.host.find(':') != std::string::npos;
  if (!is_unix) rules.hosts.push_back(host_name(is_v6 ? "[" + options.host + "]" : options.host));
  SERVER_ASSIGN(rules.proxies, TrustedProxies::parse(options.proxies));
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
  const bool is_protected = rules.is_tls || rules.proxies.have_addresses();
  if (!is_unix && !is_loopback(options.host) && (rules.tokens.empty() || !is_protected)) {
    return Refusal{
        500,
        "an address beyond loopback needs --token-file, and --tls-cert with --tls-key or "
        "--trusted-proxy"};
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

Checked<TlsContext> read_certificate(const ServerOptions& options) {
  if (options.tls_cert.empty()) return TlsContext();
  if (auto refusal = check_secret_file("--tls-key", options.tls_key)) return *refusal;
  return open_tls(options.tls_cert, options.tls_key);
}

}  // namespace

Checked<Access> read_access(const ServerOptions& options) {
  SERVER_ASSIGN(std::vector<Source> sources, find_sources(options));
  SERVER_ASSIGN(GuardRules rules, make_rules(options, sources));
  SERVER_ASSIGN(TlsContext tls, read_certificate(options));
  return Access{std::move(sources), std::move(rules), std::move(tls)};
}

}  // namespace redact::server
