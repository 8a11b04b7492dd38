// SPDX-License-Identifier: Apache-2.0
#include "bench/subject.h"

#include <unistd.h>

#include <fstream>
#include <map>

#include "bench/commit.h"
#include "kernels/open_device.h"

namespace redact::bench {

namespace {

double size_of(const Weight& w) {
  return static_cast<double>(w.rows) * static_cast<double>(w.cols);
}

// Memory resident now, from the second number of /proc/self/statm, which is in pages.
double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0, resident = 0;
  statm >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

// "NVIDIA H200, sm_90, 139 GiB"
std::string gpu_name() {
  const std::string first = list_devices().front();
  return first.substr(first.find("  ") + 2);
}

}  // namespace

Subject subject_of(const Model& model, const LimitMeter& meter, int n_threads) {
  Subject subject;
  std::map<WeightFormat, double> of_format;
  const auto add = [&](const Weight& w, double share) {
    if (w.data == nullptr) return;
    subject.parameters += size_of(w), subject.file_bytes += static_cast<double>(w.n_bytes());
    subject.weights += share * size_of(w);
    subject.weight_bytes += share * static_cast<double>(w.n_bytes());
    if (share > 0) of_format[w.format] += size_of(w);
  };
  const Config& config = model.config();
  const Weights& weights = model.weights();
  add(weights.token_embd, 0);
  if (weights.output.data != weights.token_embd.data) add(weights.output, 0);
  subject.head_bytes = static_cast<double>(weights.output.n_bytes());
  for (const LayerWeights& layer : weights.layers) {
    for (const TensorRow<LayerWeights>& row : layer_tensors()) {
      // Parts that a family lacks name tensors that other parts name too.
      if (row.use == TensorUse::kVector || config.presence(row.part) == Presence::kAbsent) continue;
      if (row.stack == nullptr) {
        add(layer.*row.member, 1);
        continue;
      }
      for (const Weight& w : layer.*row.stack) {
        add(w, static_cast<double>(config.n_experts_used) / static_cast<double>(config.n_experts));
      }
    }
  }
  double most = 0;
  for (const auto& [format, n] : of_format) {
    if (n > most) most = n, subject.type = format_info(format).name;
  }
  subject.model = config.name;
  subject.device = meter.is_gpu() ? meter.set() : "cpu:" + meter.set();
  subject.n_threads = n_threads;
  return subject;
}

Row first_columns(const Subject& subject) {
  return {{"model", subject.model},
          {"type", subject.type},
          {"GiB", subject.file_bytes / (1 << 30)},
          {"parameters (billions)", subject.parameters * 1e-9},
          {"device", subject.device},
          {"threads", subject.n_threads}};
}

void add_last_columns(const LimitMeter& meter, Row& row) {
  const double bytes = meter.is_gpu() ? static_cast<double>(meter.taken_bytes()) : resident_bytes();
  row[meter.is_gpu() ? "MiB on the GPU" : "MiB resident"] = bytes / (1 << 20);
  row["processor"] = meter.is_gpu() ? gpu_name() : cpu_name();
  row["commit"] = kCommit;
}

}  // namespace redact::bench
