// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact {

// Who holds which page of the cache. A page may have several holders, so that sequences share the
// entries of a common beginning; it is free when the last one lets go. Pages let go last are taken
// first: they are the ones still in a cache of the machine.
class PagePool {
 public:
  explicit PagePool(size_t n_pages);

  size_t n_free() const { return free_.size(); }
  // A page with one holder. Precondition: n_free() > 0.
  uint32_t take();
  // One holder more. Precondition: the page has one.
  void share(uint32_t page);
  // One holder less. Precondition: the page has one.
  void release(uint32_t page);
  uint32_t holders(uint32_t page) const { return holders_[page]; }

 private:
  std::vector<uint32_t> holders_;  // per page
  std::vector<uint32_t> free_;     // a stack
};

}  // namespace redact
