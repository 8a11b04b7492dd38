// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Instruction sets that the row kernels are built for, each including those before it.
enum class CpuLevel { kScalar, kAvx2, kAvx512 };

std::string_view cpu_level_name(CpuLevel level);  // "scalar", "avx2", "avx512"
bool cpu_has(CpuLevel level);                     // built in, and this machine can run it
CpuLevel best_cpu_level();

}  // namespace redact
