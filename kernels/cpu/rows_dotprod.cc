// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kDotProdRows = RowsImpl<DotProd>::kernels();

}  // namespace redact
