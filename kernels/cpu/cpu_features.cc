// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_features.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
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

// CPUID rather than __builtin_cpu_supports, which is always false with zig's run-time library.
bool os_saves(unsigned states) {  // bits of XCR0
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_OSXSAVE) == 0) return false;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & states) == states;
}

bool has_avx2() {
  constexpr unsigned kYmm = 0x6, kFusedAndHalf = bit_FMA | bit_F16C;
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & kFusedAndHalf) == kFusedAndHalf &&
         __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) != 0 && os_saves(kYmm);
}

bool has_avx512() {
  constexpr unsigned kZmm = 0xe6;
  constexpr unsigned kParts = bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ;
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & kParts) == kParts &&
         (c & bit_AVX512VNNI) != 0 && os_saves(kZmm);
}

bool has_avxvnni() {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & 1u << 4) != 0;
}
#endif

}  // namespace

std::string_view cpu_level_name(CpuLevel level) {
  switch (level) {
    case CpuLevel::kScalar: return "scalar";
    case CpuLevel::kAvx2: return "avx2";
    case CpuLevel::kAvxVnni: return "avxvnni";
    case CpuLevel::kAvx512: return "avx512";
    case CpuLevel::kAmx: return "amx";
    case CpuLevel::kNeon: return "neon";
    case CpuLevel::kDotProd: return "dotprod";
    case CpuLevel::kI8mm: return "i8mm";
  }
  return "";
}

bool cpu_has(CpuLevel level) {
#if defined(__x86_64__)
  switch (level) {
    case CpuLevel::kScalar: return true;
    case CpuLevel::kAvx2: return has_avx2();
    case CpuLevel::kAvxVnni: return has_avx2() && has_avxvnni();
    case CpuLevel::kAvx512: return has_avx2() && has_avx512();
    case CpuLevel::kAmx: return cpu_has(CpuLevel::kAvx512) && may_use_tiles();
    default: return false;
  }
#elif defined(__aarch64__)
  switch (level) {
    case CpuLevel::kScalar:
    case CpuLevel::kNeon: return true;
    case CpuLevel::kDotProd: return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
    case CpuLevel::kI8mm:
      return cpu_has(CpuLevel::kDotProd) && (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0;
    default: return false;
  }
#else
  return level == CpuLevel::kScalar;
#endif
}

CpuLevel best_cpu_level() {
  CpuLevel best = CpuLevel::kScalar;
  for (const CpuLevel level : kCpuLevels) {
    if (cpu_has(level)) best = level;
  }
  return best;
}

}  // namespace redact
