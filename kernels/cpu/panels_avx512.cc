// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/panels_vnni.h"

namespace redact {

const PanelKernels kAvx512Panels = {vnni::multiply};

}  // namespace redact
