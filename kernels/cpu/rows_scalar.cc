// SPDX-License-Identifier: Apache-2.0
// The baseline of the target, which any machine runs; 4 lanes where it has 128-bit vectors.
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kScalarRows = RowsImpl<4>::kernels();

}  // namespace redact
