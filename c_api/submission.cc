// SPDX-License-Identifier: Apache-2.0
#include "c_api/submission.h"

#include "c_api/answer.h"
#include "redactor/records/record.h"
#include "redactor/records/sealed_mapping.h"

namespace redact::c_api {

// Makes the lines of a mapping and of a record that the caller asked for.
Result<void> Submission::make_lines(const Ticket& done, const Redaction& redaction) {
  const Configuration& configuration = done.configuration();
  const DocumentInput& input = done.input();
  if (seals) {
    REDACT_ASSIGN(result_->mapping,
                  seal_mapping(*configuration.key, {input.id}, input.bytes(), redaction));
    result_->mapping += '\n';
  }
  if (records) {
    RecordContext context = record_context(configuration, input.id);
    context.detail = detail;
    REDACT_ASSIGN(result_->record, to_record(context, input.bytes(), redaction));
    result_->record += '\n';
  }
  return {};
}

void Submission::conclude(Ticket& done) {
  if (!done.result().ok()) {
    status_ = status_of(done.result().error().kind);
    message_ = done.result().error().message();
    return;
  }
  if (const auto lines = make_lines(done, *done.result()); !lines.ok()) {
    status_ = status_of(lines.error().kind);
    message_ = lines.error().message();
    return;
  }
  result_->redaction = *done.take_result();
  result_->format = kFormatCodes[static_cast<size_t>(done.input().format)];
  result_->has_output = !done.input().finds_only;
  result_->index_ranges();
  status_ = REDACT_OK;
}

void Submission::end(Ticket& done, const Logger& log) noexcept {
  try {
    conclude(done);
    if (status_ != REDACT_OK) {
      const bool was_begun =
          done.number() > 0;  // else its deadline passed while it waited for memory
      const std::string who =
          was_begun ? "document " + std::to_string(done.number()) : "a document";
      log.tell(status_, (who + ": " + message_).c_str());
    }
  } catch (...) {
    if (status_ == REDACT_OK || status_ == REDACT_INTERNAL) status_ = thrown_status();
  }
  if (status_ != REDACT_OK) result_.reset();
  if (on_end) on_end(*this);
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  ended_.notify_all();
}

const char* Submission::message() const {
  if (status_ == REDACT_OK) return nullptr;
  return message_.empty() ? thrown_message(status_) : message_.c_str();
}

std::unique_ptr<redact_result> Submission::take_result() {
  const std::lock_guard lock(mutex_);
  return std::move(result_);
}

bool Submission::wait(uint32_t timeout_ms) {
  std::unique_lock lock(mutex_);
  const auto has_ended = [this] { return has_ended_; };
  if (timeout_ms != REDACT_FOREVER) {
    return ended_.wait_for(lock, std::chrono::milliseconds(timeout_ms), has_ended);
  }
  ended_.wait(lock, has_ended);
  return true;
}

int call_done(Submission& submission, redact_done done, void* user, size_t index) noexcept {
  const InCallback inside;
  std::unique_ptr<redact_result> result = submission.take_result();
  return done(user, index, submission.status(), result.release(), submission.message());
}

}  // namespace redact::c_api
