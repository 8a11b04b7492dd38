// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace redact::server {

// Sizes are in whole KiB: exact sizes of a text and its result would reveal the length of the
// hidden text.
constexpr uint64_t kKiB = 1024;
constexpr uint64_t whole_kib(uint64_t bytes) { return (bytes + kKiB - 1) / kKiB; }

// A finished request as it is counted and logged, without anything that its client wrote.
struct Served {
  std::string_view route;  // a route of the server; "other": unknown
  int status = 0;          // 0: the client left before its answer
  uint64_t bytes_in = 0, bytes_out = 0;
  std::chrono::duration<double> seconds{};
};

// The figures that Prometheus reads. Safe for concurrent calls.
class Metrics {
 public:
  void count(const Served& served);
  void count_documents(bool is_ok) { ++(is_ok ? ok_ : withheld_); }

  std::atomic<int64_t> connections = 0, requests = 0, body_bytes = 0;  // open at the moment
  std::atomic<uint64_t> refused_connections = 0;

  std::string text() const;

 private:
  // Upper bounds in seconds: a short note takes some ms, a request at most some minutes.
  static constexpr std::array<double, 10> kBounds = {0.005, 0.01, 0.025, 0.05, 0.1,
                                                     0.25,  1,    5,     25,   125};
  struct Times {
    std::array<uint64_t, kBounds.size() + 1> counts{};
    double sum = 0;
  };

  std::atomic<uint64_t> ok_ = 0, withheld_ = 0;
  mutable std::mutex mutex_;
  std::map<std::pair<std::string_view, int>, uint64_t> served_;
  std::map<std::string_view, Times> times_;
  uint64_t bytes_in_ = 0, bytes_out_ = 0;
};

}  // namespace redact::server
