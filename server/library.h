// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "server/handles.h"
#include "server/options.h"
#include "server/refusal.h"
#include "server/setup.h"

namespace redact::server {

// The model, the redactor and the setup, shared by all requests. Safe for concurrent calls.
class Library {
 public:
  // A refusal says which option is at fault.
  static Checked<std::unique_ptr<Library>> open(const ServerOptions& options);

  redact_redactor* redactor() const { return redactor_.get(); }
  const char* model_name() const { return redact_model_name(model_.get()); }

  // The setup at this moment.
  std::shared_ptr<Setup> setup() const;
  // Reads the files of the options again. Requests in hand keep the configuration that they have.
  // After a refusal the setup is the one before.
  std::optional<Refusal> reload();

  // Cancels all documents, and waits for the last callback.
  void close() { redactor_.reset(); }

 private:
  explicit Library(const ServerOptions& options) : options_(options) {}

  const ServerOptions options_;
  ModelHandle model_;
  RedactorHandle redactor_;
  std::mutex reloading_;
  mutable std::mutex mutex_;  // of setup_
  std::shared_ptr<Setup> setup_;
};

}  // namespace redact::server
