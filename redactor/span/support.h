// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "documents/label.h"

namespace redact {

// The source of a span, the strongest first; redactor/resolve.h has the table.
enum class SpanSource : unsigned char {
  kCorrection,  // a person who corrected the document; there is no other evidence beside it
  kAllow,       // a term that the caller allows
  kDeny,        // a term that the caller denies
  kKnown,       // a fact that the caller knows about the people in the document
  kField,       // an identifying field of a structured file, or a name from it
  kRule,        // a pattern of an identifier
  kStay,        // a pattern of text that looks like an identifier but is not
  kModel,       // the model
  kRepeat,      // a name that the model found elsewhere in the document
};

// All evidence in a span: its sources and, for each, the labels that it gave.
class Support {
 public:
  void add(SpanSource source, Label label) {
    labels_[static_cast<size_t>(source)] |= uint64_t{1} << static_cast<size_t>(label);
  }
  void add(const Support& other) {
    for (size_t i = 0; i < labels_.size(); ++i) labels_[i] |= other.labels_[i];
  }

  bool empty() const { return labels_ == Support().labels_; }
  bool has(SpanSource source) const { return labels_[static_cast<size_t>(source)] != 0; }
  // Whether all sources gave one and the same label.
  bool agrees() const {
    uint64_t all = 0;
    for (const uint64_t labels : labels_) all |= labels;
    return (all & (all - 1)) == 0;
  }
  // The sources, the strongest first.
  std::vector<SpanSource> sources() const {
    std::vector<SpanSource> list;
    for (size_t i = 0; i < labels_.size(); ++i) {
      if (labels_[i] != 0) list.push_back(static_cast<SpanSource>(i));
    }
    return list;
  }
  // The labels of a source, in the order of Label.
  std::vector<Label> labels(SpanSource source) const {
    std::vector<Label> list;
    for (size_t i = 0; i < kLabelNames.size(); ++i) {
      const bool gave = labels_[static_cast<size_t>(source)] >> i & 1;
      if (gave) list.push_back(static_cast<Label>(i));
    }
    return list;
  }

 private:
  static_assert(kLabelNames.size() <= 64);
  std::array<uint64_t, 9> labels_{};  // by source; bit i is the i-th label
};

}  // namespace redact
