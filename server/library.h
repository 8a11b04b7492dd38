// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/asked_config.h"
#include "server/handles.h"
#include "server/options.h"
#include "server/refusal.h"

namespace redact::server {

// The model, the redactor and the configurations, shared by all requests. Safe for concurrent
// calls.
class Library {
 public:
  // `sources`: at least one. A refusal says which option is at fault.
  static Checked<std::unique_ptr<Library>> open(const ServerOptions& options,
                                                std::vector<Source> sources);

  redact_redactor* redactor() const { return redactor_.get(); }
  const char* model_name() const { return redact_model_name(model_.get()); }

  // The configuration for texts of a source, by its number. Its key is used under the server's
  // policy and the policies that the operator has named for it: clients who send texts under a key
  // can test guesses.
  Checked<SharedConfig> config(const AskedConfig& asked, size_t source);

  // Cancels all documents, and waits for the last callback.
  void close() { redactor_.reset(); }

 private:
  Library(const ServerOptions& options, std::vector<Source> sources)
      : options_(options), sources_(std::move(sources)) {}

  Checked<SharedConfig> open_config(const AskedConfig& asked, const Source& source) const;

  const ServerOptions options_;
  const std::vector<Source> sources_;
  ModelHandle model_;
  RedactorHandle redactor_;
  std::mutex mutex_;
  std::map<std::pair<AskedConfig, size_t>, SharedConfig> configs_;
};

}  // namespace redact::server
