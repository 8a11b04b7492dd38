// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>

#include "server/asio.h"
#include "server/library.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/options.h"
#include "server/redactions.h"

namespace redact::server {

// The state that all connections share.
struct Service {
  // `n_workers`: threads for work on requests outside the redactor (aside.h).
  Service(const ServerOptions& its_options, Library& its_library, unsigned n_workers)
      : options(its_options),
        library(its_library),
        log(its_options.logs_json),
        redactions(library.redactor(), its_options.limits.work),
        workers(n_workers) {}

  const ServerOptions& options;
  Library& library;
  const Log log;
  Redactions redactions;
  Metrics metrics;
  std::atomic<bool> is_stopping = false;  // finish current requests, begin none
  std::atomic<bool> is_over = false;      // send no more answers
  asio::thread_pool workers;              // last, so that its threads end before the other members
};

}  // namespace redact::server
