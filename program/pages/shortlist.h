// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "program/batch/entry.h"

namespace redact {

// A document that a report names.
struct ShortlistEntry {
  double weight;  // the greater, the sooner a person should see it
  DocumentPlace place;
  std::string id, why;
};

// The documents of the greatest weight, from any number of documents.
class Shortlist {
 public:
  // Nobody reads a longer list on a page; the files of --review-list and --withheld-list are
  // complete.
  static constexpr size_t kMost = 5000;

  void add(ShortlistEntry entry) {
    ++n_;
    if (entries_.size() == kMost && !comes_before(entry, entries_.front())) return;
    entries_.push_back(std::move(entry));
    std::push_heap(entries_.begin(), entries_.end(), comes_before);
    if (entries_.size() <= kMost) return;
    std::pop_heap(entries_.begin(), entries_.end(), comes_before);
    entries_.pop_back();
  }

  void add(Shortlist&& other) {
    const size_t n = n_ + other.n_;
    for (ShortlistEntry& entry : other.entries_) add(std::move(entry));
    n_ = n;
  }

  size_t n() const { return n_; }  // documents added so far

  std::vector<ShortlistEntry> in_order() const {
    std::vector<ShortlistEntry> entries = entries_;
    std::sort(entries.begin(), entries.end(), comes_before);
    return entries;
  }

 private:
  // A total order, so that the kept documents do not depend on the order in which they come.
  static bool comes_before(const ShortlistEntry& a, const ShortlistEntry& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.place.input != b.place.input) return a.place.input < b.place.input;
    return a.place.number < b.place.number;
  }

  size_t n_ = 0;
  std::vector<ShortlistEntry> entries_;  // a heap with the last of the order at its front
};

}  // namespace redact
