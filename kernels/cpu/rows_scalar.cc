// SPDX-License-Identifier: Apache-2.0
// The baseline of the target, which runs on any machine; with 4 lanes, which the compiler maps to
// 128-bit vectors if the target has them.
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kScalarRows = RowsImpl<Scalar>::kernels();

}  // namespace redact
