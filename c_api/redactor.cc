// SPDX-License-Identifier: Apache-2.0
#include "redactor/redactor.h"

#include "c_api/answer.h"
#include "c_api/arguments.h"
#include "c_api/handles.h"

namespace c_api = redact::c_api;
using c_api::Answer;

namespace {

redact::Result<redact::RedactorOptions> options_of(const redact_redactor_options& options) {
  redact::RedactorOptions how;
  if (options.n_threads < 0) return c_api::misuse("n_threads", "is negative");
  how.n_threads = options.n_threads;
  if (options.memory_bytes > 0) how.n_bytes = options.memory_bytes;
  return how;
}

}  // namespace

redact_status redact_redactor_open(const redact_model* model, const redact_redactor_options* given,
                                   redact_redactor** redactor, redact_error* error) {
  return c_api::guarded(error, [&]() -> Answer {
    REDACT_TRY(c_api::require(redactor, "redactor"));
    *redactor = nullptr;
    REDACT_TRY(c_api::require(model, "model"));
    REDACT_ASSIGN(const auto options, c_api::take_or_default(given, "options"));
    REDACT_ASSIGN(const redact::RedactorOptions how, options_of(options));
    auto handle = std::make_unique<redact_redactor>();
    handle->models = model->models;
    if (!model->models.front()->is_on_host()) {
      if (model->device_in_use->test_and_set()) {
        return {REDACT_BUSY, "model: is on a GPU, and has a redactor already"};
      }
      handle->device_in_use = model->device_in_use;
    }
    REDACT_ASSIGN(auto opened, blame("model", redact::Redactor::open(model->models, how)));
    handle->shared = std::make_shared<c_api::SharedRedactor>(
        std::move(opened), c_api::Logger{options.log, options.log_user});
    *redactor = handle.release();
    return {};
  });
}

void redact_redactor_free(redact_redactor* redactor) {
  if (redactor == nullptr || !redactor->is_ours() || c_api::InCallback::now()) return;
  // Without memory for cancelling, the work is finished instead.
  c_api::guarded(nullptr, [&]() -> Answer {
    redactor->shared->cancel_all();
    return {};
  });
  redactor->shared->close();
  c_api::release(redactor);
}
