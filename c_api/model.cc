// SPDX-License-Identifier: Apache-2.0
#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/handles.h"
#include "redactor/finder/device_name.h"

namespace c_api = redact::c_api;
using c_api::Answer;

namespace {

redact::Result<redact::ModelOptions> options_of(const redact_model_options* given) {
  REDACT_ASSIGN(const auto options, c_api::take_or_default(given, "options"));
  redact::ModelOptions model;
  REDACT_ASSIGN(model.model_path, c_api::string_of(options.path, "path"));
  REDACT_ASSIGN(model.lora_path, c_api::string_of(options.lora_path, "lora_path"));
  REDACT_ASSIGN(const std::string device, c_api::string_of(options.device, "device", "cpu"));
  REDACT_ASSIGN(model.device, redact::choose_device(device));
  if (options.n_threads < 0) return c_api::misuse("n_threads", "is negative");
  model.n_threads = options.n_threads;
  REDACT_ASSIGN(const bool no_draft, c_api::flag_of(options.no_draft, "no_draft"));
  model.draft_bundled = !no_draft;
  model.context = options.context;
  for (size_t i = 0; i < options.n_more_paths; ++i) {
    REDACT_TRY(c_api::require(options.more_paths, "more_paths"));
    REDACT_ASSIGN(std::string path, c_api::string_of(options.more_paths[i], "more_paths"));
    model.more_paths.push_back(std::move(path));
  }
  return model;
}

}  // namespace

redact_status redact_model_open(const redact_model_options* options, redact_model** model,
                                redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(model, "model"));
    *model = nullptr;
    REDACT_ASSIGN(const redact::ModelOptions how, options_of(options));
    REDACT_ASSIGN(redact::Models models, blame("model", redact::Models::open(how)));
    *model = std::make_unique<redact_model>(std::move(models)).release();
    return {};
  });
}

void redact_model_free(redact_model* model) { c_api::release(model); }

const char* redact_model_name(const redact_model* model) {
  return model != nullptr ? model->name.c_str() : nullptr;
}
