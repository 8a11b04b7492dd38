// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "server/asked_config.h"
#include "server/handles.h"
#include "server/options.h"
#include "server/refusal.h"

namespace redact::server {

// The model, the redactor and the configurations that all requests share. Safe for concurrent
// calls.
class Library {
 public:
  // A refusal says which option is at fault.
  static Checked<std::unique_ptr<Library>> open(const ServerOptions& options);

  redact_redactor* redactor() const { return redactor_.get(); }
  const char* model_name() const { return redact_model_name(model_.get()); }

  Checked<SharedConfig> config(const AskedConfig& asked);

  // Cancels all documents, and waits for the last callback.
  void close() { redactor_.reset(); }

 private:
  explicit Library(const ServerOptions& options) : options_(options) {}

  Checked<SharedConfig> open_config(const AskedConfig& asked) const;

  const ServerOptions options_;
  ModelHandle model_;
  RedactorHandle redactor_;
  std::mutex mutex_;
  std::map<AskedConfig, SharedConfig> configs_;
};

}  // namespace redact::server
