// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "base/result.h"
#include "program/args.h"

namespace redact {

// Values of the options of batches that need further processing.
struct BatchArgs {
  std::string shard, fail_on;

  // Error: --shard slurm outside a job array.
  Result<void> apply(Options& options) const;
};

// Adds the options that choose the documents of a batch and the files kept about them. `options`
// and `args` must outlive the parsing.
void add_batch_options(CLI::App& app, Options& options, BatchArgs& args);

}  // namespace redact
