// SPDX-License-Identifier: Apache-2.0
// redact-verify and redact-journal open no model. This definition keeps the linker from adding the
// bundled one, 17 MB, to each of them.
#include "redactor/finder/bundled_model.h"

namespace redact {

std::span<const uint8_t> bundled_model() { return {}; }

}  // namespace redact
