// SPDX-License-Identifier: Apache-2.0
#include "program/output.h"

#include <utility>

#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

// A disk flush takes some milliseconds, about as long as redacting a short note. Results share one
// flush until they are this many, this large, or this old; a reader does not notice 100 ms.
constexpr size_t kMaxWaiting = 256;
constexpr size_t kMaxBytes = 1 << 20;
constexpr std::chrono::milliseconds kMaxWait(100);

}  // namespace

void Output::set_journal(Journal* journal) {
  journal_ = journal;
  if (journal == nullptr) return;
  files_.set_remember([journal](const GrowingOutput& output) {
    return blame("--journal", journal->mark_output(output));
  });
}

Result<void> Output::put(const std::string& name, std::string bytes, ResultFacts facts) {
  sealed_ += facts.sealed;
  if (facts.is_of_table && seals()) {
    REDACT_TRY(begin_table(name));
    REDACT_TRY(table_->add(bytes));
  }
  Step step{Call::kPut, name, std::move(bytes), facts.grows};
  if (facts.entry) step.row = *std::move(facts.entry);
  return add(std::move(step));
}

Result<void> Output::end_input(const std::string& name, bool is_table,
                               std::optional<JournalStep> step) {
  if (is_table && seals()) {
    REDACT_TRY(begin_table(name));
    REDACT_ASSIGN(const Digest result, table_->end());
    table_.reset();
    REDACT_ASSIGN(const std::string line, seal_table(mapping_.key(), name, result));
    sealed_ += line + "\n";
  }
  return add({Call::kEnd, name, {}, false, std::move(step)});
}

Result<void> Output::drop_input(const std::string& name, std::optional<JournalStep> step) {
  table_.reset();
  return add({Call::kDrop, name, {}, false, std::move(step)});
}

Result<void> Output::note(JournalEntry entry) {
  return add({Call::kNote, {}, {}, false, std::move(entry)});
}

Result<void> Output::finish() {
  REDACT_TRY(flush());
  REDACT_TRY(files_.finish());
  if (unfinished_) rows_.push_back(*std::exchange(unfinished_, {}));
  return sync();
}

Result<void> Output::discard() {
  REDACT_TRY(flush());
  files_.discard();
  return journal_ == nullptr ? Result<void>() : blame("--journal", journal_->forget_output({}));
}

Result<void> Output::flush() {
  if (seals()) REDACT_TRY(mapping_.append(sealed_));
  sealed_.clear();
  for (Step& step : waiting_) REDACT_TRY(write(step));
  waiting_.clear();
  n_bytes_ = 0;
  return groups() ? sync() : Result<void>();
}

Result<void> Output::sync() {
  REDACT_TRY(files_.sync());
  if (journal_ == nullptr) return {};
  REDACT_TRY(blame("--journal", journal_->record(rows_, files_.take_grown())));
  rows_.clear();
  REDACT_ASSIGN(const std::vector<std::string> placed, files_.place_whole());
  return blame("--journal", journal_->mark_in_place(placed));
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

// The digest of a table begins with what earlier runs have written of it.
Result<void> Output::begin_table(const std::string& name) {
  if (table_) return {};
  REDACT_ASSIGN(Sha256 begun, Sha256::begin());
  REDACT_TRY(files_.read_left(name, [&](std::string_view bytes) { return begun.add(bytes); }));
  table_.emplace(std::move(begun));
  return {};
}

Result<void> Output::add(Step step) {
  if (!groups()) return write(step);
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  n_bytes_ += step.bytes.size();
  waiting_.push_back(std::move(step));
  return {};
}

Result<void> Output::write(Step& step) {
  switch (step.call) {
    case Call::kPut: return put(step);
    case Call::kEnd: REDACT_TRY(end(step)); break;
    case Call::kDrop: REDACT_TRY(files_.drop_input(step.name)); break;
    case Call::kNote: break;
  }
  if (step.call == Call::kDrop) unfinished_.reset();
  if (step.call == Call::kEnd && files_.is_folder() && unfinished_) {
    rows_.push_back(*std::exchange(unfinished_, {}));
  }
  if (step.row) rows_.push_back(*std::move(step.row));
  return {};
}

// What follows the last document of the input is the last that was put.
Result<void> Output::end(Step& step) {
  if (step.row) {
    auto& end = std::get<InputEnd>(*step.row);
    end.output = files_.is_folder() ? step.name : std::string();
    if (end.n_tail_bytes > 0) end.output_end = files_.size();
    end.output_begin = end.output_end - end.n_tail_bytes;
  }
  return files_.end_input(step.name);
}

Result<void> Output::put(Step& step) {
  REDACT_TRY(step.grows ? files_.put_growing(step.name, step.bytes)
                        : files_.put(step.name, step.bytes));
  if (!step.row) return {};
  auto& entry = std::get<JournalEntry>(*step.row);
  entry.output = files_.is_folder() ? step.name : std::string();
  entry.output_end = files_.size();
  entry.output_begin = files_.size() - step.bytes.size();
  (step.grows ? rows_.emplace_back(std::move(*step.row))
              : unfinished_.emplace(std::move(*step.row)));
  return {};
}

}  // namespace redact
