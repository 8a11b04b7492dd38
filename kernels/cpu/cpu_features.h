// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Instruction sets that the kernels are built for. kAvxVnni is AVX2 with the VNNI of processors
// without AVX-512 (Alder Lake); kAvx512 means F, BW, VL, DQ and VNNI (Ice Lake, Zen 4); kAmx adds
// int8 tiles (Sapphire Rapids).
enum class CpuLevel { kScalar, kAvx2, kAvxVnni, kAvx512, kAmx };
// Those of this build's architecture, from slow to fast.
#if defined(__x86_64__)
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvxVnni,
                                   CpuLevel::kAvx512, CpuLevel::kAmx};
#else
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar};
#endif

std::string_view cpu_level_name(CpuLevel level);  // as in "cpu:avx2"
bool cpu_has(CpuLevel level);                     // built in, and this machine can run it
CpuLevel best_cpu_level();

}  // namespace redact
