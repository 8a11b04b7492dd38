// SPDX-License-Identifier: Apache-2.0
#include "program/input_documents.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <utility>

#include "documents/files/json_lines_reader.h"
#include "documents/files/mbox_reader.h"
#include "documents/files/resource_patient.h"
#include "documents/files/table_reader.h"
#include "documents/files/text_reader.h"
#include "documents/formats/format.h"
#include "program/complain.h"
#include "program/table_columns.h"

namespace redact {

namespace {

// Refuses a result that cannot be put into the folder of results, whatever its bytes: the input is
// withheld, and the others are read.
Result<void> check_place(const std::filesystem::path& folder, const std::string& result) {
  const std::filesystem::path path = folder / result;
  // Asked first, since its folder may not be there yet.
  if (path.filename().string().size() > NAME_MAX) {
    return bad_input("result", "its name is too long");
  }
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0) {
    return S_ISDIR(found.st_mode) ? bad_input("result", "a folder has its name") : Result<void>();
  }
  std::error_code unknown;  // without the folder, no result has a place
  if (errno == ENOTDIR && std::filesystem::is_directory(folder, unknown)) {
    return bad_input("result", "a file has the name of its folder");
  }
  return {};
}

}  // namespace

InputKind kind_of(const Input& input, const Options& options) {
  if (is_table(input, options)) return InputKind::kTable;
  if (input.is_mbox() && !options.fields.as_text) return InputKind::kMbox;
  return input.is_jsonl(options.jsonl_stdin) ? InputKind::kJsonLines : InputKind::kText;
}

std::optional<Event> InputDocuments::next() {
  if (index_ == inputs_.size() || is_cut()) return std::nullopt;
  Event event = read_event();
  event.share_read = share_read();
  return event;
}

Event InputDocuments::read_event() {
  if (!reader_) {
    auto opened = open(*current());
    if (!opened.ok()) return end(opened.error(), {});
    reader_ = std::move(opened).value();
  } else if (n_read_ == options_.limit && kind_of(*current(), options_) != InputKind::kText) {
    return end({}, {});  // for the documents read so far
  }
  auto step = next_step();
  if (!step.ok()) return end(step.error(), {});
  if (auto* last = std::get_if<DocumentReader::End>(&*step)) return end({}, std::move(last->rest));
  was_empty_ = false;
  ++n_read_;
  if (auto* read = std::get_if<Document>(&*step)) return document(std::move(*read));
  Event bad_line = event(Event::Kind::kBadLine);
  auto& bad = std::get<DocumentReader::BadLine>(*step);
  bad_line.document.number = bad.number;
  bad_line.error = std::move(bad.error);
  return bad_line;
}

// The next step of the current input, after the documents that an earlier run has done.
Result<DocumentReader::Step> InputDocuments::next_step() {
  for (;;) {
    auto step = reader_->next();
    if (!step.ok()) return step;
    size_t number = 0;
    if (const auto* read = std::get_if<Document>(&*step)) number = read->number;
    if (const auto* bad = std::get_if<DocumentReader::BadLine>(&*step)) number = bad->number;
    if (number == 0 || number > current()->n_done) return step;
    was_empty_ = false;
  }
}

// Whether --limit ends the run here. If no observer can continue the run, the part of an input that
// was read ends like a whole input.
bool InputDocuments::is_cut() {
  if (n_read_ < options_.limit) return false;
  const bool goes_on = !options_.journal.empty();
  const bool is_text = kind_of(*current(), options_) == InputKind::kText;
  return reader_ == nullptr || (goes_on && !is_text);
}

double InputDocuments::share_read() const {
  const double share = reader_ ? reader_->share_read() : 0;
  if (inputs_.size() == 1 && index_ == 0 && share < 0) return -1;
  return (static_cast<double>(index_) + std::max(share, 0.0)) / static_cast<double>(inputs_.size());
}

