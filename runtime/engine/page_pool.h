// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redact {

// Counts the holders of each page of the cache. A page may have several holders, so that sequences
// can share the entries of a common prefix; it is free when the last holder releases it. Pages
// released last are taken first, because they may still be in a hardware cache.
class PagePool {
 public:
  explicit PagePool(size_t n_pages);

  size_t n_free() const { return free_.size(); }
  // Returns a page, which then has one holder. Precondition: n_free() > 0.
  uint32_t take();
  // Adds a holder. Precondition: the page has one.
  void share(uint32_t page);
  // Removes a holder. Precondition: the page has one.
  void release(uint32_t page);
  uint32_t holders(uint32_t page) const { return holders_[page]; }

 private:
  std::vector<uint32_t> holders_;  // per page
  std::vector<uint32_t> free_;     // a stack
};

}  // namespace redact
