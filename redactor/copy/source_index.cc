// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/source_index.h"

#include <algorithm>

namespace redact {

bool SourceIndex::copy(std::string_view bytes) {
  std::vector<size_t> next;
  for (const size_t position : live_) {
    if (rest(position).starts_with(bytes)) next.push_back(position + bytes.size());
  }
  if (next.empty()) return false;
  live_ = std::move(next);
  n_copied_ += bytes.size();
  return true;
}

// The last position that a tag which begins at `begin` may skip to.
size_t SourceIndex::furthest(size_t begin) const {
  const size_t end = std::min(source_.size(), begin + max_span_);
  bool line_ended = false;  // a line end, and only blanks since
  for (size_t i = begin; i < end; ++i) {
    if (source_[i] == '\n' && line_ended) return i;
    line_ended = source_[i] == '\n' || (line_ended && (source_[i] == ' ' || source_[i] == '\t'));
  }
  return end;
}

size_t SourceIndex::skip() {
  const size_t begin = live_.front();
  const size_t end = furthest(begin);
  live_.clear();
  for (size_t position = begin + 1; position <= end; ++position) live_.push_back(position);
  n_copied_ = 0;
  return begin;
}

size_t SourceIndex::settle(bool at_end) {
  live_ = {at_end ? source_.size() : live_.front()};
  return live_.front() - n_copied_;
}

}  // namespace redact
