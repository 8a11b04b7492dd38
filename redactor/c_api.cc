// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "redactor/redact.h"
#include "redactor/request.h"

struct redact_redactor {
  std::shared_ptr<const redact::Configuration> configuration;
  std::unique_ptr<redact::ModelSession> session;
  pid_t owner;             // the process that has its threads; a forked child does not
  bool is_broken = false;  // an exception interrupted its work
};

struct redact_result {
  redact::Redaction redaction;
};

namespace {

redact_status fail(redact_status status, const std::string& what, char* message, size_t size) {
  if (message != nullptr && size > 0) {
    const size_t n = std::min(what.size(), size - 1);
    std::memcpy(message, what.data(), n);
    message[n] = '\0';
  }
  return status;
}

// Whether this is a copy in a forked child: fork() does not copy threads.
bool is_forked(const redact_redactor& redactor) { return redactor.owner != ::getpid(); }

// Describes what is wrong with the options themselves; nullopt if nothing is.
std::optional<std::string> find_bad_option(const redact_options& options) {
  if (options.size != sizeof options) return "size is not that of this library's redact_options";
  if (options.n_threads < 0) return "n_threads is negative";
  const std::pair<const char*, const char*> texts[] = {
      {"model_path", options.model_path}, {"policy", options.policy},
      {"deny_path", options.deny_path},   {"allow_path", options.allow_path},
      {"rules_path", options.rules_path}, {"task", options.task},
      {"language", options.language},     {"prompt_path", options.prompt_path},
      {"shots_path", options.shots_path}, {"chat_template", options.chat_template},
      {"lora_path", options.lora_path},   {"recall", options.recall},
      {"hints_path", options.hints_path}};
  for (const auto& [name, text] : texts) {
    if (text != nullptr && *text == '\0')
      return std::string(name) + " is empty; NULL leaves it out";
  }
  return std::nullopt;
}

std::string text_of(const char* given) { return given != nullptr ? given : ""; }

struct Opening {
  redact::ModelOptions model;
  redact::Settings settings;
};

redact::Result<Opening> settings_of(const redact_options& options) {
  Opening opening;
  redact::Settings& settings = opening.settings;
  if (options.policy != nullptr) settings.policy = options.policy;
  settings.rules = text_of(options.rules_path);
  settings.deny = text_of(options.deny_path);
  settings.allow = text_of(options.allow_path);
  settings.hints = text_of(options.hints_path);
  opening.model.model_path = text_of(options.model_path);
  opening.model.lora_path = text_of(options.lora_path);
  opening.model.n_threads = options.n_threads;
  if (options.bias != nullptr) {
    if (!std::isfinite(*options.bias)) {
      return redact::Error{redact::ErrorKind::kBadInput, "bias", "is no number"};
    }
    settings.decoding.bias = *options.bias;
  }
  settings.decoding.recall = text_of(options.recall);
  if (settings.decoding.bias && !settings.decoding.recall.empty()) {
    return redact::Error{redact::ErrorKind::kBadInput, "recall", "and bias say the same"};
  }
  redact::PromptOptions& prompt = settings.decoding.prompt;
  if (options.task != nullptr) {
    const auto task = redact::find_prompt_task(options.task);
    if (!task) return redact::Error{redact::ErrorKind::kBadInput, "task", "is not known"};
    prompt.task = *task;
  }
  prompt.language = text_of(options.language);
  prompt.instruction_path = text_of(options.prompt_path);
  prompt.shots_path = text_of(options.shots_path);
  prompt.chat_template = text_of(options.chat_template);
  opening.model.context = options.context;
  if (options.key != nullptr) {
    REDACT_ASSIGN(settings.key, redact::Secret::of_bytes(
                                    {static_cast<const char*>(options.key), options.key_size}));
  }
  return opening;
}

redact::Result<redact_redactor*> create(const redact_options& options) {
  REDACT_ASSIGN(const Opening opening, settings_of(options));
  REDACT_ASSIGN(redact::Configuration compiled, redact::Configuration::compile(opening.settings));
  REDACT_ASSIGN(auto model, blame("model", redact::open_redaction_model(opening.model)));
  REDACT_ASSIGN(auto configuration, std::move(compiled).with(model, opening.settings.decoding));
  REDACT_ASSIGN(auto session, model->open_session(opening.model.n_threads));
  return new redact_redactor{std::move(configuration), std::move(session), ::getpid()};
}

}  // namespace

