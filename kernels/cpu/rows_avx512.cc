// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kAvx512Rows = RowsImpl<Avx512>::kernels();

}  // namespace redact
