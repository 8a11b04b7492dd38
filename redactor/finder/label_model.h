// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/finder/redaction_model.h"

namespace redact {

// Opens a model of the label grammar, or an encoder with classes. It needs no drafter, because a
// window takes one pass. kBadInput names the key at fault.
Result<std::shared_ptr<const RedactionModel>> open_label_model(Model model,
                                                               const ModelOptions& options);

}  // namespace redact
