// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kAvx2Rows = RowsImpl<Avx2>::kernels();

}  // namespace redact
