// SPDX-License-Identifier: Apache-2.0
// The subject and the circumstances of a measurement: the columns common to all rows of rates.
#pragma once

#include <string>

#include "bench/limits.h"
#include "bench/table.h"
#include "runtime/model/model.h"

namespace redact::bench {

struct Subject {
  std::string model, type;  // the type of most of its weights
  double file_bytes = 0, parameters = 0;
  // Totals of the matrices that multiply every row: all except the head, the embedding, whose rows
  // are only looked up, and experts that a row does not use.
  double weights = 0, weight_bytes = 0;
  double head_bytes = 0;  // of the output matrix
  std::string device;     // with its instruction set: "cpu:avx512"
  int n_threads = 0;
};

// `meter` is that of the device.
Subject subject_of(const Model& model, const LimitMeter& meter, int n_threads);

// The columns before a test's own, and those after: memory in use, processor, commit.
Row first_columns(const Subject& subject);
void add_last_columns(const LimitMeter& meter, Row& row);

}  // namespace redact::bench
