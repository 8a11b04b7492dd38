// SPDX-License-Identifier: Apache-2.0
#include "kernels/open_device.h"

#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/cpu_ops.h"

namespace redact {

Result<std::unique_ptr<Ops>> open_device(const std::string& name, ThreadPool& pool) {
  if (name == "cpu") return std::unique_ptr<Ops>(std::make_unique<CpuOps>(pool, best_cpu_level()));
  for (const CpuLevel level : kCpuLevels) {
    if (name != "cpu:" + std::string(cpu_level_name(level))) continue;
    if (!cpu_has(level)) {
      return Error{ErrorKind::kUnsupported, "device", "this machine lacks " + name.substr(4)};
    }
    return std::unique_ptr<Ops>(std::make_unique<CpuOps>(pool, level));
  }
  return Error{ErrorKind::kUnsupported, "device",
               "unknown; this build knows cpu, cpu:scalar, cpu:avx2, cpu:avx512 and cpu:amx"};
}

}  // namespace redact
