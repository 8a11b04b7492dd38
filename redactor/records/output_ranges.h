// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "redactor/redaction.h"

namespace redact {

// Converts ranges of a source to ranges of its output. If a range begins or ends inside an edit,
// the edit's whole replacement belongs to it, so that no range reveals the length of the hidden
// text.
class OutputRanges {
 public:
  // `edits`: of the source, ascending and disjoint; they outlive the object.
  explicit OutputRanges(const std::vector<Edit>& edits) : edits_(edits) {
    size_t in = 0, out = 0;
    for (const Edit& edit : edits) {
      out += edit.begin - in;
      begins_.push_back(out);
      out += edit.text.size();
      in = edit.end;
    }
  }

  ByteRange of(size_t begin, size_t end) const { return {begin_of(begin), end_of(end)}; }
  ByteRange of_edit(size_t index) const {
    return {begins_[index], begins_[index] + edits_[index].text.size()};
  }
  // Whether the output contains none of the bytes [begin, end).
  bool are_hidden(size_t begin, size_t end) const {
    const size_t n = n_before(begin + 1);
    return n > 0 && edits_[n - 1].end >= end;
  }

 private:
  // The number of edits that begin before a byte.
  size_t n_before(size_t byte) const {
    const auto after =
        std::lower_bound(edits_.begin(), edits_.end(), byte,
                         [](const Edit& edit, size_t at) { return edit.begin < at; });
    return static_cast<size_t>(after - edits_.begin());
  }
  size_t begin_of(size_t byte) const {
    const size_t n = n_before(byte + 1);
    if (n == 0) return byte;
    return byte < edits_[n - 1].end ? of_edit(n - 1).begin : behind(n - 1, byte);
  }
  size_t end_of(size_t byte) const {
    const size_t n = n_before(byte);
    if (n == 0) return byte;
    return byte < edits_[n - 1].end ? of_edit(n - 1).end : behind(n - 1, byte);
  }
  size_t behind(size_t index, size_t byte) const {
    return of_edit(index).end + (byte - edits_[index].end);
  }

  const std::vector<Edit>& edits_;
  std::vector<size_t> begins_;  // of the edits, in the output
};

}  // namespace redact
