// SPDX-License-Identifier: Apache-2.0
#include "server/log.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace redact::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

// The time now, to a millisecond, in UTC.
std::string now() {
  const auto time = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  const auto since = time.time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[40];
  const size_t n = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text + n, sizeof text - n, ".%03dZ", static_cast<int>(ms));
  return text;
}

void write(const OrderedJson& line) {
  const std::string text = line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace

void Log::tell(std::string_view message) const {
  if (is_json_) {
    write({{"time", now()}, {"event", "message"}, {"message", message}});
  } else {
    std::fprintf(stderr, "redact-server: %.*s\n", static_cast<int>(message.size()), message.data());
  }
}

void Log::tell(const Served& served, std::string_view id, const std::string& client) const {
  const double ms = served.seconds.count() * 1000;
  const uint64_t in = whole_kib(served.bytes_in), out = whole_kib(served.bytes_out);
  if (is_json_) {
    OrderedJson line = {{"time", now()},
                        {"event", "request"},
                        {"id", id},
                        {"route", served.route},
                        {"status", served.status},
                        {"in_kib", in},
                        {"out_kib", out},
                        {"ms", static_cast<double>(static_cast<int64_t>(ms * 10 + 0.5)) / 10}};
    if (!client.empty()) line["client"] = client;
    write(line);
  } else {
    std::fprintf(stderr, "redact-server: %.*s %d in %" PRIu64 " out %" PRIu64 " KiB %.1f ms%s%s\n",
                 static_cast<int>(served.route.size()), served.route.data(), served.status, in, out,
                 ms, client.empty() ? "" : " client ", client.c_str());
  }
}

}  // namespace redact::server
