// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// Where in the source the output so far may be. While everything is copied that is one position.
// After a tag it is every position that the tag may have skipped to, until the bytes copied since
// then leave one. Positions are bytes, since a copied run may begin inside a source token.
class SourceIndex {
 public:
  // A tag skips 1..max_span bytes, and never past a blank line: "\n", blanks, "\n".
  SourceIndex(std::string_view source, size_t max_span) : source_(source), max_span_(max_span) {}

  // Live positions, ascending and never none.
  const std::vector<size_t>& live() const { return live_; }
  bool can_end() const { return live_.back() == source_.size(); }
  // Whether a tag may begin: something is left to skip.
  bool can_skip() const { return live_.front() < source_.size(); }
  std::string_view rest(size_t position) const { return source_.substr(position); }

  // Some live position continues with these bytes; those that do not are dropped.
  bool copy(std::string_view bytes);
  // A tag begins at the first live position, which it returns; every position that the tag may skip
  // to is live then. Call settle(false) before. Precondition: can_skip().
  size_t skip();
  // Settles on one position: the source's end where `at_end`, else the nearest, which leaves out
  // least of the source among the readings that the output allows. Returns where the last skip
  // ended.
  size_t settle(bool at_end);

 private:
  size_t furthest(size_t begin) const;

  std::string_view source_;
  size_t max_span_;
  std::vector<size_t> live_{0};
  size_t n_copied_ = 0;  // bytes since the last skip
};

}  // namespace redact
