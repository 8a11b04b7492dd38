// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "server/guard.h"
#include "server/library.h"
#include "server/metrics.h"
#include "server/options.h"
#include "server/redactions.h"

namespace redact::server {

// What all connections share.
struct Service {
  explicit Service(const ServerOptions& its_options, Library& its_library, GuardRules its_rules)
      : options(its_options),
        library(its_library),
        rules(std::move(its_rules)),
        redactions(library.redactor(), its_options.limits.work) {}

  const ServerOptions& options;
  Library& library;
  GuardRules rules;
  Redactions redactions;
  Metrics metrics;
  std::atomic<bool> is_stopping = false;  // what is under way is finished, nothing new begun
};

}  // namespace redact::server
