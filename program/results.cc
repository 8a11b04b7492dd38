// SPDX-License-Identifier: Apache-2.0
#include "program/results.h"

#include "program/complain.h"

namespace redact {

Result<void> Results::write(Outcome outcome) {
  const bool is_end = outcome.event.kind == Event::Kind::kInputEnd;
  outcome.undoes_input = is_end && !outcome.text.ok() && !output_.is_stream();
  if (!outcome.text.ok()) {
    outcome.sealed.clear();
    const size_t path_number = outcome.event.input->path_number;
    const bool is_file = outcome.event.document.where.empty() && path_number > 0;
    complain(place_of(outcome.event) +
             (is_file ? "(path " + std::to_string(path_number) + ") " : "") +
             "withheld: " + outcome.text.error().message());
  } else {
    for (const std::string& line : outcome.notes) complain(place_of(outcome.event) + line);
  }
  REDACT_TRY(observers_.reported(outcome));
  count(outcome);
  if (!is_end) outcome.text = bytes_for(outcome);
  return output_.add(std::move(outcome));
}

void Results::count(const Outcome& outcome) {
  const bool is_end = outcome.event.kind == Event::Kind::kInputEnd;
  has_withheld_ = has_withheld_ || !outcome.text.ok();
  if (outcome.undoes_input) n_done_ = n_done_at_input_;
  if (is_end) {
    n_done_at_input_ = n_done_;
  } else if (outcome.text.ok()) {
    ++n_done_;
  }
}

Result<void> Results::finish() {
  REDACT_TRY(output_.flush());
  // A run that only withheld documents writes no file.
  const bool is_empty = n_done_ == 0 && has_withheld_ && !is_resumed_;
  return is_empty ? output_.discard() : output_.finish();
}

// A withheld text yields no file, and a withheld line or mail nothing. In a withheld row the chosen
// fields are left empty. A withheld record is replaced by one with the status "failed".
Result<std::string> Results::bytes_for(const Outcome& outcome) const {
  const Event& event = outcome.event;
  const Document& document = event.document;
  if (outcome.text.ok()) {
    const std::string& text = *outcome.text;
    return event.as_record ? text + "\n" : event.encoded(document.before + text + document.after);
  }
  std::string bytes;
  if (event.kind != Event::Kind::kBadLine && event.input_kind != InputKind::kText) {
    if (event.as_record) {
      bytes = failed_record_(document);
      if (!bytes.empty()) bytes += "\n";
    } else if (event.is_of_table()) {
      bytes = event.encoded(document.before + document.withheld + document.after);
    }
  }
  return bytes.empty() ? outcome.text : bytes;
}

std::string Results::place_of(const Event& event) const {
  std::string place = "document ";
  if (n_inputs_ > 1) {
    place += std::to_string(event.input->number) + " of " + std::to_string(n_inputs_) + " ";
  }
  return place + event.document.where;
}

}  // namespace redact
