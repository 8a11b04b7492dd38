// SPDX-License-Identifier: Apache-2.0
#include "kernels/open_device.h"

#include <map>
#include <utility>

#include "base/parse_number.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/cpu_ops.h"
#if defined(REDACT_CUDA)
#include "kernels/cuda/open_cuda.h"
#endif

namespace redact {

namespace {

std::map<std::string, DeviceOpener>& added_devices() {
  static std::map<std::string, DeviceOpener> all;
  return all;
}

Result<std::unique_ptr<Ops>> open_gpu(std::string_view name, [[maybe_unused]] ThreadPool& pool) {
  [[maybe_unused]] const bool cublas = name.ends_with(kByCublas);
  if (cublas) name.remove_suffix(kByCublas.size());
  const auto index = parse_number<size_t>(name == "cuda" ? "0" : name.substr(5));
  if (!index) {
    return Error{ErrorKind::kUnsupported, "device", "N in cuda:N must be the number of a GPU"};
  }
#if defined(REDACT_CUDA)
  return open_cuda(*index, pool, cublas);
#else
  return Error{ErrorKind::kUnsupported, "device",
               "this build does not support CUDA; build with cmake --preset cuda"};
#endif
}

}  // namespace

Result<std::unique_ptr<Ops>> open_device(const std::string& name, ThreadPool& pool) {
  if (name == "cpu") return std::unique_ptr<Ops>(std::make_unique<CpuOps>(pool, best_cpu_level()));
  if (name == "cuda" || name.starts_with("cuda:")) return open_gpu(name, pool);
  for (const CpuLevel level : kCpuLevels) {
    if (name != "cpu:" + std::string(cpu_level_name(level))) continue;
    if (!cpu_has(level)) {
      return Error{ErrorKind::kUnsupported, "device",
                   "this processor does not support " + name.substr(4)};
    }
    return std::unique_ptr<Ops>(std::make_unique<CpuOps>(pool, level));
  }
  const auto added = added_devices().find(name);
  if (added != added_devices().end()) return added->second(pool);
  return Error{ErrorKind::kUnsupported, "device", "unknown device; known are " + device_names()};
}

void add_device(const std::string& name, DeviceOpener open) {
  added_devices()[name] = std::move(open);
}

std::string device_names() {
  std::string names = "cpu, ";
  for (const CpuLevel level : kCpuLevels) {
    names += "cpu:" + std::string(cpu_level_name(level)) + ", ";
  }
  return names + "cuda, cuda:N, cuda:cublas, cuda:N:cublas";
}

std::vector<std::string> list_devices() {
  std::vector<std::string> devices;
#if defined(REDACT_CUDA)
  const auto gpus = cuda_devices();
  if (!gpus.ok()) devices.push_back("cuda  " + gpus.error().what);
  for (size_t i = 0; gpus.ok() && i < gpus->size(); ++i) {
    const CudaDevice& gpu = (*gpus)[i];
    devices.push_back("cuda:" + std::to_string(i) + "  " + gpu.name);
    if (gpu.capability == 0) continue;
    devices.back() +=
        ", sm_" + std::to_string(gpu.capability) + ", " + std::to_string(gpu.bytes >> 30) + " GiB";
  }
#endif
  for (size_t level = std::size(kCpuLevels); level-- > 0;) {
    if (!cpu_has(kCpuLevels[level])) continue;
    devices.push_back("cpu:" + std::string(cpu_level_name(kCpuLevels[level])));
  }
  return devices;
}

bool built_with_cuda() {
#if defined(REDACT_CUDA)
  return true;
#else
  return false;
#endif
}

Result<size_t> count_gpus() {
#if defined(REDACT_CUDA)
  REDACT_ASSIGN(const std::vector<CudaDevice> gpus, cuda_devices());
  return gpus.size();
#else
  return size_t{0};
#endif
}

}  // namespace redact
