// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Instruction sets that the kernels are built for. kAvxVnni is AVX2 with the VNNI of processors
// without AVX-512 (Alder Lake); kAvx512 means F, BW, VL, DQ and VNNI (Ice Lake, Zen 4); kAmx adds
// int8 tiles (Sapphire Rapids). Every ARM64 processor has kNeon; kDotProd adds dot products of
// bytes (Cortex-A76, Apple M1), kI8mm products of 2 x 8 matrices of bytes (Graviton 3, Apple M2).
enum class CpuLevel { kScalar, kAvx2, kAvxVnni, kAvx512, kAmx, kNeon, kDotProd, kI8mm };
// The levels of this build's architecture, from slow to fast.
#if defined(__x86_64__)
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvxVnni,
                                   CpuLevel::kAvx512, CpuLevel::kAmx};
#elif defined(__aarch64__)
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar, CpuLevel::kNeon, CpuLevel::kDotProd,
                                   CpuLevel::kI8mm};
#else
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar};
#endif

std::string_view cpu_level_name(CpuLevel level);  // as in "cpu:avx2"
bool cpu_has(CpuLevel level);                     // built in, and this machine can run it
CpuLevel best_cpu_level();

}  // namespace redact