// The functions below are the only place where exceptions of libraries and the allocator are
// caught.
redact_status redact_create(const redact_options* options, redact_redactor** redactor,
                            char* message, size_t message_size) try {
  if (redactor == nullptr) {
    return fail(REDACT_BAD_ARGUMENT, "redact_create: redactor is NULL", message, message_size);
  }
  if (const auto bad = options != nullptr ? find_bad_option(*options) : std::nullopt) {
    return fail(REDACT_BAD_ARGUMENT, "redact_create: " + *bad, message, message_size);
  }
  auto made = create(options != nullptr ? *options : redact_options{});
  if (!made.ok()) {
    return fail(REDACT_CANNOT_OPEN, made.error().message(), message, message_size);
  }
  *redactor = *made;
  return REDACT_OK;
} catch (const std::bad_alloc&) {
  return fail(REDACT_CANNOT_OPEN, "out of memory", message, message_size);
} catch (const std::exception&) {
  return fail(REDACT_CANNOT_OPEN, "internal error", message, message_size);
}

void redact_free(redact_redactor* redactor) {
  // Joining threads that do not exist would wait for ever, so a child never frees its copy.
  if (redactor == nullptr || is_forked(*redactor)) return;
  delete redactor;
}

redact_status redact_patient_text(redact_redactor* redactor, const char* patient, const char* text,
                                  size_t size, redact_result** result, char* message,
                                  size_t message_size) try {
  if (redactor == nullptr || result == nullptr || patient == nullptr ||
      (text == nullptr && size > 0)) {
    return fail(REDACT_BAD_ARGUMENT, "redact_text: NULL where a value is needed", message,
                message_size);
  }
  if (is_forked(*redactor)) {
    return fail(REDACT_WITHHELD,
                "this redactor belongs to the process that forked this one: make another", message,
                message_size);
  }
  if (redactor->is_broken) {
    return fail(REDACT_WITHHELD, "this redactor ran out of memory before: make another", message,
                message_size);
  }
  redactor->is_broken = true;  // until the work is done
  const auto request = redact::Request::of_view(redactor->configuration, {text, size});
  request->patient = patient;
  redact::redact_now(*request, *redactor->session);
  auto& redaction = request->result();
  redactor->is_broken = false;
  if (!redaction.ok()) {
    return fail(REDACT_WITHHELD, redaction.error().message(), message, message_size);
  }
  *result = new redact_result{*std::move(redaction)};
  return REDACT_OK;
} catch (const std::bad_alloc&) {
  return fail(REDACT_WITHHELD, "out of memory", message, message_size);
} catch (const std::exception&) {
  return fail(REDACT_WITHHELD, "internal error", message, message_size);
}

redact_status redact_text(redact_redactor* redactor, const char* text, size_t size,
                          redact_result** result, char* message, size_t message_size) {
  return redact_patient_text(redactor, "", text, size, result, message, message_size);
}

void redact_result_free(redact_result* result) { delete result; }

const char* redact_result_output(const redact_result* result, size_t* size) {
  if (result == nullptr) return nullptr;
  if (size != nullptr) *size = result->redaction.output.size();
  return result->redaction.output.c_str();
}

size_t redact_result_n_entities(const redact_result* result) {
  return result == nullptr ? 0 : result->redaction.entities.size();
}

redact_status redact_result_entity(const redact_result* result, size_t index,
                                   redact_entity* entity) {
  if (result == nullptr || entity == nullptr || index >= result->redaction.entities.size()) {
    return REDACT_BAD_ARGUMENT;
  }
  const redact::Entity& found = result->redaction.entities[index];
  // Label names are literals, so their data is terminated.
  *entity = {redact::label_name(found.span.label).data(),
             found.replacement.c_str(),
             found.span.begin,
             found.span.end,
             found.out_begin,
             found.out_end,
             found.span.score};
  return REDACT_OK;
}
