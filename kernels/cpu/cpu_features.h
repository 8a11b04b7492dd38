// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Instruction sets that the kernels are built for, each including those before it. kAvx512 means
// F, BW, VL, DQ and VNNI (Ice Lake, Zen 4); kAmx adds int8 tiles (Sapphire Rapids).
enum class CpuLevel { kScalar, kAvx2, kAvx512, kAmx };
constexpr CpuLevel kCpuLevels[] = {CpuLevel::kScalar, CpuLevel::kAvx2, CpuLevel::kAvx512,
                                   CpuLevel::kAmx};

std::string_view cpu_level_name(CpuLevel level);  // "scalar", "avx2", "avx512", "amx"
bool cpu_has(CpuLevel level);                     // built in, and this machine can run it
CpuLevel best_cpu_level();

}  // namespace redact
