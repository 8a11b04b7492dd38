// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/thread_pool.h"

namespace redact::bench {

struct Options {
  std::string model;  // empty: the bundled model, which is timed on notes only
  std::string lora;   // an adapter for it; empty: none
  std::string notes, draft = "bundled", format = "md", device = "cpu";
  std::string against;  // a second device, whose spans are compared
  std::string policy = "default", task = "tags", language, chat_template;  // for an instruct model
  size_t n_prompt = 512, n_generate = 128, repetitions = 5, limit = 50;
  size_t in_flight = 0, max_rows = 0;  // 0: as in redact (ModelOptions)
  std::vector<size_t> depths = {0};    // entries before a prompt, generation or a pass
  size_t max_draft = 64;
  double least_seconds = 10;  // of "redact all", over the notes again and again
  bool oracle = false, passes = false, replay = false, stages = false;
  int n_threads = ThreadPool::one_per_core();
};

}  // namespace redact::bench
