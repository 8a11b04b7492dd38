// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/rows_impl.h"

namespace redact {

const RowKernels kI8mmRows = RowsImpl<I8mm>::kernels();

}  // namespace redact
