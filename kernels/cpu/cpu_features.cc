// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_features.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace redact {

namespace {

#if defined(__x86_64__)
// Tile registers are large, so Linux enables them only for a process that asks (arch_prctl(2)).
bool may_use_tiles() {
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  constexpr unsigned kTileAndInt8 = 1u << 24 | 1u << 25;
  return (d & kTileAndInt8) == kTileAndInt8 &&
         syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

// Clang 14 knows no "f16c" in __builtin_cpu_supports.
bool has_f16c() {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
}
#endif

}  // namespace

std::string_view cpu_level_name(CpuLevel level) {
  switch (level) {
    case CpuLevel::kScalar: return "scalar";
    case CpuLevel::kAvx2: return "avx2";
    case CpuLevel::kAvx512: return "avx512";
    case CpuLevel::kAmx: return "amx";
  }
  return "";
}

bool cpu_has(CpuLevel level) {
#if defined(__x86_64__)
  switch (level) {
    case CpuLevel::kScalar: return true;
    case CpuLevel::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
    case CpuLevel::kAvx512:
      return cpu_has(CpuLevel::kAvx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni");
    case CpuLevel::kAmx: return cpu_has(CpuLevel::kAvx512) && may_use_tiles();
  }
#endif
  return level == CpuLevel::kScalar;
}

CpuLevel best_cpu_level() {
  CpuLevel best = CpuLevel::kScalar;
  for (const CpuLevel level : kCpuLevels) {
    if (cpu_has(level)) best = level;
  }
  return best;
}

}  // namespace redact
