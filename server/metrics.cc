// SPDX-License-Identifier: Apache-2.0
#include "server/metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace redact::server {

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// Writes the lines of one metric.
class Writer {
 public:
  void metric(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    out.append("# HELP ").append(name).append(" ").append(help).append("\n");
    out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  }
  void value(std::string_view suffix, const std::string& labels, const std::string& value) {
    out.append(name_).append(suffix);
    if (!labels.empty()) out.append("{").append(labels).append("}");
    out.append(" ").append(value).append("\n");
  }
  template <typename Integer>
  void one(std::string_view name, std::string_view type, std::string_view help, Integer is) {
    metric(name, type, help);
    value({}, {}, std::to_string(is));
  }

  std::string out;

 private:
  std::string_view name_;
};

std::string label(std::string_view name, std::string_view value) {
  return std::string(name).append("=\"").append(value).append("\"");
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

uint64_t resident_bytes() {
  unsigned long total = 0, resident = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void Metrics::count(const Served& served) {
  const std::lock_guard lock(mutex_);
  ++served_[{served.route, served.status}];
  bytes_in_ += whole_kib(served.bytes_in) * kKiB;
  bytes_out_ += whole_kib(served.bytes_out) * kKiB;
  Times& times = times_[served.route];
  const double seconds = served.seconds.count();
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  ++times.counts[static_cast<size_t>(bound - kBounds.begin())];
  times.sum += seconds;
}

std::string Metrics::text() const {
  Writer to;
  to.one("redact_connections", "gauge", "Connections that are open.", connections.load());
  to.one("redact_requests_in_hand", "gauge", "Requests in progress.", requests.load());
  to.one("redact_body_bytes_in_hand", "gauge", "Bytes of their bodies, in whole KiB.",
         whole_kib(static_cast<uint64_t>(body_bytes.load())) * kKiB);
  to.one("redact_refused_connections_total", "counter", "Connections above the limit.",
         refused_connections.load());
  to.metric("redact_documents_total", "counter", "Documents, by whether they have a result.");
  to.value({}, label("result", "ok"), std::to_string(ok_));
  to.value({}, label("result", "withheld"), std::to_string(withheld_));
  const std::lock_guard lock(mutex_);
  to.metric("redact_http_requests_total", "counter",
            "Requests, by route and status; status 0: the client left.");
  for (const auto& [key, n] : served_) {
    const std::string labels =
        label("route", key.first) + "," + label("status", std::to_string(key.second));
    to.value({}, labels, std::to_string(n));
  }
  to.metric("redact_http_request_seconds", "histogram", "Time from a request's head to its end.");
  for (const auto& [route, times] : times_) {
    uint64_t n = 0;
    for (size_t i = 0; i < times.counts.size(); ++i) {
      n += times.counts[i];
      const std::string bound = i < kBounds.size() ? number(kBounds[i]) : "+Inf";
      to.value("_bucket", label("route", route) + "," + label("le", bound), std::to_string(n));
    }
    to.value("_sum", label("route", route), number(times.sum));
    to.value("_count", label("route", route), std::to_string(n));
  }
  to.one("redact_http_received_bytes_total", "counter", "Bytes of bodies, each in whole KiB.",
         bytes_in_);
  to.one("redact_http_sent_bytes_total", "counter", "Bytes of answers, each in whole KiB.",
         bytes_out_);
  to.metric("process_cpu_seconds_total", "counter", "CPU time of the process.");
  to.value({}, {}, number(cpu_seconds()));
  to.one("process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  return to.out;
}

}  // namespace redact::server
