// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/road.h"

#include <utility>

#include "redactor/cli/complain.h"

namespace redact {

const Document* Road::next() {
  keep(outlet_.flush_if_due());
  while (!broken_) {
    if (!ahead_) ahead_ = source_.next(false);
    if (!ahead_) {
      // More input may take any length of time to come.
      if (!source_.at_end()) keep(outlet_.flush());
      return nullptr;
    }
    enqueue(*std::exchange(ahead_, std::nullopt));
    if (!queue_.empty() && is_open(queue_.back())) return &queue_.back().document;
  }
  return nullptr;
}

bool Road::wait() {
  while (!broken_) {
    if (!ahead_) ahead_ = source_.next(false);
    if (!ahead_) {
      if (source_.at_end()) return false;
      keep(outlet_.flush());
      ahead_ = source_.next(true);
    } else if (is_open(*ahead_)) {
      return true;
    } else {
      enqueue(*std::exchange(ahead_, std::nullopt));
    }
  }
  return false;
}

bool Road::done(Outcome outcome) {
  if (!broken_) keep(write(queue_.front(), std::move(outcome)));
  queue_.pop_front();
  settle();
  return !broken_;
}

Result<void> Road::finish() {
  if (!broken_) keep(outlet_.flush());
  // A run that only withheld documents writes no file.
  if (!broken_ && (report_.n_done() > 0 || report_.n_withheld() == 0)) keep(outlet_.finish());
  return broken_ ? Result<void>(*broken_) : Result<void>();
}

bool Road::is_open(const SourceEvent& event) {
  return event.kind == SourceEvent::Kind::kDocument && !event.error;
}

void Road::enqueue(SourceEvent event) {
  queue_.push_back(std::move(event));
  settle();
}

void Road::settle() {
  while (!queue_.empty() && !is_open(queue_.front())) {
    if (!broken_) keep(settle(queue_.front()));
    queue_.pop_front();
  }
}

Result<void> Road::settle(const SourceEvent& event) {
  if (event.kind == SourceEvent::Kind::kInputEnd) return end_input(event);
  return write_withheld(event, *event.error);
}

Result<void> Road::write(const SourceEvent& event, Outcome outcome) {
  if (!outcome.text.ok()) return write_withheld(event, outcome.text.error());
  progress_.advance(report_.n_done(), source_.share_read());
  const std::string& text = *outcome.text;
  return outlet_.put(event.input->name,
                     event.as_record ? text + "\n" : event.document.frame.around(text),
                     outcome.sealed);
}

// A withheld text yields no file, a withheld field is left empty, and a withheld record is replaced
// by one with the status "failed".
Result<void> Road::write_withheld(const SourceEvent& event, const Error& error) {
  withhold(event, error);
  if (event.kind == SourceEvent::Kind::kBadLine || event.input_kind == InputKind::kText) return {};
  if (!event.as_record) return outlet_.put(event.input->name, event.document.frame.empty());
  const std::string record = failed_record_(event.document);
  return record.empty() ? Result<void>() : outlet_.put(event.input->name, record + "\n");
}

Result<void> Road::end_input(const SourceEvent& event) {
  if (event.error) {
    // The results of the input are removed if possible, and then the report does not count them.
    if (!outlet_.is_stream()) report_ = at_input_;
    withhold(event, *event.error);
    REDACT_TRY(outlet_.drop_input());
  } else {
    const std::string rest = event.as_record ? std::string() : event.rest;
    if (event.was_empty || !rest.empty()) REDACT_TRY(outlet_.put(event.input->name, rest));
    REDACT_TRY(outlet_.end_input());
  }
  at_input_ = report_;
  progress_.advance(report_.n_done(), source_.share_read());
  return {};
}

void Road::withhold(const SourceEvent& event, const Error& error) {
  report_.withhold();
  std::string where = "document ";
  if (n_inputs_ > 1) {
    where += std::to_string(event.input->number) + " of " + std::to_string(n_inputs_) + " ";
  }
  complain(where + event.document.where + "withheld: " + error.message());
}

void Road::keep(Result<void> written) {
  if (!written.ok() && !broken_) broken_ = written.error();
}

}  // namespace redact
