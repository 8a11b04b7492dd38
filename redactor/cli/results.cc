// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/results.h"

#include <utility>

#include "redactor/cli/complain.h"

namespace redact {

Result<void> Results::write(const InputEvent& event, Outcome outcome) {
  if (!outcome.text.ok()) return write_withheld(event, outcome.text.error());
  progress_.advance(report_.n_done(), event.share_read);
  for (const std::string& line : outcome.notes) complain(place_of(event) + line);
  const std::string& text = *outcome.text;
  return output_.put(
      event.input->result,
      event.as_record ? text + "\n" : event.document.before + text + event.document.after,
      outcome.sealed);
}

Result<void> Results::write(const InputEvent& event) {
  if (event.kind == InputEvent::Kind::kInputEnd) return end_input(event);
  return write_withheld(event, *event.error);
}

Result<void> Results::finish() {
  REDACT_TRY(output_.flush());
  // A run that only withheld documents writes no file.
  if (report_.n_done() == 0 && report_.n_withheld() > 0) return {};
  return output_.finish();
}

// A withheld text yields no file and a withheld line no line, the chosen fields of a withheld row
// are left empty, and a withheld record is replaced by one with the status "failed".
Result<void> Results::write_withheld(const InputEvent& event, const Error& error) {
  withhold(event, error);
  if (event.kind == InputEvent::Kind::kBadLine || event.input_kind == InputKind::kText) return {};
  const Document& document = event.document;
  if (!event.as_record) {
    if (document.record.is_line) return {};
    return output_.put(event.input->result, document.before + document.withheld + document.after);
  }
  const std::string record = failed_record_(document);
  return record.empty() ? Result<void>() : output_.put(event.input->result, record + "\n");
}

Result<void> Results::end_input(const InputEvent& event) {
  if (event.error) {
    // The results of the input are removed if possible, and then the report does not count them.
    if (!output_.is_stream()) report_ = at_input_;
    withhold(event, *event.error);
    REDACT_TRY(output_.drop_input());
  } else {
    const std::string rest = event.as_record ? std::string() : event.rest;
    if (event.was_empty || !rest.empty()) REDACT_TRY(output_.put(event.input->result, rest));
    REDACT_TRY(output_.end_input());
  }
  at_input_ = report_;
  progress_.advance(report_.n_done(), event.share_read);
  return {};
}

void Results::withhold(const InputEvent& event, const Error& error) {
  report_.withhold();
  complain(place_of(event) + "withheld: " + error.message());
}

std::string Results::place_of(const InputEvent& event) const {
  std::string place = "document ";
  if (n_inputs_ > 1) {
    place += std::to_string(event.input->number) + " of " + std::to_string(n_inputs_) + " ";
  }
  return place + event.document.where;
}

}  // namespace redact
