// SPDX-License-Identifier: Apache-2.0
#include "documents/label.h"
#include "redact/redact.h"
#include "redactor/records/presidio_names.h"

namespace {

#define REDACT_STRING_OF(x) #x
#define REDACT_STRING(x) REDACT_STRING_OF(x)
constexpr char kVersion[] = REDACT_STRING(REDACT_VERSION_MAJOR) "." REDACT_STRING(
    REDACT_VERSION_MINOR) "." REDACT_STRING(REDACT_VERSION_PATCH);

}  // namespace

const char* redact_version(void) { return kVersion; }

int redact_abi(void) { return REDACT_ABI; }

size_t redact_n_labels(void) { return redact::kLabelNames.size(); }

const char* redact_label(size_t index) {
  // Label names are literals, so their data is terminated.
  return index < redact::kLabelNames.size() ? redact::kLabelNames[index].data() : nullptr;
}

const char* redact_presidio_name(const char* label) {
  const auto known = redact::find_label(label == nullptr ? "" : label);
  return known ? redact::presidio_name(*known).data() : nullptr;
}
