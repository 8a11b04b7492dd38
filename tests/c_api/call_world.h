// SPDX-License-Identifier: Apache-2.0
// What sequences of calls share: a model, configurations, a redactor and a mapping.
#pragma once

#include "tests/c_api/call_sequence.h"

namespace redact::testing {

class CallWorld {
 public:
  explicit CallWorld(const char* model_path) {
    redact_model_options how{};
    how.size = sizeof how;
    how.path = model_path;
    require(redact_model_open(&how, &model_, &error_));
    redact_config_options options{};
    options.size = sizeof options;
    options.key = {nullptr, "\001123456789abcdef", 16};
    require(redact_config_open(model_, nullptr, &configs_[0], &error_));
    require(redact_config_open(model_, &options, &configs_[1], &error_));
    options.policy = "linked";
    require(redact_config_open(model_, &options, &configs_[2], &error_));
    redact_redactor_options shares{};
    shares.size = sizeof shares;
    shares.n_threads = 2;
    require(redact_redactor_open(model_, &shares, &shared_, &error_));
    open_mapping(options);
  }
  ~CallWorld() {
    redact_mapping_free(mapping_);
    redact_model_free(model_);
    redact_redactor_free(shared_);
    for (redact_config* config : configs_) redact_config_free(config);
  }
  CallWorld(const CallWorld&) = delete;
  CallWorld& operator=(const CallWorld&) = delete;

  void run(uint32_t seed, std::function<uint32_t()> random) const {
    Sequence(model_, configs_, shared_, mapping_, seed, std::move(random)).run();
  }

 private:
  void require(redact_status status) const {
    if (status != REDACT_OK) fail(error_.message, 0);
  }

  // A mapping with a line, for restore() to look into.
  void open_mapping(const redact_config_options& options) {
    redact_document document{};
    document.size = sizeof document;
    document.config = configs_[1];
    document.text = kTexts[1];
    document.text_size = std::strlen(kTexts[1]);
    document.id = "7";
    document.seal = 1;
    redact_result* sealed = nullptr;
    require(redact_run(shared_, &document, &sealed, &error_));
    redact_mapping_options opens{};
    opens.size = sizeof opens;
    opens.lines.data = redact_result_mapping(sealed, &opens.lines.data_size);
    opens.key = options.key;
    require(redact_mapping_open(&opens, &mapping_, &error_));
    redact_result_free(sealed);
  }

  redact_error error_ = [] {
    redact_error error{};
    error.size = sizeof error;
    return error;
  }();
  redact_model* model_ = nullptr;
  redact_config* configs_[3] = {};
  redact_redactor* shared_ = nullptr;
  redact_mapping* mapping_ = nullptr;
};

}  // namespace redact::testing
