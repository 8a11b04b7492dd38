// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/mapping.h"

#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/handles.h"
#include "c_api/logger.h"

namespace c_api = redact::c_api;
using c_api::Answer;

redact_status redact_mapping_open(const redact_mapping_options* given, redact_mapping** mapping,
                                  redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(mapping, "mapping"));
    *mapping = nullptr;
    REDACT_TRY(c_api::require(given, "options"));
    REDACT_ASSIGN(const auto options, c_api::take(given, "options"));
    REDACT_ASSIGN(const redact::UserFile lines, c_api::file_of(options.lines, "lines"));
    REDACT_ASSIGN(const bool is_legacy, c_api::flag_of(options.legacy_key, "legacy_key"));
    REDACT_ASSIGN(redact::Secret key, c_api::key_of(options.key, is_legacy));
    if (options.reserved != 0) return c_api::misuse("reserved", "is not 0");
    if (!lines.is_given()) return c_api::misuse("lines", "is not given");
    REDACT_ASSIGN(redact::Mapping opened, redact::Mapping::open(lines, std::move(key)));
    if (opened.n_weak() > 0) {
      const std::string told = "mapping: " + redact::weak_lines(opened.n_weak());
      c_api::Logger{options.log, options.log_user}.tell(REDACT_OK, told.c_str());
    }
    *mapping = std::make_unique<redact_mapping>(std::move(opened)).release();
    return {};
  });
}

void redact_mapping_free(redact_mapping* mapping) { c_api::release(mapping); }

redact_status redact_restore(const redact_mapping* mapping, const redact_redacted* given,
                             redact_result** result, redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(result, "result"));
    *result = nullptr;
    REDACT_TRY(c_api::require(mapping, "mapping"));
    REDACT_TRY(c_api::require(given, "redacted"));
    REDACT_ASSIGN(const auto redacted, c_api::take(given, "redacted"));
    REDACT_ASSIGN(const auto text, c_api::bytes_of(redacted.text, redacted.text_size, "text"));
    REDACT_ASSIGN(const std::string id, c_api::string_of(redacted.id, "id"));
    REDACT_ASSIGN(const bool is_numbered, c_api::flag_of(redacted.id_is_number, "id_is_number"));
    if (redacted.reserved != 0) return c_api::misuse("reserved", "is not 0");
    auto restored = std::make_unique<redact_result>();
    {
      const std::lock_guard lock(mapping->mutex);
      REDACT_ASSIGN(restored->redaction.output,
                    mapping->mapping.source_of({{id}, redacted.id == nullptr, is_numbered},
                                               std::string(text)));
    }
    restored->index_ranges();
    *result = restored.release();
    return {};
  });
}
