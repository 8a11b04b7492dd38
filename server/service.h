// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>

#include "server/asio.h"
#include "server/guard.h"
#include "server/library.h"
#include "server/metrics.h"
#include "server/options.h"
#include "server/redactions.h"

namespace redact::server {

// What all connections share.
struct Service {
  // `n_workers`: threads for work on requests that is not the redactor's (aside.h).
  Service(const ServerOptions& its_options, Library& its_library, GuardRules its_rules,
          unsigned n_workers)
      : options(its_options),
        library(its_library),
        rules(std::move(its_rules)),
        redactions(library.redactor(), its_options.limits.work),
        workers(n_workers) {}

  const ServerOptions& options;
  Library& library;
  GuardRules rules;
  Redactions redactions;
  Metrics metrics;
  std::atomic<bool> is_stopping = false;  // current requests are finished, none is begun
  std::atomic<bool> is_over = false;      // nothing is answered any more
  asio::thread_pool workers;              // last, so that its threads end before the rest goes
};

}  // namespace redact::server
