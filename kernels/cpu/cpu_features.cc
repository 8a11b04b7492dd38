// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_features.h"

namespace redact {

std::string_view cpu_level_name(CpuLevel level) {
  switch (level) {
    case CpuLevel::kScalar: return "scalar";
    case CpuLevel::kAvx2: return "avx2";
    case CpuLevel::kAvx512: return "avx512";
  }
  return "";
}

bool cpu_has(CpuLevel level) {
#if defined(__x86_64__)
  switch (level) {
    case CpuLevel::kScalar: return true;
    case CpuLevel::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("f16c");
    case CpuLevel::kAvx512:
      return cpu_has(CpuLevel::kAvx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512dq");
  }
#endif
  return level == CpuLevel::kScalar;
}

CpuLevel best_cpu_level() {
  if (cpu_has(CpuLevel::kAvx512)) return CpuLevel::kAvx512;
  return cpu_has(CpuLevel::kAvx2) ? CpuLevel::kAvx2 : CpuLevel::kScalar;
}

}  // namespace redact
