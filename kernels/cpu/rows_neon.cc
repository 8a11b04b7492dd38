// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kNeonRows = RowsImpl<Neon>::kernels();

}  // namespace redact
