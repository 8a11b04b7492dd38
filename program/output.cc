// SPDX-License-Identifier: Apache-2.0
#include "program/output.h"

#include <utility>

#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

// A flush to the disk takes some milliseconds, about as long as redacting a short note. Results
// share one flush until they are this many, this large, or this old; a reader does not notice 100
// ms.
constexpr size_t kMaxWaiting = 256;
constexpr size_t kMaxBytes = 1 << 20;
constexpr std::chrono::milliseconds kMaxWait(100);

}  // namespace

Output::Output(OutputFiles files, MappingFile mapping, const Observers& observers)
    : files_(std::move(files)), mapping_(std::move(mapping)), observers_(observers) {
  files_.set_remember(
      [&observers](const GrowingOutput& output) { return observers.opens(output); });
}

Result<void> Output::add(Outcome outcome) {
  sealed_ += std::exchange(outcome.sealed, {});
  REDACT_TRY(follow_table(outcome));
  if (!groups()) {
    REDACT_TRY(write(outcome));
    return is_stream() ? observers_.written() : Result<void>();
  }
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  if (outcome.text.ok()) n_bytes_ += outcome.text->size();
  waiting_.push_back(std::move(outcome));
  return {};
}

// Adds to the digest of the current table, and seals it at the end of the table.
Result<void> Output::follow_table(const Outcome& outcome) {
  const Event& event = outcome.event;
  const bool is_end = event.kind == Event::Kind::kInputEnd;
  if (is_end && !outcome.text.ok()) table_.reset();
  if (!seals() || !event.is_of_table() || !outcome.text.ok()) return {};
  const std::string& name = event.input->result;
  REDACT_TRY(begin_table(name));
  REDACT_TRY(table_->add(*outcome.text));
  if (!is_end) return {};
  REDACT_ASSIGN(const Digest result, table_->end());
  table_.reset();
  REDACT_ASSIGN(const std::string line, seal_table(mapping_.key(), name, result));
  sealed_ += line + "\n";
  return {};
}

Result<void> Output::finish() {
  REDACT_TRY(flush());
  REDACT_TRY(files_.finish());
  remember_unfinished();
  REDACT_TRY(sync());
  return observers_.written();
}

Result<void> Output::discard() {
  REDACT_TRY(flush());
  REDACT_TRY(files_.discard());
  return observers_.discarded();
}

Result<void> Output::flush() {
  if (seals()) REDACT_TRY(mapping_.append(sealed_));
  sealed_.clear();
  for (Outcome& outcome : waiting_) REDACT_TRY(write(outcome));
  waiting_.clear();
  n_bytes_ = 0;
  if (!groups()) return {};
  REDACT_TRY(sync());
  return files_.is_folder() ? observers_.written() : Result<void>();
}

Result<void> Output::sync() {
  REDACT_TRY(files_.sync());
  if (!observers_.remember()) return {};
  REDACT_TRY(observers_.placed(written_, files_.take_grown()));
  written_.clear();
  REDACT_ASSIGN(const std::vector<std::string> names, files_.place_whole());
  return observers_.in_place(names);
}

Result<void> Output::flush_if_due() {
  if (waiting_.empty()) return {};
  const bool is_due = waiting_.size() >= kMaxWaiting || n_bytes_ >= kMaxBytes ||
                      std::chrono::steady_clock::now() - since_ >= kMaxWait;
  return is_due ? flush() : Result<void>();
}

std::optional<std::chrono::steady_clock::time_point> Output::due() const {
  return waiting_.empty() ? std::nullopt : std::optional(since_ + kMaxWait);
}

// The digest of a table begins with the bytes that earlier runs have written.
Result<void> Output::begin_table(const std::string& name) {
  if (table_) return {};
  REDACT_ASSIGN(Sha256 begun, Sha256::begin());
  REDACT_TRY(files_.read_left(name, [&](std::string_view bytes) { return begun.add(bytes); }));
  table_.emplace(std::move(begun));
  return {};
}

// Only if an observer remembers a file's length can a later run continue the file.
bool Output::grows(const Event& event) const {
  return observers_.remember() && (event.as_record || event.input_kind != InputKind::kText);
}

Result<void> Output::write(Outcome& outcome) {
  const Event& event = outcome.event;
  const bool is_end = event.kind == Event::Kind::kInputEnd;
  const bool is_whole = is_end || grows(event) || !outcome.text.ok();
  if (is_end) {
    REDACT_TRY(end_input(outcome));
  } else if (outcome.text.ok()) {
    REDACT_TRY(put(outcome));
  } else if (!grows(event)) {
    REDACT_TRY(files_.remove_earlier(event.input->result));
  }
  if (!observers_.remember()) return {};
  if (is_whole) {
    written_.push_back(std::move(outcome));
  } else {
    unfinished_.emplace(std::move(outcome));
  }
  return {};
}

Result<void> Output::put(Outcome& outcome) {
  const std::string& name = outcome.event.input->result;
  const std::string& text = *outcome.text;
  REDACT_TRY(grows(outcome.event) ? files_.put_growing(name, text) : files_.put(name, text));
  if (files_.is_folder()) outcome.file = name;
  outcome.file_end = files_.size();
  outcome.file_begin = files_.size() - text.size();
  return {};
}

// The bytes after the last document of the input are the last ones written.
Result<void> Output::end_input(Outcome& outcome) {
  const std::string& name = outcome.event.input->result;
  if (!outcome.text.ok()) {
    unfinished_.reset();
    if (files_.is_folder() || !grows(outcome.event)) REDACT_TRY(files_.remove_earlier(name));
    return files_.drop_input(name);
  }
  if (outcome.event.was_empty || !outcome.text->empty()) REDACT_TRY(put(outcome));
  if (files_.is_folder()) outcome.file = name;
  if (outcome.text->empty()) outcome.file_begin = outcome.file_end = 0;
  REDACT_TRY(files_.end_input(name));
  if (files_.is_folder()) remember_unfinished();
  return {};
}

void Output::remember_unfinished() {
  if (unfinished_) written_.push_back(*std::exchange(unfinished_, {}));
}

}  // namespace redact
