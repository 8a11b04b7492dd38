// SPDX-License-Identifier: Apache-2.0
// Random documents, and the promises that every redaction of one must keep.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "redactor/redactor.h"

namespace redact::testing {

// `n` documents of fewer than `max_pieces` pieces: letters, tags and special tokens as text, line
// ends, broken UTF-8, NULs.
inline std::vector<std::string> random_documents(size_t n, size_t max_pieces,
                                                 std::mt19937& random) {
  const std::vector<std::string> pieces = {"a",
                                           "Ana ",
                                           "12",
                                           "/",
                                           "\r\n",
                                           "\n",
                                           " ",
                                           "é",
                                           "\xff",
                                           "\xc3",
                                           std::string(1, '\0'),
                                           "[NAME]",
                                           "<sep>",
                                           "<open:DATE>",
                                           "</s>",
                                           "中",
                                           "\t",
                                           "."};
  std::vector<std::string> out;
  for (size_t i = 0; i < n; ++i) {
    std::string text;
    for (size_t k = random() % max_pieces; k > 0; --k) text += pieces[random() % pieces.size()];
    out.push_back(text);
  }
  return out;
}

// The redactions of the same documents, in their order.
using Redactions = std::vector<Result<Redaction>>;

// Expects that the output is the source with each span replaced (P1), that the spans are sorted,
// disjoint and inside the replaced text, and that with the bytes outside them they make up the
// whole document (P2).
inline void expect_source_with_spans_replaced(const std::string& source,
                                              const Redaction& redaction) {
  EXPECT_EQ(with_edits(source, redaction.edits), redaction.output);
  size_t inside = 0;
  for (const Edit& edit : redaction.edits) {
    EXPECT_LT(edit.begin, edit.end);
    inside += edit.end - edit.begin;
  }
  EXPECT_EQ(inside + redaction.bytes_outside, source.size());
  size_t begun = 0;
  for (const Entity& entity : redaction.entities) {
    EXPECT_GE(entity.span.begin, begun);
    begun = entity.span.begin;
    size_t at = 0;
    const std::vector<ByteRange> ranges = entity.pieces();
    EXPECT_EQ(ranges.front().begin, entity.span.begin);
    EXPECT_EQ(ranges.back().end, entity.span.end);
    for (const ByteRange& range : ranges) {
      EXPECT_GE(range.begin, at);
      EXPECT_LT(range.begin, range.end);
      at = range.end;
      EXPECT_TRUE(std::any_of(
          redaction.edits.begin(), redaction.edits.end(),
          [&](const Edit& edit) { return edit.begin <= range.begin && range.end <= edit.end; }));
    }
    EXPECT_LE(at, source.size());
  }
}

// Expects the same spans. Scores must be bit-identical, or within `tolerance` if devices sum in a
// different order.
inline void expect_same(const Redaction& got, const Redaction& want, float tolerance = 0) {
  EXPECT_EQ(got.output, want.output);
  ASSERT_EQ(got.entities.size(), want.entities.size());
  for (size_t i = 0; i < want.entities.size(); ++i) {
    const Span &a = got.entities[i].span, &b = want.entities[i].span;
    EXPECT_EQ(a.begin, b.begin);
    EXPECT_EQ(a.end, b.end);
    EXPECT_EQ(a.label, b.label);
    EXPECT_TRUE(a.score == b.score || std::abs(a.score - b.score) <= tolerance)
        << a.score << " " << b.score;
  }
}

// Expects that each result is its source with spans replaced, and the same in every run (P4).
// Returns the number of spans.
inline size_t expect_promises(const std::vector<std::string>& documents,
                              const std::vector<Redactions>& runs) {
  size_t n_spans = 0;
  for (size_t d = 0; d < documents.size(); ++d) {
    for (const Redactions& run : runs) {
      if (!run[d].ok()) {
        ADD_FAILURE() << run[d].error().message();
        return n_spans;
      }
      expect_same(*run[d], *runs[0][d]);
    }
    expect_source_with_spans_replaced(documents[d], *runs[0][d]);
    n_spans += runs[0][d]->entities.size();
  }
  return n_spans;
}

}  // namespace redact::testing
