// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"

namespace redact {

// What the work cost, in the units that benchmarks report.
struct FindingCounts {
  uint64_t source_tokens = 0;
  uint64_t windows = 0;
  uint64_t passes = 0;         // forward passes over batches of windows
  uint64_t window_passes = 0;  // passes each window took part in, summed
  uint64_t rows = 0;
  uint64_t accepted_rows = 0;
};

// A text whose spans are wanted: any bytes of any length.
struct Query {
  std::string_view text;
  // What rules and lists have found, sorted and disjoint: among the findings as it stands, and no
  // other span crosses it.
  std::span<const Span> forced = {};
};

// Where queries come from and their findings go.
class QueryStream {
 public:
  virtual ~QueryStream() = default;
  // The next query, alive until it is done; nullptr when none is at hand. Never blocks.
  virtual const Query* next() = 0;
  virtual void done(const Query& query, Result<Findings> found) = 0;
};

// Finds the spans of documents: a model behind its decoder, or a script in tests.
// Not safe for concurrent calls.
class SpanFinder {
 public:
  virtual ~SpanFinder() = default;

  // Takes queries, many at a time, until none is at hand and all that were taken are done, in any
  // order. Decides every byte of each, or returns an error for it (P2, P3); never a partial answer.
  // What is found in one depends on it alone (P4); one that fails does not touch the others. Errors
  // hold no document text.
  virtual void find(QueryStream& queries) = 0;

  // The same of one query, and of many in their order.
  Result<Findings> find(const Query& query) { return std::move(find_all({&query, 1})[0]); }
  std::vector<Result<Findings>> find_all(std::span<const Query> queries);

  // What finding has cost so far.
  virtual FindingCounts counts() const { return {}; }

  // What finds, for reports: the model's name, and the bias it adds to the tag side.
  virtual std::string_view name() const = 0;
  virtual float bias() const { return 0; }

  // What its scores are worth.
  virtual const Thresholds& thresholds() const { return kDecisionThresholds; }
};

}  // namespace redact
