// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "c_api/logger.h"
#include "c_api/result.h"
#include "documents/formats/format.h"
#include "redact/redact.h"
#include "redactor/records/detail.h"
#include "redactor/rules/term_list.h"
#include "redactor/ticket.h"

namespace redact::c_api {

// The formats of redact.h, in the order of Format.
inline constexpr auto kFormatCodes = std::to_array<int>(
    {REDACT_FORMAT_TEXT, REDACT_FORMAT_HTML, REDACT_FORMAT_XML, REDACT_FORMAT_JSON,
     REDACT_FORMAT_HL7, REDACT_FORMAT_RTF, REDACT_FORMAT_DOCX, REDACT_FORMAT_XLSX,
     REDACT_FORMAT_ODS, REDACT_FORMAT_ODT, REDACT_FORMAT_MAIL});
static_assert(kFormatCodes.size() == static_cast<size_t>(Format::kMail) + 1);

// One document of a caller, from its submission to its end, as the caller sees it. The redactor
// owns the ticket and destroys it at the end; the submission lives until the last caller has
// released it.
class Submission {
 public:
  using Clock = std::chrono::steady_clock;

  std::weak_ptr<Ticket> ticket;
  TermList known;                     // of the document
  bool seals = false;                 // make the line of a mapping
  bool records = false;               // make the line of a record
  Detail detail = Detail::kRedacted;  // of the record
  const void* group = nullptr;        // the batch to which the document belongs
  // Called once, before wait() returns.
  std::function<void(Submission&)> on_end;

  // Called once, by the thread that ends the ticket. It must not throw: the queue would consider
  // the document still open.
  void end(Ticket& ticket, const Logger& log) noexcept;

  // Valid once the submission has ended.
  redact_status status() const { return status_; }
  const char* message() const;  // NULL if the status is REDACT_OK
  // Returns the result to the first caller and NULL later. NULL unless the status is REDACT_OK.
  std::unique_ptr<redact_result> take_result();

  // False if the submission has not ended within that time; REDACT_FOREVER waits for its end.
  bool wait(uint32_t timeout_ms);

 private:
  void conclude(Ticket& ticket);
  Result<void> make_lines(const Ticket& ticket, const Redaction& redaction);

  // Allocated beforehand, so that handing it over cannot fail.
  std::unique_ptr<redact_result> result_ = std::make_unique<redact_result>();
  redact_status status_ = REDACT_INTERNAL;
  std::string message_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
};

// A caller's request, before any work.
struct Asked {
  std::shared_ptr<Submission> submission;
  std::shared_ptr<const Configuration> configuration;
  DocumentInput input;
  std::optional<Submission::Clock::time_point> deadline;
};

// Calls a caller's function about a submission that has ended, and returns its return value.
int call_done(Submission& submission, redact_done done, void* user, size_t index) noexcept;

}  // namespace redact::c_api
