// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/level_kernels.h"

namespace redact {

#if defined(__x86_64__)
namespace {

// Not a constant of rows_amx.cc, whose code may run only where AMX is.
const RowKernels& amx_rows() {
  static const RowKernels kernels = [] {
    RowKernels rows = kAvx512Rows;
    rows.multiply_rows = multiply_rows_amx;
    return rows;
  }();
  return kernels;
}

}  // namespace
#endif

LevelKernels kernels_of(CpuLevel level) {
  switch (level) {
#if defined(__x86_64__)
    case CpuLevel::kAvx2: return {kAvx2Rows, kAvx2Panels};
    case CpuLevel::kAvxVnni: return {kAvxVnniRows, kAvxVnniPanels};
    case CpuLevel::kAvx512: return {kAvx512Rows, kAvx512Panels};
    case CpuLevel::kAmx: return {amx_rows(), kAmxPanels};
#elif defined(__aarch64__)
    case CpuLevel::kNeon: return {kNeonRows, kNeonPanels};
    case CpuLevel::kDotProd: return {kDotProdRows, kDotProdPanels};
    case CpuLevel::kI8mm: return {kI8mmRows, kI8mmPanels};
#endif
    default: return {kScalarRows, kScalarPanels};
  }
}

}  // namespace redact
