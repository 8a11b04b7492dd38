// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/restore.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "redactor/cli/exit_code.h"
#include "redactor/cli/results.h"
#include "redactor/policy/secret.h"
#include "redactor/records/mapping.h"

namespace redact {

namespace {

// The record of a restored source.
std::string source_record(const Options& options, const std::string& id,
                          const std::string& source) {
  auto out = nlohmann::ordered_json::object();
  out[options.fields.id] = id;
  out[options.fields.texts.front()] = source;
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<int> run_restore(const Options& options, const Work& work) {
  REDACT_ASSIGN(Secret key, Secret::read(options.key_file));
  REDACT_ASSIGN(Mapping mapping, Mapping::open(options.restore, std::move(key)));
  Output output(OutputFiles(options.output, work.folder));
  Report report;
  Progress progress(options.progress, output.is_stream());
  Results results(output, report, progress, work.n_inputs,
                  [](const Document&) { return std::string(); });
  InputDocuments documents(options, work.inputs, work.lines);
  while (const std::optional<InputEvent> event = documents.next()) {
    if (!event->is_open()) {
      REDACT_TRY(blame("output", results.write(*event)));
      continue;
    }
    const InputRecord& record = event->document.record;
    const bool is_file = event->document.where.empty();
    // The user named only this text; its file may have been renamed since it was redacted.
    const bool alone = is_file && work.alone;
    auto text = mapping.source_of({record.id, alone, !is_file && !record.has_id}, record.text);
    if (text.ok()) report.add_restored();
    if (text.ok() && event->as_record) text = source_record(options, record.id, *text);
    REDACT_TRY(blame("output", results.write(*event, {std::move(text)})));
  }
  REDACT_TRY(blame("output", results.finish()));
  return report.n_withheld() > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
