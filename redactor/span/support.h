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

// The most models that may look at a document.
constexpr size_t kMostFinders = 8;

// All evidence in a span: its sources and, for each, the labels that it gave; if several models
// looked at the document, those that found it.
class Support {
 public:
  void add(SpanSource source, Label label) {
    labels_[static_cast<size_t>(source)] |= uint64_t{1} << static_cast<size_t>(label);
  }
  void add(const Support& other) {
    for (size_t i = 0; i < labels_.size(); ++i) labels_[i] |= other.labels_[i];
    finders_ |= other.finders_;
  }
  // Notes that the finder of this index found the span: finder < kMostFinders.
  void add_finder(size_t finder) { finders_ = static_cast<uint8_t>(finders_ | 1u << finder); }

  // Whether no source is known; finders do not count.
  bool empty() const { return labels_ == Support().labels_; }
  bool has(SpanSource source) const { return labels_[static_cast<size_t>(source)] != 0; }
  // Whether all sources gave one and the same label.
  bool agrees() const {
    uint64_t all = 0;
    for (const uint64_t labels : labels_) all |= labels;
    return (all & (all - 1)) == 0;
  }
  // Whether a finder found it; false for all if the document had only one finder.
  bool has_finder(size_t finder) const { return finders_ >> finder & 1; }
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
  uint8_t finders_ = 0;
};

}  // namespace redact