Result<std::unique_ptr<DocumentReader>> InputDocuments::open(const Input& input) const {
  if (!result_folder_.empty()) {
    REDACT_TRY(check_place(result_folder_, input.result));
  }
  auto opened = input.is_stdin() ? InputBytes::standard_input(stop_fd_)
                                 : InputBytes::open(input.path, input.is_pipe, stop_fd_);
  if (!opened.ok()) return opened.error();
  InputBytes bytes = std::move(opened).value();
  const auto takes = [lines = lines_](const std::string& name) { return lines.takes(name); };
  std::unique_ptr<DocumentReader> reader;
  switch (kind_of(input, options_)) {
    case InputKind::kText:
      reader = std::make_unique<TextReader>(std::move(bytes), input.name);
      break;
    case InputKind::kJsonLines:
      reader = std::make_unique<JsonLinesReader>(std::move(bytes), options_.fields, takes);
      break;
    case InputKind::kMbox: reader = std::make_unique<MboxReader>(std::move(bytes), takes); break;
    case InputKind::kTable: {
      TableOptions table{.separators = separators_of(input, options_),
                         .columns = options_.fields,
                         .needs_id = options_.needs_id,
                         .as_records = are_records(options_.format)};
      table.columns.texts = options_.text_columns;
      reader = std::make_unique<TableReader>(std::move(bytes), std::move(table));
    }
  }
  return reader;
}

Event InputDocuments::document(Document document) {
  Event read = event(Event::Kind::kDocument);
  InputRecord& record = document.record;
  const bool is_text = document.chosen == nullptr;  // else a row or a line with texts in it
  // A text that is to be restored was checked when it was redacted.
  if (is_text && options_.restore.empty()) look_at_text(record, read);
  if (read.input_kind == InputKind::kText) {
    auto table = unchosen_table(*read.input, options_, record.text);
    if (table) read.error = *std::move(table);
  }
  if (record.is_line) read.as_record = are_records(options_.format);
  if (record.is_resource && options_.key_file.empty() && !options_.settings.keep_ids) {
    read.error = Error{ErrorKind::kBadInput, "text",
                       "is a resource of a FHIR export, whose references lead to other lines: "
                       "--key-file renames its ids under the key, --keep-ids leaves them"};
  }
  const bool needs_id = read.input_kind == InputKind::kJsonLines && !record.is_resource;
  if (needs_id && !record.has_id && !std::exchange(told_of_ids_, true)) {
    note(options_, "some lines have no field \"" + options_.fields.id +
                       "\"; their line numbers are used as ids (--id-field names another field)");
  }
  // A withheld text is not kept until its turn to be reported.
  if (read.error) record.text = {};
  read.document = std::move(document);
  return read;
}

// Sets the format of a text, or the error that it is not one, and the patient of a resource.
void InputDocuments::look_at_text(InputRecord& record, Event& read) const {
  const bool as_text = options_.fields.as_text, is_file = read.input_kind == InputKind::kText;
  const std::string_view name = read.input_kind == InputKind::kMbox ? std::string_view(".eml")
                                : is_file                           ? read.input->plain_path()
                                                                    : std::string_view();
  const auto format = recognise(record.text, name, is_file && !as_text);
  if (!format.ok()) {
    read.error = format.error();
  } else if (!as_text) {
    read.format = *format;
  }
  const bool is_given = !options_.patient.empty();  // for all resources
  if (is_given && record.is_resource) record.patient = {};
  const bool needs_patient = !is_given && record.patient.empty() && options_.uses_patients();
  if (needs_patient && read.format == Format::kJson) {
    record.patient = patient_of_resource(record.text);
  }
}

Event InputDocuments::end(std::optional<Error> error, std::string rest) {
  Event ended = event(Event::Kind::kInputEnd);
  ended.error = std::move(error);
  ended.rest = std::move(rest);
  ended.was_empty = was_empty_;
  reader_.reset();
  was_empty_ = true;
  ++index_;
  input_.reset();
  return ended;
}

Event InputDocuments::event(Event::Kind kind) {
  const InputKind input_kind = kind_of(*current(), options_);
  const bool as_record = input_kind == InputKind::kJsonLines || are_records(options_.format);
  Event event{kind, current(), index_, input_kind, as_record};
  if (reader_) event.utf16 = reader_->utf16();
  return event;
}

const std::shared_ptr<const Input>& InputDocuments::current() {
  if (!input_) input_ = std::make_shared<const Input>(inputs_[index_]);
  return input_;
}

}  // namespace redact
