// SPDX-License-Identifier: Apache-2.0
#include "server/guard.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#include <algorithm>

#include "server/ascii.h"

namespace redact::server {

namespace {

// If two servers read the frame of a request in two ways, one takes its body for another request.
std::optional<Refusal> check_frame(const RequestHead& head) {
  if (head.transfer_encodings.empty()) return std::nullopt;
  if (!head.is_http11) return Refusal{400, "Transfer-Encoding needs HTTP/1.1"};
  if (head.content_length) return Refusal{400, "both Transfer-Encoding and Content-Length"};
  if (head.transfer_encodings.size() > 1 || lower(head.transfer_encodings.front()) != "chunked") {
    return Refusal{501, "the only Transfer-Encoding is chunked"};
  }
  return std::nullopt;
}

// Probes of an orchestrator ask under any name; they get a status alone.
bool is_probe(std::string_view path) { return path == "/health" || path == "/ready"; }

std::optional<Refusal> check_host(const RequestHead& head, const GuardRules& rules) {
  if (head.hosts.size() != 1) return Refusal{400, "a request needs one Host"};
  if (host_name(head.hosts.front()).empty()) return Refusal{400, "the Host is malformed"};
  if (is_probe(head.path) || names_server(head, rules)) return std::nullopt;
  return Refusal{421, "this server is not known by that Host; --allow-host names further ones"};
}

std::optional<Refusal> check_origin(const RequestHead& head, bool is_tls) {
  const std::string own = (is_tls ? "https://" : "http://") + lower(head.hosts.front());
  for (const std::string& origin : head.origins) {
    if (lower(origin) != own) return Refusal{403, "requests of pages of other origins are refused"};
  }
  return std::nullopt;
}

// The review page holds no data of any person; its own requests ask for the token.
bool is_for_all(std::string_view path) { return is_probe(path) || path == "/review"; }

std::optional<Refusal> check_token(const RequestHead& head, const GuardRules& rules) {
  if (is_for_all(head.path) || source_of(head, rules)) return std::nullopt;
  return Refusal{401, kNoToken};
}

}  // namespace

Token::Token(std::string_view secret) {
  SHA256(reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), hash_.data());
}

bool Token::is(std::string_view given) const {
  const Token other(given);
  return CRYPTO_memcmp(hash_.data(), other.hash_.data(), hash_.size()) == 0;
}

bool names_server(const RequestHead& head, const GuardRules& rules) {
  const std::string name = host_name(head.hosts.front());
  return std::find(rules.hosts.begin(), rules.hosts.end(), name) != rules.hosts.end();
}

std::optional<size_t> source_of(const RequestHead& head, const GuardRules& rules) {
  if (rules.tokens.empty()) return 0;
  constexpr std::string_view kScheme = "bearer ";
  if (head.tokens.size() != 1) return std::nullopt;
  const std::string_view given = head.tokens.front();
  if (lower(given.substr(0, kScheme.size())) != kScheme) return std::nullopt;
  std::optional<size_t> source;
  for (size_t i = 0; i < rules.tokens.size();
       ++i) {  // compares all, so that the time tells nothing
    if (rules.tokens[i].is(given.substr(kScheme.size()))) source = i;
  }
  return source;
}

std::string host_name(std::string_view field) {
  const bool is_literal = field.starts_with('[');
  const size_t end = is_literal ? field.find(']') : field.find(':');
  if (is_literal && end == field.npos) return {};
  const std::string_view name = field.substr(0, is_literal ? end + 1 : end);
  std::string_view port = field.substr(name.size());
  if (!port.empty()) {
    if (port.front() != ':') return {};
    port.remove_prefix(1);
    if (port.empty() || port.size() > 5) return {};
  }
  return std::all_of(port.begin(), port.end(), is_digit) ? lower(name) : std::string();
}

std::optional<Refusal> check_head(const RequestHead& head, const GuardRules& rules,
                                  bool is_proxied) {
  if (auto refusal = check_frame(head)) return refusal;
  if (auto refusal = check_host(head, rules)) return refusal;
  if (auto refusal = check_origin(head, rules.is_tls || is_proxied)) return refusal;
  return check_token(head, rules);
}

}  // namespace redact::server
