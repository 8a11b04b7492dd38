// SPDX-License-Identifier: Apache-2.0
#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/result.h"
#include "redactor/rules/presidio_registry.h"

namespace c_api = redact::c_api;
using c_api::Answer;

redact_status redact_presidio_registry(const redact_file* yaml, redact_result** result,
                                       redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    *result = nullptr;
    REDACT_TRY(c_api::require(yaml, "yaml"));
    REDACT_ASSIGN(const redact::UserFile file, c_api::file_of(*yaml, "yaml"));
    if (!file.is_given()) return c_api::misuse("yaml", "is not given");
    REDACT_ASSIGN(const std::string content, redact::blame("yaml", file.read()));
    auto read = std::make_unique<redact_result>();
    REDACT_ASSIGN(read->redaction.output, redact::read_presidio_registry(content));
    read->index_ranges();
    *result = read.release();
    return {};
  });
}
