// SPDX-License-Identifier: Apache-2.0
#include "program/results.h"

#include <utility>

#include "program/complain.h"
#include "program/document_facts.h"

namespace redact {

Result<void> Results::write(const InputEvent& event, Outcome outcome) {
  if (!outcome.text.ok()) {
    return write_withheld(event, outcome.text.error(), std::move(outcome.entry));
  }
  progress_.advance(report_.n_done(), event.share_read);
  if (page_ != nullptr) REDACT_TRY(blame("--review", page_->add(outcome.page)));
  for (const std::string& line : outcome.notes) complain(place_of(event) + line);
  if (lists_ != nullptr && outcome.entry) REDACT_TRY(lists_->add(*outcome.entry));
  if (report_file_ != nullptr && outcome.entry) {
    REDACT_TRY(report_file_->add(*outcome.entry, outcome.page));
  }
  const std::string& text = *outcome.text;
  return put(event,
             event.as_record ? text + "\n" : event.document.before + text + event.document.after,
             {std::move(outcome.sealed), std::move(outcome.entry)});
}

Result<void> Results::write(const InputEvent& event) {
  if (event.kind == InputEvent::Kind::kInputEnd) return end_input(event);
  return write_withheld(event, *event.error, std::nullopt);
}

Result<void> Results::finish(bool is_resumed) {
  REDACT_TRY(output_.flush());
  // A run that only withheld documents writes no file.
  const bool is_empty = report_.n_done() == 0 && report_.n_withheld() > 0 && !is_resumed;
  return is_empty ? output_.discard() : output_.finish();
}

// A withheld text yields no file and a withheld line no line, the chosen fields of a withheld row
// are left empty, and a withheld record is replaced by one with the status "failed".
Result<void> Results::write_withheld(const InputEvent& event, const Error& error,
                                     std::optional<JournalEntry> entry) {
  REDACT_TRY(withhold(event, error));
  const Document& document = event.document;
  std::string bytes;
  if (event.kind != InputEvent::Kind::kBadLine && event.input_kind != InputKind::kText) {
    if (event.as_record) {
      bytes = failed_record_(document);
      if (!bytes.empty()) bytes += "\n";
    } else if (!document.record.is_line) {
      bytes = document.before + document.withheld + document.after;
    }
  }
  if (!entry && output_.journal() != nullptr) entry = entry_of(event, error);
  if (!bytes.empty()) return put(event, std::move(bytes), {{}, std::move(entry)});
  return output_.journal() == nullptr ? Result<void>() : output_.note(*std::move(entry));
}

Result<void> Results::put(const InputEvent& event, std::string bytes, ResultFacts facts) {
  facts.grows = grows(event);
  facts.is_of_table = event.is_of_table();
  if (output_.journal() == nullptr) {
    facts.entry.reset();
  } else if (facts.entry) {
    REDACT_ASSIGN(facts.entry->result, output_.journal()->key().draw(kResultDigest, bytes));
  }
  return output_.put(event.input->result, std::move(bytes), std::move(facts));
}

// Without a journal nobody would know how far a file that an earlier run left has grown.
bool Results::grows(const InputEvent& event) const {
  return output_.journal() != nullptr && (event.as_record || event.input_kind != InputKind::kText);
}

Result<void> Results::end_input(const InputEvent& event) {
  if (event.error) {
    REDACT_TRY(end_broken_input(event));
  } else {
    const std::string rest = event.as_record ? std::string() : event.rest;
    if (event.was_empty || !rest.empty()) REDACT_TRY(put(event, rest, {}));
    std::optional<JournalStep> step;
    if (output_.journal() != nullptr && event.input_kind != InputKind::kText) {
      InputEnd end{event.input->name, {}};
      REDACT_ASSIGN(end.tail, output_.journal()->key().draw(kResultDigest, rest));
      end.n_tail_bytes = rest.size();
      step = std::move(end);
    }
    REDACT_TRY(output_.end_input(event.input->result, event.is_of_table(), std::move(step)));
  }
  at_input_ = report_;
  if (page_ != nullptr) page_at_input_ = page_->place();
  if (report_file_ != nullptr) report_file_->end_input();
  progress_.advance(report_.n_done(), event.share_read);
  return {};
}

// The results of the input are removed if possible, and then the report does not count them.
Result<void> Results::end_broken_input(const InputEvent& event) {
  if (!output_.is_stream()) {
    report_ = at_input_;
    if (page_ != nullptr) REDACT_TRY(blame("--review", page_->rewind(page_at_input_)));
    if (report_file_ != nullptr) REDACT_TRY(report_file_->drop_input());
  }
  REDACT_TRY(withhold(event, *event.error));
  std::optional<JournalStep> step;
  if (output_.journal() != nullptr) {
    step = event.input_kind == InputKind::kText
               ? JournalStep(entry_of(event, *event.error))
               : JournalStep(InputEnd{event.input->name, event.error->message()});
  }
  return output_.drop_input(event.input->result, std::move(step));
}

Result<void> Results::withhold(const InputEvent& event, const Error& error) {
  report_.withhold();
  const size_t path_number = event.input->path_number;
  const bool is_file = event.document.where.empty() && path_number > 0;
  complain(place_of(event) + (is_file ? "(path " + std::to_string(path_number) + ") " : "") +
           "withheld: " + error.message());
  const std::string& id = event.document.record.id;
  const std::string name = id.empty() ? event.input->name + " " + event.document.where : id;
  const PageDocument shown = withheld_document(name, error.message());
  if (page_ != nullptr) REDACT_TRY(blame("--review", page_->add(shown)));
  if (report_file_ != nullptr) REDACT_TRY(report_file_->add(entry_of(event, error), shown));
  return lists_ == nullptr ? Result<void>() : lists_->add(entry_of(event, error));
}

std::string Results::place_of(const InputEvent& event) const {
  std::string place = "document ";
  if (n_inputs_ > 1) {
    place += std::to_string(event.input->number) + " of " + std::to_string(n_inputs_) + " ";
  }
  return place + event.document.where;
}

}  // namespace redact
