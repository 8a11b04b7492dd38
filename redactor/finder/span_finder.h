// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"

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

// Finds the spans of a document: a model behind the copy decoder, or a script in tests.
// Not safe for concurrent calls.
class SpanFinder {
 public:
  virtual ~SpanFinder() = default;

  // Decides every byte of `text`, any bytes of any length, or returns an error (P2, P3); never a
  // partial answer. Errors hold no document text.
  Result<Findings> find(std::string_view text) { return std::move(find_all({&text, 1})[0]); }

  // The same for each of many documents, in their order. What is found in one depends on it alone
  // (P4); one that fails does not touch the others.
  std::vector<Result<Findings>> find_all(std::span<const std::string_view> texts) {
    return find_all(texts, {});
  }

  // With spans that rules have found, a list for each document, or no lists at all: they are among
  // its findings as they stand, and no other crosses them.
  virtual std::vector<Result<Findings>> find_all(std::span<const std::string_view> texts,
                                                 std::span<const std::vector<Span>> forced) = 0;

  // What finding has cost so far.
  virtual FindingCounts counts() const { return {}; }

  // What finds, for reports: the model's name, and the bias it adds to the tag side.
  virtual std::string_view name() const = 0;
  virtual float bias() const { return 0; }
};

}  // namespace redact
