// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/access.h"
#include "server/asked_config.h"
#include "server/handles.h"
#include "server/log.h"
#include "server/options.h"
#include "server/own_policies.h"
#include "server/presidio/ad_hoc.h"
#include "server/refusal.h"

namespace redact::server {

// The content of the files that the options name, at one moment: who may ask, and the
// configurations. It is replaced as a whole, so that a request meets no parts of two. Safe for
// concurrent calls.
class Setup {
 public:
  // The options and the model outlive it. A refusal says which option is at fault.
  static Checked<std::shared_ptr<Setup>> open(const ServerOptions& options, redact_model* model);

  const GuardRules& rules() const { return access_.rules; }
  const TlsContext& tls() const { return access_.tls; }

  // Those of --recognizers.
  const std::vector<AdHocRecognizer>& recognizers() const { return recognizers_; }

  // The configuration for texts of a source, by its number. Its key is used under the server's
  // policy and the policies that the operator has named for it: clients who send texts under a key
  // can test guesses.
  Checked<SharedConfig> config(const AskedConfig& asked, size_t source);
  // Whether this configuration has a key.
  bool is_keyed(const AskedConfig& asked, size_t source) const {
    return uses_key(asked.policy, access_.sources[source]);
  }

 private:
  Setup(const ServerOptions& options, Access access, OwnPolicies policies,
        std::vector<AdHocRecognizer> recognizers, redact_model* model)
      : options_(options),
        access_(std::move(access)),
        policies_(std::move(policies)),
        recognizers_(std::move(recognizers)),
        model_(model),
        log_(options.logs_json) {}

  static constexpr size_t kNoSource = SIZE_MAX;

  // Whether a key serves a source under a policy.
  bool uses_key(const std::string& policy, const Source& source) const;
  // `source`: kNoSource is without a key.
  Checked<SharedConfig> config_of(const AskedConfig& asked, size_t source);
  Checked<SharedConfig> open_config(const AskedConfig& asked, const std::string& key_path) const;

  const ServerOptions& options_;
  const Access access_;
  const OwnPolicies policies_;
  const std::vector<AdHocRecognizer> recognizers_;
  redact_model* const model_;
  const Log log_;
  std::mutex mutex_;
  // By what is asked for, and the source whose key they use.
  std::map<std::pair<AskedConfig, size_t>, SharedConfig> configs_;
};

}  // namespace redact::server
