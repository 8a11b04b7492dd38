// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/row_kernels.h"

namespace redact {

struct LevelKernels {
  const RowKernels& rows;
  const PanelKernels& panels;
};
// The kernels of a level; the scalar ones for a level of another architecture.
LevelKernels kernels_of(CpuLevel level);

}  // namespace redact
