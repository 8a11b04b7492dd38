// SPDX-License-Identifier: Apache-2.0
#include "program/restore.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "crypto/digest.h"
#include "crypto/secret.h"
#include "documents/files/input_bytes.h"
#include "program/batch/report.h"
#include "program/complain.h"
#include "program/exit_code.h"
#include "program/input_documents.h"
#include "program/progress.h"
#include "program/results.h"
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

// The digest of a table's file in its present state; nullopt if the file cannot be read twice.
std::optional<Digest> digest_of(const Input& input) {
  if (input.is_pipe) return std::nullopt;
  auto bytes = InputBytes::open(input.path, false);
  auto digest = Sha256::begin();
  if (!bytes.ok() || !digest.ok()) return std::nullopt;
  while (!bytes->has_ended()) {
    if (!bytes->read_more().ok() || !digest->add(bytes->unread()).ok()) return std::nullopt;
    bytes->take(bytes->unread().size());
  }
  const auto ended = digest->end();
  return ended.ok() ? std::optional(*ended) : std::nullopt;
}

// The table in the mapping that equals the current input byte for byte. The file is read once to
// find the table and once to restore it, and must not change in between.
class WrittenTable {
 public:
  // Follows an event of another input, or of a row before it is restored.
  Result<void> follow(const Event& event, const Mapping& mapping, bool alone) {
    if (event.input_index != input_index_) {
      input_index_ = event.input_index;
      REDACT_TRY(find(event, mapping, alone));
    }
    if (name_.empty()) return {};
    const Document& document = event.document;
    for (const std::string* part :
         {&document.before, &document.record.text, &document.after, &event.rest}) {
      REDACT_TRY(read_again_->add(event.encoded(*part)));
    }
    if (event.kind != Event::Kind::kInputEnd || event.error) return {};
    REDACT_ASSIGN(const Digest now, read_again_->end());
    if (now != digest_) return bad_input("table", "has changed while it was read");
    return {};
  }

  const std::string& name() const { return name_; }  // empty: no table

 private:
  Result<void> find(const Event& event, const Mapping& mapping, bool alone) {
    name_.clear();
    const auto digest = event.is_of_table() ? digest_of(*event.input) : std::nullopt;
    if (!digest) return {};
    digest_ = *digest;
    name_ = mapping.table_of(digest_, event.input->name, alone);
    REDACT_ASSIGN(read_again_, Sha256::begin());
    return {};
  }

  size_t input_index_ = SIZE_MAX;  // SIZE_MAX: no input yet
  std::string name_;
  Digest digest_ = {};
  std::optional<Sha256> read_again_;
};

}  // namespace

Result<int> run_restore(const Options& options, const Work& work) {
  REDACT_ASSIGN(Secret key, Secret::read(options.key_file, options.text_keys));
  REDACT_ASSIGN(Mapping mapping,
                blame("--restore", Mapping::open(options.restore, std::move(key))));
  if (mapping.n_weak() > 0) complain("--restore: " + weak_lines(mapping.n_weak()));
  Observers observers;
  Output output(OutputFiles(options.output, work.folder), {}, observers);
  Report report;
  Progress progress(options.progress, output.is_stream(), report);
  observers.add(report);
  observers.add(progress);
  Results results(output, observers, work.n_inputs, [](const Document&) { return std::string(); });
  InputDocuments documents(options, work.inputs, work.lines, work.folder ? options.output : "");
  WrittenTable table;
  while (std::optional<Event> event = documents.next()) {
    if (auto same = table.follow(*event, mapping, work.alone); !same.ok())
      event->error = same.error();
    if (!event->is_open()) {
      REDACT_TRY(blame("output", results.write(Outcome(*std::move(event)))));
      continue;
    }
    const InputRecord& record = event->document.record;
    const bool is_file = event->document.where.empty();
    // The user named only this text; its file may have been renamed since it was redacted.
    // A mail has its number, which differs from that of its source if others were withheld. A
    // resource has its new id, which is in the text.
    const bool is_mail = event->input_kind == InputKind::kMbox;
    const bool alone = is_mail || record.is_resource || (is_file && work.alone);
    TextName name{record.id};
    if (!table.name().empty()) name = {record.id, table.name(), event->document.number};
    auto text = mapping.source_of({name, alone, !is_file && !record.has_id}, record.text);
    // A text that was read compressed has its file's name, but its result lacks the ending.
    for (const char* ending : {".gz", ".zst"}) {
      if (text.ok() || !is_file) break;
      auto compressed = mapping.source_of({{record.id + ending}, alone, false}, record.text);
      if (compressed.ok()) text = std::move(compressed);
    }
    if (text.ok() && event->as_record) text = source_record(options, record.id, *text);
    Outcome outcome(*std::move(event));
    outcome.text = std::move(text);
    REDACT_TRY(blame("output", results.write(std::move(outcome))));
  }
  REDACT_TRY(blame("output", results.finish()));
  return report.n_withheld() > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
