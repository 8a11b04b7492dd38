// SPDX-License-Identifier: Apache-2.0
#include "server/http.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "server/ascii.h"

namespace redact::server {

namespace {

std::string_view reason_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    default: return "Unknown";
  }
}

// The parts of a list of a head, without the white space around them; at least one.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    std::string_view part = text.substr(at, end - at);
    while (!part.empty() && (part.front() == ' ' || part.front() == '\t')) part.remove_prefix(1);
    while (!part.empty() && (part.back() == ' ' || part.back() == '\t')) part.remove_suffix(1);
    parts.emplace_back(part);
    at = end + 1;
  }
  return parts;
}

// The weight of a range of media types, 0 to 1; 1 unless it has a valid one.
double weight_of(const std::vector<std::string>& parts) {
  for (size_t i = 1; i < parts.size(); ++i) {
    if (!parts[i].starts_with("q=")) continue;
    double weight = 1;
    const char* const end = parts[i].data() + parts[i].size();
    const auto [last, error] = std::from_chars(parts[i].data() + 2, end, weight);
    return error == std::errc() && last == end && weight >= 0 && weight <= 1 ? weight : 1;
  }
  return 1;
}

// The value of a hexadecimal digit; -1: it is none.
int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A part of a query without its escapes; nullopt if one is malformed, or if there is a NUL.
std::optional<std::string> decoded(std::string_view part) {
  std::string text;
  for (size_t i = 0; i < part.size(); ++i) {
    char c = part[i];
    if (c == '%') {
      if (part.size() - i < 3) return std::nullopt;
      const int high = digit_value(part[i + 1]), low = digit_value(part[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    text += c;
  }
  return text;
}

}  // namespace

std::string RequestHead::media_type() const {
  if (types.empty()) return {};
  std::string type = lower(types.front().substr(0, types.front().find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  return type;
}

bool RequestHead::is_encoded() const {
  return std::any_of(content_encodings.begin(), content_encodings.end(),
                     [](const std::string& coding) { return lower(coding) != "identity"; });
}

bool RequestHead::prefers_text() const {
  double text = -1, json = -1;  // their weights, by the most specific range
  int json_rank = -1;
  for (const std::string& field : accepts) {
    for (const std::string& range : split(lower(field), ',')) {
      const std::vector<std::string> parts = split(range, ';');
      const double weight = weight_of(parts);
      const std::string& type = parts.front();
      if (type == "text/plain") text = weight;
      const int rank = type == "application/json" ? 2
                       : type == "application/*"  ? 1
                       : type == "*/*"            ? 0
                                                  : -1;
      if (rank > json_rank) json = weight, json_rank = rank;
    }
  }
  return text > 0 && text > json;
}

Checked<std::vector<std::pair<std::string, std::string>>> RequestHead::parameters() const {
  std::vector<std::pair<std::string, std::string>> all;
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    if (pair.empty()) continue;
    const std::string_view name = pair.substr(0, pair.find('='));
    auto decoded_name = decoded(name);
    auto value = decoded(pair.substr(std::min(pair.size(), name.size() + 1)));
    if (!decoded_name || !value) return bad_request("the query has a malformed escape or a NUL");
    all.emplace_back(*std::move(decoded_name), *std::move(value));
  }
  return all;
}

Checked<std::string> RequestHead::parameter(std::string_view name) const {
  SERVER_ASSIGN(const auto all, parameters());
  for (const auto& [each, value] : all) {
    if (each == name) return value;
  }
  return std::string();
}

HttpAnswer error_answer(const Refusal& refusal) {
  const nlohmann::json body = {{"error", refusal.message}};
  using Handler = nlohmann::json::error_handler_t;
  HttpAnswer answer(refusal.status);
  answer.error = refusal.message;
  answer.body = body.dump(-1, ' ', false, Handler::replace) + "\n";
  if (refusal.status == 401) answer.fields.emplace_back("WWW-Authenticate", "Bearer");
  // A request that was refused for lack of room may be repeated soon.
  if (refusal.status == 429 || refusal.status == 503)
    answer.fields.emplace_back("Retry-After", "1");
  return answer;
}

std::string answer_head(const HttpAnswer& answer, std::optional<size_t> length, bool keep_alive,
                        std::string_view id) {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  head.append(reason_of(answer.status)).append("\r\n");
  const auto field = [&head](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  if (!answer.type.empty()) field("Content-Type", answer.type);
  if (length) {
    field("Content-Length", std::to_string(*length));
  } else {
    field("Transfer-Encoding", "chunked");
  }
  // Answers hold findings in notes: no cache may keep them, and no browser may show them as a page.
  field("Cache-Control", "no-store");
  field("X-Content-Type-Options", "nosniff");
  field("Content-Security-Policy", answer.content_policy);
  if (!id.empty()) field("Request-Id", id);
  for (const auto& [name, value] : answer.fields) field(name, value);
  field("Connection", keep_alive ? "keep-alive" : "close");
  return head.append("\r\n");
}

std::string chunk_of(std::string_view part) {
  char size[16];
  const char* end = std::to_chars(size, size + sizeof size, part.size(), 16).ptr;
  return std::string(size, static_cast<size_t>(end - size))
      .append("\r\n")
      .append(part)
      .append("\r\n");
}

}  // namespace redact::server
