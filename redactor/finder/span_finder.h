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

// The cost of the work, in the units that benchmarks report.
struct FindingCounts {
  uint64_t source_tokens = 0;
  uint64_t windows = 0;
  uint64_t passes = 0;         // forward passes over batches of windows
  uint64_t window_passes = 0;  // passes each window took part in, summed
  uint64_t rows = 0;
  uint64_t accepted_rows = 0;
};

// A text in which to find spans: any bytes of any length.
struct Query {
  std::string_view text;
  // What rules and lists have found, sorted and disjoint. These spans are part of the findings
  // unchanged, and no other span crosses them.
  std::span<const Span> forced = {};
};

// Supplies queries and takes their findings.
class QueryStream {
 public:
  virtual ~QueryStream() = default;
  // The next query, which must live until it is done; nullptr if none is available. Never blocks.
  virtual const Query* next() = 0;
  virtual void done(const Query& query, Result<Findings> found) = 0;
};

// Finds the spans of documents: a model with its decoder, or a scripted finder in tests. Not safe
// for concurrent calls.
class SpanFinder {
 public:
  virtual ~SpanFinder() = default;

  // Takes queries, many at a time, until none is available and all that were taken are done, in any
  // order. For each query it decides every byte or returns an error (P2, P3), never a partial
  // answer. The findings of a query depend on that query alone (P4); a query that fails does not
  // affect the others. Errors hold no document text.
  virtual void find(QueryStream& queries) = 0;

  // The same for one query, and for many in their order.
  Result<Findings> find(const Query& query) { return std::move(find_all({&query, 1})[0]); }
  std::vector<Result<Findings>> find_all(std::span<const Query> queries);

  // The cost so far.
  virtual FindingCounts counts() const { return {}; }

  // For reports: the model's name, and the bias it adds to the tag side.
  virtual std::string_view name() const = 0;
  virtual float bias() const { return 0; }

  // The thresholds for its scores.
  virtual const Thresholds& thresholds() const { return kDecisionThresholds; }
};

}  // namespace redact
