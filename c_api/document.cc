// SPDX-License-Identifier: Apache-2.0
#include "c_api/document.h"

#include <algorithm>

#include "c_api/arguments.h"
#include "documents/files/resource_patient.h"
#include "documents/formats/format.h"

namespace redact::c_api {

namespace {

Result<Format> format_of(int format, std::string_view text, const std::string& file_name) {
  const auto code = std::ranges::find(kFormatCodes, format);
  if (code == kFormatCodes.end()) return recognise(text, file_name, true);
  return static_cast<Format>(code - kFormatCodes.begin());
}

// Sets the known facts about the people in the document: those of its id and patient, and those
// given with it.
Result<void> set_known(const redact_document& document, Submission& submission,
                       DocumentInput& input) {
  const Configuration& configuration = *document.config->configuration;
  input.known = configuration.known.find(input.id, input.patient);
  if (document.known_size == 0) return {};
  const DateOrder order = configuration.policy.date_order();
  submission.known = TermList(order);
  REDACT_ASSIGN(const std::string_view json,
                bytes_of(document.known, document.known_size, "known"));
  REDACT_TRY(KnownPeople::add(json, order, submission.known));
  input.known.push_back(&submission.known);
  return {};
}

}  // namespace

Result<redact_document> check_document(const redact_redactor& redactor, const void* given,
                                       size_t size) {
  REDACT_TRY(require(given, "document"));
  REDACT_ASSIGN(const auto document, take<redact_document>(given, size, "document"));
  REDACT_TRY(require(document.config, "document.config"));
  const Configuration& configuration = *document.config->configuration;
  if (configuration.models != redactor.models) {
    return misuse("document.config", "is for a model other than the redactor's");
  }
  REDACT_TRY(bytes_of(document.text, document.text_size, "document.text"));
  REDACT_TRY(bytes_of(document.known, document.known_size, "document.known"));
  if (document.format < REDACT_FORMAT_AUTO || document.format > REDACT_FORMAT_ODT) {
    return misuse("document.format", "is not a redact_format");
  }
  REDACT_TRY(string_of(document.file_name, "document.file_name"));
  REDACT_TRY(string_of(document.id, "document.id"));
  REDACT_TRY(string_of(document.patient, "document.patient"));
  REDACT_ASSIGN(const bool detects, flag_of(document.detect, "document.detect"));
  REDACT_ASSIGN(const bool seals, flag_of(document.seal, "document.seal"));
  if (seals && (detects || document.id == nullptr || !configuration.key)) {
    return misuse("document.seal", "needs an output, an id and a key");
  }
  REDACT_ASSIGN(const bool records, flag_of(document.record, "document.record"));
  REDACT_ASSIGN(const bool with_text, flag_of(document.record_text, "document.record_text"));
  if (records && (detects || document.id == nullptr)) {
    return misuse("document.record", "needs an output and an id");
  }
  REDACT_ASSIGN(const bool with_evidence,
                flag_of(document.record_evidence, "document.record_evidence"));
  if (with_text && !records) return misuse("document.record_text", "needs a record");
  if (with_evidence && !records) return misuse("document.record_evidence", "needs a record");
  if (document.reserved != 0) return misuse("document.reserved", "is not 0");
  return document;
}

Result<Asked> ask(const redact_document& document, bool copies) {
  REDACT_ASSIGN(const std::string_view text,
                bytes_of(document.text, document.text_size, "document.text"));
  REDACT_ASSIGN(const std::string file_name, string_of(document.file_name, "document.file_name"));
  REDACT_ASSIGN(const Format format, format_of(document.format, text, file_name));
  Asked asked{std::make_shared<Submission>(), document.config->configuration, {}, {}};
  DocumentInput& input = asked.input;
  if (copies) {
    input.source = std::string(text);
  } else {
    input.source = text;
  }
  input.format = format;
  input.finds_only = document.detect == 1;
  REDACT_ASSIGN(input.id, string_of(document.id, "document.id"));
  REDACT_ASSIGN(input.patient, string_of(document.patient, "document.patient"));
  const bool uses_patients = asked.configuration->key || !asked.configuration->known.is_empty();
  if (input.patient.empty() && uses_patients && format == Format::kJson) {
    input.patient = patient_of_resource(text);
  }
  if (document.timeout_ms > 0) {
    asked.deadline = Submission::Clock::now() + std::chrono::milliseconds(document.timeout_ms);
  }
  asked.submission->seals = document.seal == 1;
  asked.submission->records = document.record == 1;
  asked.submission->detail = document.record_text == 1       ? Detail::kText
                             : document.record_evidence == 1 ? Detail::kEvidence
                                                             : Detail::kRedacted;
  REDACT_TRY(set_known(document, *asked.submission, input));
  input.corrections = document.config->configuration->corrections.find(input.id);
  return asked;
}

}  // namespace redact::c_api
